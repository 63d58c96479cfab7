"""Two names beside one number: the same person, perhaps married, or another. People are invented."""

import pytest

from federation.vocabulary.names import fuller_name
from federation.vocabulary.same_person import Names, Person, compare


def person(written: str, *, known: tuple[str, ...] = ()) -> Person:
    """Read "Surname, Given name 1990"."""
    name, _blank, year = written.rpartition(" ") if written[-1].isdigit() else (written, "", "")
    surname, _comma, given_name = name.partition(", ")
    return Person(surname, given_name, int(year) if year else None, known)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HOLM, Anna", "Holm, Anna"),
        ("LEFÈVRE, Zoé", "Lefevre, Zoe"),
        ("Müller, Hans", "MUELLER, Hans"),
        ("Solberg, Ida", "Ida, Solberg"),
        ("Щербаков, Пётр", "Shcherbakov, Petr"),
        ("Щербаков, Пётр", "Chtcherbakov, Piotr"),
        ("HOLM, Anna", "HOLM-PETIT, Anna"),
        ("Osei Lund, Marit", "Osei, Marit"),
        ("Osei, Lund Marit", "Osei Lund, Marit"),
        ("Lund, M.", "Osei Lund, Marit"),
        ("Ben Ali, Sami", "Benali, Sami"),
        ("Van der Berg, Joost", "Berg, Joost"),
        ("Tamm, Tom", "Tamm, Thomas"),
        ("Tamm, Rita", "Tamm, Margarita"),
        ("Ahrenbrecht-Vanderbeldenstein, Inès-Gwenaëlle", "Ahrenbrecht-Vanderbeld, Ines"),
        ("Quist, Olaf", "Quisst, Olaf"),
        ("Quist", "Quist, Olaf"),
        ("Holm, Anna 1990", "Petit, Anna 1990"),
        ("Holm, Aleksey 1981", "Holm, Oleksii 1981"),
        ("Thomas (Lyon), Ada", "Thomas, Ada"),
    ],
)
def test_spelling_of_a_name_is_the_same_person_either_way_round(one: str, other: str) -> None:
    assert compare(person(one), person(other)) is Names.SAME
    assert compare(person(other), person(one)) is Names.SAME


@pytest.mark.parametrize(
    ("one", "other"),
    [("Holm, Anna", "Petit, Anna"), ("Holm, Anna 1990", "Petit, Anna"), ("Holm, Zoé", "Petit, Zoe")],
)
def test_given_name_alone_is_perhaps_a_new_surname(one: str, other: str) -> None:
    assert compare(person(one), person(other)) is Names.NEW_SURNAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Holm, Anna", "Quist, Olaf"),
        ("Holm, Anna 1990", "Quist, Olaf 1990"),
        ("Kowalski, Jan", "Kowalski, Ewa"),  # brother and sister: most letters are the same
        ("Kowalski, Jan 1990", "Kowalski, Ewa 1994"),
        ("Holm, Anna 1990", "Petit, Anna 1971"),
        ("Holm, A.", "Petit, A."),
        ("Li, Wei", "Lee, Bao"),
        ("Holm, Anna", "Z9225, 007"),
    ],
)
def test_quite_different_names_are_other_persons(one: str, other: str) -> None:
    assert compare(person(one), person(other)) is Names.OTHER
    assert compare(person(other), person(one)) is Names.OTHER


def test_name_a_player_is_known_by_is_the_same_person() -> None:
    assert compare(person("Petit, Anna", known=("holm anna",)), person("Holm, Anna")) is Names.SAME
    assert compare(person("Holm, Anna"), person("Petit, Anna", known=("Holm Anna",))) is Names.SAME


@pytest.mark.parametrize(
    ("known", "listed", "stands"),
    [
        (("LEFÈVRE", "Zoé"), ("LEFEVRE", "Zoe"), ("LEFÈVRE", "Zoé")),
        (("LEFEVRE", "Zoe"), ("LEFÈVRE", "Zoé"), ("LEFÈVRE", "Zoé")),
        (("Holm", "Anna"), ("HOLM", "Anna"), ("Holm", "Anna")),
        (("HOLM", "Anna"), ("Holm", "Anna"), ("Holm", "Anna")),
        (("HOLM", "Zoé"), ("Holm", "Zoe"), ("Holm", "Zoé")),
        (("LEFÈVRE", "Zoé"), ("Lefevre", "Zoe"), ("LEFÈVRE", "Zoé")),
        (("Müller", "Hans"), ("MUELLER", "Hans"), ("Müller", "Hans")),
        (("Holm", "Zoé"), ("Petit", "Zoe"), ("Petit", "Zoe")),
        (("Quisst", "Olaf"), ("Quist", "Olaf"), ("Quist", "Olaf")),
    ],
)
def test_fuller_spelling_stays_where_accents_and_capitals_differ(
    known: tuple[str, str], listed: tuple[str, str], stands: tuple[str, str]
) -> None:
    assert fuller_name(known, listed) == stands
