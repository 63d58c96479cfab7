"""Keys out of the texts of a request: what is none is None, whatever was sent."""

import pytest

from federation.vocabulary.keys import BIGGEST, key_from, keys_from


@pytest.mark.parametrize(
    ("text", "key"), [("0", 0), ("7", 7), ("007", 7), ("123456789012345678", 123456789012345678)]
)
def test_digits_are_a_key(text: str, key: int) -> None:
    assert key_from(text) == key


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " 7",
        "7 ",
        "7\n",
        "+7",
        "-7",
        "1.0",
        "1e3",
        "1_000",
        "0x7",
        "7\x00",
        "\x00",
        "٧",
        "1٧",
        "７",
        "²",
        "①",
        "seven",
        "9" * 30,
        "0" * 30,
        "9" * 5000,
    ],
)
def test_any_other_text_is_no_key(text: str) -> None:
    assert key_from(text) is None


def test_key_ends_where_a_table_does() -> None:
    assert key_from(str(BIGGEST)) == BIGGEST
    assert key_from(str(BIGGEST + 1)) is None


def test_keys_of_several_texts_leave_out_what_is_none() -> None:
    assert keys_from(["3", "x", "", "1", "9" * 30, "3"]) == [3, 1, 3]
