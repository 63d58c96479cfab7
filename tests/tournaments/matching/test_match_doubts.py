"""What makes it unlikely that a player is the entrant he is matched to."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from federation.models import Account, Player
from federation.register import register
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments import signals
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Refused
from tournaments.entrants import entries
from tournaments.inspection import plausibility
from tournaments.inspection.plausibility import Event, Known
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.reports.report import Entrant
from tournaments.revisions.match_doubts import Level
from tournaments.submission import steps

WEEKEND = Event("Open du Moulin", "Grenoble", date(2024, 3, 9), date(2024, 3, 10))
ENTRANT = Entrant(1, "Aubrac", "Lise", grade="3d", line=10)


def codes(entrant: Entrant, known: Known, event: Event = WEEKEND) -> list[str]:
    return [one.code for one in plausibility.doubts(entrant, known, event)]


@pytest.mark.parametrize(
    ("year", "said"),
    [
        (2025, ["person-age"]),
        (2021, ["person-age"]),
        (2020, []),
        (1924, []),
        (1923, ["person-age"]),
        (None, []),
    ],
)
def test_age_out_of_bounds_is_doubted(year: int | None, said: list[str]) -> None:
    assert codes(ENTRANT, Known("Aubrac Lise", birth_year=year)) == said


@pytest.mark.parametrize(
    ("written", "listed", "strength", "said"),
    [
        ("3d", "3d", "3d", []),
        ("3d", "8k", "", ["person-grade"]),  # ten grades
        ("3d", "7k", "", []),
        ("3d", "", "6k", ["person-strength"]),  # eight grades
        ("3d", "", "5k", []),
        ("", "20k", "20k", []),
    ],
)
def test_grade_far_off_is_doubted(written: str, listed: str, strength: str, said: list[str]) -> None:
    entrant = Entrant(1, "Aubrac", "Lise", grade=written)

    assert codes(entrant, Known("Aubrac Lise", grade=listed, strength=strength)) == said


@pytest.mark.parametrize(
    ("written", "listed", "said"),
    [(1800.0, 2199.0, []), (1800.0, 2200.0, ["person-rating"]), (None, 2200.0, [])],
)
def test_rating_of_chess_far_off_is_doubted(written: float | None, listed: float, said: list[str]) -> None:
    assert codes(Entrant(1, "Aubrac", "Lise", rating=written), Known("A", rating=listed)) == said


def test_sex_and_birth_of_the_register_are_compared_with_the_file() -> None:
    entrant = Entrant(1, "Aubrac", "Lise", sex="f", birth="1990-11-30")

    assert codes(entrant, Known("A", birth_year=1990, sex="f")) == []
    assert codes(entrant, Known("A", birth_year=1991, sex="m")) == ["person-birth", "person-sex"]


def at(place: str, first: int, last: int, **more: Any) -> Event:
    return Event("Coupe", place, date(2024, 3, first), date(2024, 3, last), **more)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (at("Rennes", 10, 11), ["person-elsewhere"]),
        (at("Rennes", 11, 12), []),
        (at("Grenoble", 9, 10), []),
        (at("GRENOBLE (Isère)", 9, 10), []),
        (at("", 9, 10), []),
        (at("OGS", 9, 10, online=True), []),
        (at("Rennes", 1, 31), []),  # a league: nobody sits there every day
    ],
)
def test_two_towns_on_one_day_are_doubted(other: Event, said: list[str]) -> None:
    assert codes(ENTRANT, Known("Aubrac Lise", events=(other,))) == said


@pytest.fixture
def player(db: None) -> Player:
    newcomer = register.Newcomer("Aubrac", "Lise", country="FR", club="38Gr", identifiers={"ffg": "0100001"})
    return register.enrol(newcomer, account=None)


def drafted(account: Account, name: str = "Open du Moulin", **more: Any) -> Tournament:
    upload = intake.receive(reports.tou(name, **more), filename="a.tou", account=account)
    tournament = intake.draft(upload, account=account)
    new: dict[int, entries.Decision] = {
        row.pk: entries.ENROL for row in tournament.entries.all() if row.player_id is None
    }
    entries.decide(tournament, new, account=account)
    return tournament


def test_doubt_hinders_until_it_is_confirmed(organiser: Account, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(birth_year=2023)
    tournament = drafted(organiser)
    found = tournament.current_findings

    with pytest.raises(Refused) as refusal:
        steps.submit(tournament, account=organiser)

    assert [(one["code"], one["values"]["age"], one["place"]["entrant"]) for one in found] == [
        ("person-age", 1, 1)
    ]
    assert [one.code for one in refusal.value.problems] == ["warnings"]
    assert warning_confirmations.confirm_codes(tournament, ["person-age"], account=organiser) == 1
    steps.submit(tournament, account=organiser)


def test_sex_and_year_of_a_file_keep_its_number_from_deciding(player: Player, organiser: Account) -> None:
    row = drafted(organiser).entries.get(player=player)
    Player.objects.filter(pk=player.pk).update(birth_year=2010, sex="f")
    row.sex, row.birth_year = "f", 1960
    (same,) = entries.matches_of([row])
    row.sex, row.birth_year = "m", 1950

    (other,) = entries.matches_of([row])

    assert (same.state.value, same.player) == ("certain", player.pk)
    assert (other.state.value, other.player) == ("ambiguous", None)
    assert {"number-same", "sex-male", "birth-far"} <= {one.code for one in other.reasons}


def test_other_match_takes_the_doubt_along(organiser: Account, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(birth_year=2023)
    tournament = drafted(organiser)

    entry = tournament.entries.get(number=1)
    entries.decide(tournament, {entry.pk: entries.ENROL}, account=organiser)

    assert tournament.current_findings == []


def test_tournament_elsewhere_submitted_meanwhile_is_found_at_the_submission(
    organiser: Account, stranger: Account, player: Player
) -> None:
    tournament = drafted(organiser)
    elsewhere = drafted(stranger, "Coupe de Rennes", place="Rennes", pairings=reports.games(1))
    assert elsewhere.current_findings == []  # a draft of somebody else's is nobody's business
    steps.submit(elsewhere, account=stranger)

    with pytest.raises(Refused) as refusal:
        steps.submit(tournament, account=organiser)

    assert [one.code for one in refusal.value.problems] == ["warnings"]
    page = logged_in(organiser).get("/desk/1/1/").content.decode()
    assert "Aubrac Lise is also entered in Coupe de Rennes in Rennes, on 9\xa0March 2024" in page


def test_match_card_warns_before_the_choice(organiser: Account, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(grade="20k")
    drafted(organiser)

    page = logged_in(organiser).get("/desk/1/1/match/").content.decode()

    assert "Aubrac Lise is matched to Aubrac Lise: 3d in the file, 20k in the register." in page


@pytest.fixture
def asked() -> Iterator[list[tuple[str, str]]]:
    """Somebody who knows ratings, and what he was asked for."""
    heard: list[tuple[str, str]] = []

    def tell(players: list[int], discipline: str, rate: str, **_: Any) -> dict[int, Level]:
        heard.append((discipline, rate))
        return {number: Level(strength="15k") for number in players}

    signals.levels_asked.connect(tell)
    yield heard
    signals.levels_asked.disconnect(tell)


def test_whoever_knows_ratings_is_asked(
    organiser: Account, player: Player, asked: list[tuple[str, str]]
) -> None:
    tournament = drafted(organiser)

    assert [one["code"] for one in tournament.current_findings] == ["person-strength"]
    assert set(asked) == {("go", "")}
