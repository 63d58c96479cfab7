"""The report everybody may download says of its entrants what the privacy policy shows, in every format."""

from dataclasses import replace
from functools import partial

import pytest
from pytest_django.fixtures import Settings

from federation.privacy import policy
from federation.privacy.policy import Level
from tests.privacy_rows import removed, turned
from tournaments.formats import table
from tournaments.formats.shared.contact import without_contact
from tournaments.reports.report import Entrant, NationalRecord, Report, Team
from tournaments.revisions.exports import WRITTEN
from tournaments.revisions.public_report import Person, public_report

MAIL, TELEPHONE = "anne@example.org", "06 12 34 56 78"
CHILD, ADULT = 1, 2
member = partial(Entrant, federation="FRA", club="38Gr")
NUMBERS = {
    CHILD: {"fide": "90000101", "ffg": "0100001"},
    ADULT: {"fide": "90000102", "ffg": "0100002"},
}
REPORT = Report(
    "trf26",
    "utf-8",
    name=f"Junior open {MAIL}",
    place=f"Villeneuve, {TELEPHONE}",
    country="FR",
    rounds=1,
    discipline="chess",
    federation="FRA",
    time_system=f"90+30 (mail: {MAIL})",
    arbiters=(f"Arbitre, Alice tel. {TELEPHONE}", MAIL),
    comments=("Thanks to Anne",),
    records=("XXA 0001 Anne",),
    teams=(Team(1, f"Penguins {MAIL}", (1, 2)),),
    entrants=(
        member(
            CHILD, "Namesake", "Noel", sex="m", birth="2014-06-06", title="CM", identifiers=NUMBERS[CHILD]
        ),
        member(ADULT, "Oppo", "Olga", sex="f", birth="1980-05-05", title="WGM", identifiers=NUMBERS[ADULT]),
    ),
    nationals=(
        NationalRecord(CHILD, "FRA", "Namesake, Noel", "m", "", 1500, number="N12345", birth="2014/06/06"),
        NationalRecord(ADULT, "FRA", "Oppo, Olga", "f", "", 1600, number="N54321", birth="1980/05/05"),
        NationalRecord(ADULT, "DAT", "Mail Line", number="N99999"),
    ),
)
FIDE, GO = ["fide"], ["ffg"]
KEYS = [one.key for one in WRITTEN]


def public(families: list[str] = FIDE, report: Report = REPORT, **choices: str) -> Report:
    people = {
        CHILD: Person(11, choices.get("child", "public"), 2014),
        ADULT: Person(12, choices.get("adult", "public"), 1980),
    }
    return public_report(report, people, families=families, year=2026)


def texts(report: Report) -> str:
    return "\n".join(table.write(report, key).decode("utf-8", "replace") for key in KEYS)


def test_chess_for_fide_shows_what_fide_publishes() -> None:
    child, adult = public().entrants

    assert (child.birth, child.sex, child.title) == ("2014", "m", "CM")
    assert (adult.birth, adult.sex, adult.title) == ("1980", "f", "WGM")
    assert [one.birth for one in public().nationals] == ["2014", "1980"]


def test_tournament_of_other_systems_shows_neither_sex_nor_birth() -> None:
    assert [(one.birth, one.sex) for one in public(GO).entrants] == [("", ""), ("", "")]
    assert public(GO).nationals == ()


def test_minor_keeps_the_number_of_the_register_the_tournament_is_rated_for_and_no_other() -> None:
    assert public().entrants[0].identifiers == {"fide": "90000101"}
    assert public(GO).entrants[0].identifiers == {"ffg": "0100001"}
    assert public().entrants[1].identifiers == {"fide": "90000102", "ffg": "0100002"}
    assert [one.number for one in public().nationals] == ["", "N54321"]


def test_birth_year_of_the_register_makes_a_minor_where_the_file_says_nothing() -> None:
    silent = replace(REPORT, entrants=tuple(replace(one, birth="") for one in REPORT.entrants))

    assert public(report=silent).entrants[0].identifiers == {"fide": "90000101"}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("families", [FIDE, GO])
def test_no_day_of_birth_contact_or_remark_is_in_any_file(key: str, families: list[str]) -> None:
    file = table.write(public(families), key).decode("utf-8", "replace")

    for private in ("06/06", "06-06", "05/05", MAIL, TELEPHONE, "@", "Thanks", "XXA", "Mail Line", "N99999"):
        assert private not in file
    assert "Junior open" in file or key == "tou"


