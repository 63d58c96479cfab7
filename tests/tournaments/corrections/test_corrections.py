"""A draft set right by hand: what is written, what is kept of it, and what it does to the findings."""

from datetime import date
from typing import Any

import pytest

from federation.models import Account, JournalEntry
from federation.register import register
from tests.tournaments import reports
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Refused
from tournaments.corrections import corrections
from tournaments.corrections.corrections import EntrantChange, RoundChange
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Correction, Entry, Game, Tournament
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.revisions import models_to_report, rounds
from tournaments.revisions.rounds import Played
from tournaments.submission import steps

pytestmark = pytest.mark.django_db

CONTRADICTING = reports.tou().replace(b"    1-b0    3+w0", b"    1+b0    3+w0")


def drafted(account: Account, data: bytes | None = None, **options: Any) -> Tournament:
    upload = intake.receive(data or reports.tou(), filename="moulin.tou", account=account)
    return intake.draft(upload, account=account, **options)


def change(tournament: Tournament, entrant: int, number: int, **wanted: Any) -> RoundChange:
    cell = rounds.cell_of(tournament, entrant, number)
    return RoundChange(entrant, number, cell.seen, **{"to": number, **wanted})


def games(tournament: Tournament) -> list[tuple[int, int, int, Outcome]]:
    found = tournament.games.order_by("round", "white__number")
    columns = found.values_list("round", "white__number", "black__number", "outcome")
    return [(number, white, black, Outcome(outcome)) for number, white, black, outcome in columns]


def found(tournament: Tournament) -> list[tuple[str, str]]:
    tournament.refresh_from_db()
    return [(one["severity"], one["code"]) for one in tournament.current_findings]


def all_new(tournament: Tournament, account: Account) -> None:
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=account)


def test_contradiction_of_the_file_is_mended_without_a_new_file(organiser: Account) -> None:
    tournament = drafted(organiser, CONTRADICTING)
    assert found(tournament) == [("error", "result-mismatch"), ("warning", "unknown-outcome")]

    won = Played(opponent=2, ended="won", colour="w")
    corrections.correct_round(tournament, change(tournament, 1, 1, played=won), account=organiser)

    assert found(tournament) == []
    assert games(tournament)[0] == (1, 1, 2, Outcome.WHITE_WINS)
    assert tournament.upload is not None
    assert bytes(tournament.upload.content) == CONTRADICTING
    all_new(tournament, organiser)
    steps.submit(tournament, account=organiser)
    assert tournament.stage == "submitted"


def test_correction_keeps_who_when_before_and_after(organiser: Account) -> None:
    tournament = drafted(organiser)

    lost = Played(opponent=2, ended="lost", colour="w", handicap=2)
    made = corrections.correct_round(tournament, change(tournament, 1, 1, played=lost), account=organiser)

    assert made is not None
    kept = Correction.objects.get()
    row = {"round": 1, "white": 1, "black": 2, "by_default": False, "colour_known": True}
    assert kept.before == {"games": [{**row, "outcome": "white_wins", "handicap": 0}], "byes": []}
    assert kept.after == {"games": [{**row, "outcome": "black_wins", "handicap": 2}], "byes": []}
    assert (kept.account, kept.touched) == (organiser, [[1, 1], [2, 1]])
    line = JournalEntry.objects.get(act="tournament.corrected")
    assert (line.account, line.detail["before"], line.detail["after"]) == (organiser, kept.before, kept.after)
    assert (line.detail["entrant"], line.detail["round"]) == (1, 1)


def test_game_seen_from_black_is_the_same_game(organiser: Account) -> None:
    tournament = drafted(organiser)

    won = Played(opponent=1, ended="won", colour="b")
    corrections.correct_round(tournament, change(tournament, 2, 1, played=won), account=organiser)

    assert games(tournament)[0] == (1, 1, 2, Outcome.BLACK_WINS)


def test_colours_swapped_and_result_kept(organiser: Account) -> None:
    tournament = drafted(organiser)
    key = tournament.games.get(round=1, white__number=1).pk

    won = Played(opponent=2, ended="won", colour="b")
    corrections.correct_round(tournament, change(tournament, 1, 1, played=won), account=organiser)

    assert games(tournament)[0] == (1, 2, 1, Outcome.BLACK_WINS)
    assert Game.objects.get(pk=key).white.number == 2


