"""What each receiver would find: every check on its own, said of a sound tournament with one thing wrong."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from tests.tournaments import reports
from tournaments.onward import checks
from tournaments.onward.checks import Check, Dossier, Mend, Weight
from tournaments.onward.receivers import RECEIVERS, checked, deadline_of, file_of
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing, Report

TODAY = date(2024, 3, 20)
GO = reports.report(
    format="h9",
    online=False,
    handicap_reduction=0,
    entrants=tuple(
        replace(one, identifiers={**one.identifiers, "egd": f"9900000{one.number}"}) for one in reports.PEOPLE
    ),
)
MASTERS = tuple(
    Entrant(
        number,
        surname,
        given,
        identifiers={"fide": f"9990000{number}"},
        federation="FRA",
        country="FR",
        sex="f",
        birth=f"199{number}-04-0{number}",
        rating=2000.0 + number,
        rank=str(number),
        title="WFM",
    )
    for number, (surname, given) in enumerate(
        (("Aubrac", "Lise"), ("Brossolette", "Paule"), ("Chevance", "Ida"), ("Delestraint", "Anne")), 1
    )
)
CHESS = Report(
    format="trf26",
    encoding="utf-8",
    name="Open du Moulin",
    start=date(2025, 10, 4),
    end=date(2025, 10, 5),
    place="Grenoble",
    country="FR",
    federation="FRA",
    rounds=2,
    board_size=8,
    adjusted_minutes=120.0,
    time_system="90+30",
    discipline="chess",
    rate="standard",
    arbiters=("Moulin, Jean (99912345)",),
    round_dates=(date(2025, 10, 4), date(2025, 10, 5)),
    entrants=MASTERS,
    pairings=reports.GAMES,
)
SOUND: Mapping[str, Report] = {"egd": GO, "ffg": GO, "fide": CHESS}


def found(
    key: str, report: Report, *, today: date | None = None, came: date | None = None, **known: Any
) -> list[Check]:
    """What a receiver finds in a report, handed in on its last day."""
    end = report.end or date(2024, 3, 10)
    file = file_of(RECEIVERS[key], report, number=7, end=end)
    dossier = Dossier(report, today or end + timedelta(1), **known)
    return checked(RECEIVERS[key], file, dossier, deadline=deadline_of(key, end), came=came)


def codes(key: str, report: Report, **known: Any) -> dict[str, Weight]:
    return {one.code: one.weight for one in found(key, report, **known)}


@pytest.mark.parametrize("key", sorted(SOUND))
def test_sound_tournament_has_nothing_to_refuse(key: str) -> None:
    assert codes(key, SOUND[key]) == {}


def one_entrant(report: Report, **changes: Any) -> Report:
    """The report with another first entrant."""
    first, *others = report.entrants
    return replace(report, entrants=(replace(first, **changes), *others))


def one_game(report: Report, **changes: Any) -> Report:
    """The report with another first game."""
    first, *others = report.pairings
    return replace(report, pairings=(replace(first, **changes), *others))


R, M, N = Weight.REFUSED, Weight.MAYBE, Weight.NOTE
FACTS = [
    ("egd", {"name": ""}, "no-event-name", R),
    ("egd", {"place": ""}, "no-town", M),
    ("egd", {"country": ""}, "no-event-country", M),
    ("egd", {"start": None, "end": None}, "no-days", R),
    ("egd", {"start": date(1995, 1, 1)}, "before-receiver", R),
    ("egd", {"time_class": ""}, "no-time-class", R),
    ("egd", {"adjusted_minutes": 74.0}, "class-too-fast", M),
    ("egd", {"adjusted_minutes": None}, "no-adjusted-minutes", M),
    ("egd", {"online": True}, "class-of-servers", M),
    ("egd", {"time_class": "D"}, "class-d-at-board", M),
    ("egd", {"board_size": 13}, "wrong-board", R),
    ("egd", {"komi": None}, "no-komi", N),
    ("egd", {"komi": 90.0}, "odd-komi", M),
    ("egd", {"rounds": 3}, "round-without-games", N),
    ("egd", {"pairings": ()}, "no-rated-games", R),
    ("ffg", {"name": ""}, "no-event-name", R),
    ("ffg", {"start": None, "end": None}, "no-days", R),
    ("ffg", {"board_size": 11}, "wrong-board", R),
    ("ffg", {"adjusted_minutes": None}, "no-adjusted-minutes", M),
    ("ffg", {"time_system": ""}, "no-main-time", N),
    ("ffg", {"komi": None}, "no-komi", N),
    ("fide", {"name": ""}, "no-event-name", R),
    ("fide", {"place": ""}, "no-town", R),
    ("fide", {"federation": "", "country": ""}, "no-host-federation", R),
    ("fide", {"arbiters": ()}, "no-arbiter", R),
    ("fide", {"arbiters": ("Moulin, Jean",)}, "arbiter-without-id", M),
    ("fide", {"time_system": ""}, "no-clock", M),
    ("fide", {"records": ("222 W5400+30-B3600",)}, "unequal-times", R),
    ("fide", {"online": True}, "played-online", R),
    ("fide", {"round_dates": ()}, "no-round-days", R),
    ("fide", {"round_dates": (date(2025, 10, 4), None)}, "no-round-days", R),
    ("fide", {"round_dates": (date(2025, 10, 3), date(2025, 10, 5))}, "round-outside", M),
    ("fide", {"round_dates": (date(2025, 10, 5), date(2025, 10, 4))}, "rounds-turned", M),
    ("fide", {"start": date(2025, 9, 5)}, "by-months", N),
    ("fide", {"rate": "", "adjusted_minutes": None}, "no-rate", R),
    ("fide", {"adjusted_minutes": 15.0}, "rate-by-clock", M),
    ("fide", {"adjusted_minutes": 3.0}, "rate-too-fast", R),
    ("fide", {"system": "Individual: Rapid"}, "rate-by-name", M),
]


@pytest.mark.parametrize(("key", "changes", "code", "weight"), FACTS)
def test_fact_that_is_wrong_is_found(key: str, changes: dict[str, Any], code: str, weight: Weight) -> None:
    assert codes(key, replace(SOUND[key], **changes)).get(code) is weight


@pytest.mark.parametrize("key", sorted(SOUND))
def test_days_turned_or_to_come_are_refused(key: str) -> None:
    end = SOUND[key].end or TODAY
    turned = replace(SOUND[key], start=end + timedelta(1))

    assert codes(key, turned)["days-turned"] is R
    assert codes(key, SOUND[key], today=end - timedelta(1))["in-future"] is R
    assert "in-future" not in codes(key, SOUND[key], today=end)


ENTRANTS = [
    ("egd", {"surname": ""}, "no-surname", R),
    ("egd", {"given_name": ""}, "no-given-name", M),
    ("egd", {"grade": ""}, "no-entrant-grade", R),
    ("egd", {"country": ""}, "no-entrant-country", M),
    ("egd", {"country": "ZZ"}, "odd-entrant-country", M),
    ("egd", {"club": "Grenoble"}, "club-cut", N),
    ("egd", {"surname": "Łącki"}, "name-letters", N),
    ("egd", {"identifiers": {"egd": "1234567"}}, "odd-pin", R),
    ("egd", {"identifiers": {"egd": "99000002"}}, "same-number", R),
    ("egd", {"identifiers": {}}, "new-without-pin", N),
    ("ffg", {"identifiers": {}}, "no-licence", R),
    ("ffg", {"identifiers": {"ffg": "-------"}}, "no-licence", R),
    ("ffg", {"identifiers": {"ffg": "12345"}}, "odd-licence", R),
    ("ffg", {"identifiers": {"ffg": "0100002"}}, "same-number", R),
    ("ffg", {"licence_status": "-"}, "licence-ended", M),
    ("ffg", {"club": ""}, "no-club", N),
    ("ffg", {"club": "Grenoble"}, "odd-club", M),
    ("ffg", {"surname": "Aubrac-de-la-Tour-d-Auvergne"}, "name-cut", M),
    ("fide", {"identifiers": {}}, "no-fide-id", R),
    ("fide", {"identifiers": {"fide": "99 9"}}, "odd-fide-id", R),
    ("fide", {"identifiers": {"fide": "99900002"}}, "same-number", R),
    ("fide", {"birth": ""}, "no-birth", M),
    ("fide", {"birth": "", "identifiers": {}}, "no-birth", R),
    ("fide", {"birth": "1991"}, "only-birth-year", N),
    ("fide", {"birth": "1991", "identifiers": {}}, "only-birth-year", M),
    ("fide", {"sex": ""}, "no-sex", M),
    ("fide", {"sex": "", "identifiers": {}}, "no-sex", R),
    ("fide", {"federation": "", "country": ""}, "no-federation", M),
    ("fide", {"federation": "ZZZ"}, "odd-federation-code", M),
    ("fide", {"title": "XM"}, "odd-title", M),
    ("fide", {"sex": "m"}, "womens-title", M),
    ("fide", {"rank": ""}, "no-rank", R),
    ("fide", {"rating": None}, "few-rated-games", N),
]


@pytest.mark.parametrize(("key", "changes", "code", "weight"), ENTRANTS)
def test_entrant_who_is_wrong_is_found_at_the_line(
    key: str, changes: dict[str, Any], code: str, weight: Weight
) -> None:
    report = one_entrant(SOUND[key], **changes)
    file = file_of(RECEIVERS[key], report, number=7, end=report.end or TODAY)
    told = [one for one in found(key, report) if one.code == code]

    lines = [file.content.decode("utf-8", "replace").split("\n")[(one.place.line or 1) - 1] for one in told]
    assert told[0].weight is weight
    assert {one.place.entrant for one in told} <= {1, 2}
    # whoever is the second with a number stands in the second line
    assert "Brossolette" in lines[0] if code == "same-number" else told[0].place.entrant == 1


def test_pin_is_missing_only_for_whoever_was_rated_before() -> None:
    report = one_entrant(GO, identifiers={})

    assert codes("egd", report, seasoned=frozenset({1}))["no-pin"] is R
    assert "no-pin" not in codes("egd", report, seasoned=frozenset({2}))


def test_foreigner_needs_no_french_licence() -> None:
    assert "no-licence" not in codes("ffg", one_entrant(GO, identifiers={}, country="BE"))
    assert codes("ffg", one_entrant(GO, identifiers={}, country=""))["no-licence"] is M


@pytest.mark.parametrize(("listed", "told"), [("1d", True), ("2d", False), ("4d", False), ("5d", True)])
def test_grade_further_than_one_from_the_register_is_found(listed: str, *, told: bool) -> None:
    assert ("grade-elsewhere" in codes("ffg", GO, grades={1: listed})) is told


GAMES = [
    ("egd", {"outcome": Outcome.UNKNOWN}, "game-without-result", M),
    ("egd", {"handicap": 10}, "handicap-too-high", M),
    ("egd", {"by_default": True}, "defaults-marked", N),
    ("ffg", {"by_default": True}, "defaults-free", N),
    ("ffg", {"colour_known": False}, "game-without-colours", N),
    ("ffg", {"colour_known": False, "outcome": Outcome.DRAW}, "draw-or-unrated", M),
    ("fide", {"outcome": Outcome.UNKNOWN}, "game-without-result", M),
    ("fide", {"colour_known": False}, "game-without-colours", M),
    ("fide", {"by_default": True}, "defaults-marked", N),
]


@pytest.mark.parametrize(("key", "changes", "code", "weight"), GAMES)
def test_game_that_is_wrong_is_found(key: str, changes: dict[str, Any], code: str, weight: Weight) -> None:
    assert codes(key, one_game(SOUND[key], **changes)).get(code) is weight


def test_rule_of_handicaps_is_missed_only_where_stones_were_given() -> None:
    silent = replace(GO, handicap_reduction=None)

    assert "no-reduction" not in codes("egd", silent)
    assert codes("egd", one_game(silent, handicap=2))["no-reduction"] is N


def test_at_most_fifteen_rapid_rounds_a_day_are_rated() -> None:
    day = CHESS.start or TODAY
    rapid = replace(CHESS, rate="rapid", adjusted_minutes=15.0, rounds=16, end=day)

    assert codes("fide", replace(rapid, round_dates=(day,) * 16))["many-rounds-a-day"] is R
    assert "many-rounds-a-day" not in codes("fide", replace(rapid, rounds=15, round_dates=(day,) * 15))


@pytest.mark.parametrize(
    ("days", "told"), [(7, None), (8, {"count": 8, "days": 7}), (20, {"count": 20, "days": 7})]
)
def test_what_came_after_seven_days_is_told(days: int, told: dict[str, int] | None) -> None:
    end = CHESS.end or TODAY
    late = [one.values for one in found("fide", CHESS, came=end + timedelta(days)) if one.code == "came-late"]

    assert late == ([told] if told else [])


def test_thirty_days_are_in_time_and_the_third_list_is_the_last() -> None:
    end = CHESS.end or TODAY

    assert "overdue" not in codes("fide", CHESS, today=end + timedelta(30))
    assert codes("fide", CHESS, today=end + timedelta(31))["overdue"] is M
    assert "list-missed" not in codes("fide", CHESS, today=date(2025, 12, 31))
    assert codes("fide", CHESS, today=date(2026, 1, 1))["list-missed"] is R
    assert codes("ffg", GO, today=date(2024, 3, 25))["overdue"] is N


def test_what_cannot_be_read_back_is_told() -> None:
    twice = replace(GO, pairings=(*GO.pairings, Pairing(1, 1, 3, Outcome.WHITE_WINS)))

    assert codes("egd", twice)["reads-otherwise"] is M


def test_checks_come_gravest_first_and_every_text_is_filled() -> None:
    report = replace(one_entrant(GO, identifiers={}, grade=""), komi=None, place="")
    order = [list(Weight).index(one.weight) for one in found("egd", report)]

    assert order == sorted(order)
    assert all("{" not in one.message and one.message for one in found("egd", report))


def test_every_text_belongs_to_a_check_of_these_tests() -> None:
    told = {code for _key, _changes, code, _weight in (*FACTS, *ENTRANTS, *GAMES)}
    alone = {
        "days-turned",
        "in-future",
        "no-pin",
        "grade-elsewhere",
        "no-reduction",
        "many-rounds-a-day",
        "came-late",
        "overdue",
        "list-missed",
        "reads-otherwise",
    }

    assert told | alone == set(checks.TEXTS)


def test_who_mends_what_is_said() -> None:
    ways = {one.code: one.mend for one in found("fide", one_entrant(CHESS, identifiers={}, rank=""))}

    assert (ways["no-fide-id"], ways["no-rank"]) == (Mend.PLAYER, Mend.ENTRANT)