def test_contact_leaves_the_rest_of_a_text() -> None:
    report = public()

    assert (report.name, report.place, report.time_system) == ("Junior open", "Villeneuve", "90+30")
    assert report.arbiters == ("Arbitre, Alice", "")
    assert report.teams[0].name == "Penguins"


@pytest.mark.parametrize(
    "text",
    ["90+30", "01.02.2026-03.02.2026", "2026-03-01 2026-03-02", "Alice (90000102)", "2 x 25' + 3 x 30\""],
)
def test_dates_clocks_and_numbers_are_no_contact(text: str) -> None:
    assert without_contact(text) == text


@pytest.mark.parametrize("choice", ["initials", "anonymous"])
def test_hidden_player_has_no_numbers_and_no_national_record(choice: str) -> None:
    adult = public(adult=choice).entrants[1]

    assert (adult.surname, adult.identifiers) == ("O." if choice == "initials" else "NN 12", {})
    assert [one.entrant for one in public(adult=choice).nationals] == [CHILD]


def test_anonymous_player_has_neither_sex_nor_birth_nor_a_title_of_women() -> None:
    adult = public(adult="anonymous").entrants[1]

    assert (adult.sex, adult.birth, adult.title) == ("", "", "")
    assert public(child="anonymous").entrants[0].title == "CM"


@pytest.mark.parametrize(
    ("minors", "name"), [("public", "Namesake"), ("initials", "N."), ("anonymous", "NN 1")]
)
def test_minor_who_is_no_player_is_named_as_the_office_sets(
    settings: Settings, minors: str, name: str
) -> None:
    settings.MINORS_SHOWN = minors

    reduced = public_report(REPORT, {}, families=FIDE, year=2026)

    assert [one.surname for one in reduced.entrants] == [name, "Oppo"]


@pytest.mark.parametrize("line", ["Oppo, Olga", "Dr. Olga OPPO (mother)", "oppo olga, 90000102"])
@pytest.mark.parametrize(
    ("choice", "is_named"), [("public", True), ("initials", False), ("anonymous", False)]
)
def test_arbiter_of_the_name_of_a_hidden_entrant_is_left_out(
    line: str, choice: str, *, is_named: bool
) -> None:
    report = replace(REPORT, arbiters=("Olga, Petra", line))

    reduced = public(report=report, adult=choice)

    assert reduced.arbiters[0] == "Olga, Petra"
    assert bool(reduced.arbiters[1]) is is_named
    assert ("oppo" in texts(reduced).casefold()) is is_named


@pytest.mark.parametrize("choice", ["public", "initials", "anonymous"])
def test_arbiter_who_is_a_hidden_player_of_the_register_is_left_out(choice: str) -> None:
    report = replace(REPORT, arbiters=("Perrault, Ines", "Arbitre, Alice"))

    arbiters = public_report(
        report, {}, families=FIDE, year=2026, arbiters={"Perrault, Ines": ["public", choice]}
    ).arbiters

    assert arbiters == ("Perrault, Ines" if choice == "public" else "", "Arbitre, Alice")


SHOWN_BY_ROW = [
    ("birth_date", None, None, FIDE, "2014-06-06"),
    ("birth_year", "fide", None, FIDE, '"birth": "1980"'),
    ("birth_year", "other", None, GO, '"birth": "1980"'),
    ("sex", "fide", None, FIDE, '"sex": "f"'),
    ("sex", "other", None, GO, '"sex": "f"'),
    ("title", None, None, FIDE, '"title": "CM"'),
    ("club", None, None, GO, '"club": "38Gr"'),
    ("own_number", None, None, FIDE, "90000102"),
    ("number", None, False, FIDE, "0100002"),
    ("number", None, True, FIDE, "0100001"),
    ("national", "fide", None, FIDE, "N54321"),
    ("arbiter", None, None, FIDE, "Arbitre"),
    ("contact", None, None, FIDE, MAIL),
    ("remark", None, None, FIDE, "Thanks"),
]


@pytest.mark.parametrize(("field", "kind", "minor", "families", "value"), SHOWN_BY_ROW)
def test_file_follows_the_row_of_the_policy(
    monkeypatch: pytest.MonkeyPatch,
    field: str,
    kind: str,
    minor: bool | None,
    families: list[str],
    value: str,
) -> None:
    level = policy.level(field, policy.Kind(kind or "fide"), minor=bool(minor))
    assert (value in texts(public(families))) == (level is Level.SHOWN)

    turned(monkeypatch, field, kind, minor=minor)
    assert (value in texts(public(families))) == (level is not Level.SHOWN)

    removed(monkeypatch, field, kind, minor=minor)
    with pytest.raises(LookupError):
        public(families)
