"""Words that stand for a bye where a file names the opponent."""

import pytest

from tournaments.formats.shared.no_persons import is_bye_name


@pytest.mark.parametrize(
    "name",
    [
        "BYE", "Bye", "bye", "-bye-", "(bye)", "BYE 1", "bye2", "Bye, -", "Bye, Bye", "Bye, ?",
        "half-point bye", "Bye Player", "Pairing-allocated bye", "BYE (requested)", "no opponent",
        "No Opponent, ", "Freilos", "FREILOS", "spielfrei", "exempt", "exempt.", "Exempté", "EXEMPTEE",
        "exempte\u0301", "vrij", "libre", "descansa", "pausa", "Riposo", "wolny los", "volno", "Frirond",
        "vapaa", "свободен", "СВОБОДНА", "Свободный", "бай", "轮空", "부전승",
    ],
)  # fmt: skip
def test_word_for_a_bye_is_no_name_of_a_person(name: str) -> None:
    surname, _, given_name = name.partition(",")

    assert is_bye_name(surname, given_name)


@pytest.mark.parametrize(
    ("surname", "given_name"),
    [
        ("Bye", "Anna"), ("Bye", "A."), ("Bye Larsen", ""), ("Vrij", "Jan"), ("Libre", "Ana"), ("Byers", ""),
        ("Goodbye", ""), ("", ""), ("-", ""), ("?", ""), ("Bay", ""), ("Frei", ""), ("Bai", ""),
        ("Slobodan", ""), ("Half", ""), ("Round", "A"), ("Player", ""), ("Свободина", "Анна"),
        ("Exemplar", ""), ("0", ""),
    ],
)  # fmt: skip
def test_name_of_a_person_is_no_bye(surname: str, given_name: str) -> None:
    assert not is_bye_name(surname, given_name)


def test_surname_and_given_name_may_hold_a_word_each() -> None:
    assert is_bye_name("Opponent", "No") is False
    assert is_bye_name("No", "Opponent")
    assert is_bye_name("Half", "Bye")
