"""Cells of spreadsheets: texts that compute nothing, numbers that stay numbers."""

import pytest

from federation.vocabulary.spreadsheets import cell, lines


@pytest.mark.parametrize(
    "text", ["=1+1", "+33 1", "-x", "-5", "@cmd", "\tx", "\rx", *(f"{sign}1" for sign in "＝＋－＠")]
)
def test_text_that_looks_like_a_formula_is_kept_a_text(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize(
    ("value", "written"), [("-", "-"), ("5k", "5k"), (-12, -12), (-0.5, -0.5), (True, 1), (None, "")]
)
def test_numbers_and_what_is_no_formula_stay_as_they_are(value: object, written: object) -> None:
    assert cell(value) == written


def test_rows_leave_one_by_one() -> None:
    rows = iter([(1, "a,b", -1.5), (2, "=x", None)])
    written = lines(rows)

    assert next(written) == '1,"a,b",-1.5\r\n'
    assert next(rows) == (2, "=x", None)