def test_game_by_default_and_bye_and_nothing(organiser: Account) -> None:
    tournament = drafted(organiser)

    default = Played(opponent=2, ended="won", by_default=True)
    corrections.correct_round(tournament, change(tournament, 1, 1, played=default), account=organiser)
    assert found(tournament) == [("notice", "by-default")]
    free = ByeKind.FULL_POINT
    corrections.correct_round(tournament, change(tournament, 1, 1, bye=free), account=organiser)
    corrections.correct_round(tournament, change(tournament, 3, 1), account=organiser)

    assert [game[0] for game in games(tournament)] == [2, 2]
    assert list(tournament.byes.values_list("round", "entry__number", "kind")) == [(1, 1, free.value)]


def test_game_moved_to_another_round(organiser: Account) -> None:
    tournament = drafted(organiser)
    for entrant in (4, 2):
        corrections.correct_round(tournament, change(tournament, entrant, 2), account=organiser)

    won = Played(opponent=2, ended="won", colour="w")
    corrections.correct_round(tournament, change(tournament, 1, 1, to=2, played=won), account=organiser)

    assert games(tournament) == [(1, 3, 4, Outcome.BLACK_WINS), (2, 1, 2, Outcome.WHITE_WINS)]
    assert Correction.objects.latest("pk").touched == [[1, 1], [1, 2], [2, 1], [2, 2]]


def test_nobody_plays_twice_in_a_round(organiser: Account) -> None:
    tournament = drafted(organiser)

    won = Played(opponent=3, ended="won", colour="w")
    with pytest.raises(Refused) as refusal:
        corrections.correct_round(tournament, change(tournament, 1, 1, played=won), account=organiser)

    values = {"name": "Cavaillès Jean", "opponent": "Delestraint Anne", "round": 1}
    assert [(one.code, one.values) for one in refusal.value.problems] == [("plays-already", values)]
    assert (len(games(tournament)), Correction.objects.count()) == (4, 0)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"played": Played(opponent=9, ended="won")}, "no-such-entrant"),
        ({"played": Played(opponent=1, ended="won")}, "plays-himself"),
        ({"played": Played(opponent=2, ended="won"), "to": 3}, "no-such-round"),
        ({"bye": ByeKind.FULL_POINT, "to": 0}, "no-such-round"),
    ],
)
def test_nonsense_is_refused(wanted: dict[str, Any], code: str, organiser: Account) -> None:
    tournament = drafted(organiser)

    with pytest.raises(Refused) as refusal:
        corrections.correct_round(tournament, change(tournament, 1, 1, **wanted), account=organiser)

    assert [one.code for one in refusal.value.problems] == [code]
    assert Correction.objects.count() == 0


def test_second_of_two_browsers_is_told(organiser: Account) -> None:
    tournament = drafted(organiser)
    lost = Played(opponent=2, ended="lost", colour="w")
    draw = Played(opponent=2, ended="draw", colour="w")
    first, second = (change(tournament, 1, 1, played=one) for one in (lost, draw))
    corrections.correct_round(tournament, first, account=organiser)

    with pytest.raises(Refused) as refusal:
        corrections.correct_round(tournament, second, account=organiser)

    assert [one.code for one in refusal.value.problems] == ["changed-meanwhile"]
    assert games(tournament)[0] == (1, 1, 2, Outcome.BLACK_WINS)


def test_two_browsers_at_different_games_do_not_meet(organiser: Account) -> None:
    tournament = drafted(organiser)
    first = change(tournament, 1, 1, played=Played(opponent=2, ended="lost", colour="w"))
    second = change(tournament, 3, 1, played=Played(opponent=4, ended="won", colour="w"))

    for one in (first, second):
        corrections.correct_round(tournament, one, account=organiser)

    assert games(tournament)[:2] == [(1, 1, 2, Outcome.BLACK_WINS), (1, 3, 4, Outcome.WHITE_WINS)]


def test_what_stands_already_is_no_correction(organiser: Account) -> None:
    tournament = drafted(organiser)

    won = Played(opponent=2, ended="won", colour="w")
    made = corrections.correct_round(tournament, change(tournament, 1, 1, played=won), account=organiser)

    assert (made, Correction.objects.count()) == (None, 0)


def test_what_was_found_fault_with_and_is_right_is_settled_by_a_look(organiser: Account) -> None:
    mirrored = reports.tou().replace(b"    1-b0    3+w0", b"    1-b1    3+w0")
    tournament = drafted(organiser, mirrored)
    assert found(tournament) == [("error", "handicap-mismatch")]

    won = Played(opponent=2, ended="won", colour="w")
    corrections.correct_round(tournament, change(tournament, 1, 1, played=won), account=organiser)

    assert found(tournament) == []
    assert Correction.objects.get().before == Correction.objects.get().after


def test_entrants_name_is_corrected_and_his_player_found(organiser: Account) -> None:
    newcomer = register.Newcomer("Aubrac", "Lucie", country="FR", club="38Gr", grade="3d")
    lucie = register.enrol(newcomer, account=None)
    tournament = drafted(organiser)
    entry = Entry.objects.get(tournament=tournament, number=1)
    assert entry.player_id != lucie.pk

    seen = rounds.digest(rounds.entrant_row(entry))
    values = {"given_name": "Lucie", "identifiers": {}}
    corrections.correct_entrant(tournament, EntrantChange(1, seen, values), account=organiser)

    entry.refresh_from_db()
    assert (entry.player, entry.match) == (lucie, "certain")
    kept = Correction.objects.get()
    assert kept.before == {"given_name": "Lise", "identifiers": {"ffg": "0100001"}}
    assert kept.after == {"given_name": "Lucie", "identifiers": {}}
    assert models_to_report.report_of(tournament).entrants[0].given_name == "Lucie"


def test_grade_nobody_could_read_is_corrected(organiser: Account) -> None:
    sheet = table.write(reports.report(), "spreadsheet").replace(b";3d;", b";strong;")
    tournament = drafted(organiser, sheet)
    assert [code for _, code in found(tournament)] == ["unknown-grade"]

    seen = rounds.digest(rounds.entrant_row(Entry.objects.get(tournament=tournament, number=1)))
    corrections.correct_entrant(tournament, EntrantChange(1, seen, {"grade": "3d"}), account=organiser)

    assert found(tournament) == []


def test_submitted_revision_takes_no_correction(organiser: Account) -> None:
    tournament = drafted(organiser)
    all_new(tournament, organiser)
    wanted = change(tournament, 1, 1, bye=ByeKind.ZERO_POINT)
    steps.submit(tournament, account=organiser)

    with pytest.raises(entries.Closed):
        corrections.correct_round(tournament, wanted, account=organiser)


def test_facts_corrected_take_their_findings_along(organiser: Account) -> None:
    tournament = drafted(organiser, reports.undated())
    assert ("error", "implausible-date") in found(tournament)

    facts = facts_of(tournament, start="2024-03-09", end="2024-03-10")
    intake.correct(tournament, facts, account=organiser)

    assert [code for severity, code in found(tournament) if severity == "error"] == []
    assert Correction.objects.get().after == {"start": "2024-03-09", "end": "2024-03-10"}


def test_facts_somebody_changed_meanwhile_are_not_overwritten(organiser: Account) -> None:
    tournament = drafted(organiser)
    seen = intake.seen(tournament)
    intake.correct(tournament, facts_of(tournament, place="Lyon"), account=organiser, seen_as=seen)

    with pytest.raises(Refused) as refusal:
        intake.correct(tournament, facts_of(tournament, place="Nantes"), account=organiser, seen_as=seen)

    tournament.refresh_from_db()
    assert ([one.code for one in refusal.value.problems], tournament.place) == (["changed-meanwhile"], "Lyon")


def test_next_revision_drafted_from_the_rows_remembers_corrections(
    organiser: Account, officer: Account
) -> None:
    tournament = drafted(organiser, CONTRADICTING)
    won = Played(opponent=2, ended="won", colour="w")
    corrections.correct_round(tournament, change(tournament, 1, 1, played=won), account=organiser)
    all_new(tournament, organiser)
    steps.submit(tournament, account=organiser)
    steps.approve(tournament, account=officer)

    second = intake.reopen(tournament, account=organiser)

    one, other = Correction.objects.order_by("pk")
    assert (one.tournament, other.tournament) == (tournament, second)
    assert (one.at, one.account, one.after) == (other.at, other.account, other.after)
    assert warning_confirmations.unconfirmed(second) == []
    steps.submit(second, account=organiser)


def facts_of(tournament: Tournament, **changes: str) -> intake.Facts:
    days = {name: date.fromisoformat(text) for name, text in changes.items() if name in ("start", "end")}
    values = {name: getattr(tournament, name) for name in intake.Facts.__slots__}
    return intake.Facts(**{**values, "rated_for": ("ffg", "egf"), **changes, **days})
