"""Games in PGN as a report: the tags of every game (event, round, players, result); moves are passed over.

Tags of players as FIDE's and the large servers' files have them (WhiteFideId, WhiteElo, WhiteTitle).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from io import StringIO
from itertools import islice

from tournaments.formats.pgn import kinds
from tournaments.formats.pgn.rounds import (
    BYE,
    NOBODY,
    People,
    Seated,
    board_of,
    day_of,
    findings_of,
    number_rounds,
    people_of,
    read_day,
    written_round,
)
from tournaments.formats.pgn.tags import Game, games, is_tag
from tournaments.formats.shared import chess
from tournaments.formats.shared.chess import country_of
from tournaments.formats.shared.encoding import Source
from tournaments.formats.shared.limits import MOST_RESULTS, check_results, check_size
from tournaments.reports.findings import Finding, Findings, Place, error, warning
from tournaments.reports.outcomes import ByeKind, Outcome, scores
from tournaments.reports.report import Bye, Pairing, Report

KEY = "pgn"
# a small invented tournament, for the page of formats
SAMPLE = """[Event "Open des Trois Ponts"]
[Site "Valbrune FRA"]
[Date "2026.03.14"]
[Round "1"]
[White "Abelard, Cleo"]
[Black "Sorby, Katell"]
[Result "1-0"]
[WhiteElo "2010"]
[BlackElo "1780"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0
"""
_COUNTRY = re.compile(r"(?:^|[ ,])([A-Z]{3})$")
_RESULTS: Mapping[str, Outcome] = {
    "1-0": Outcome.WHITE_WINS,
    "0-1": Outcome.BLACK_WINS,
    **dict.fromkeys(kinds.DRAWN, Outcome.DRAW),
    "0-0": Outcome.BOTH_LOSE,
    "*": Outcome.UNKNOWN,
    "": Outcome.UNKNOWN,
}
_FORFEITS: Mapping[str, Outcome] = {
    **dict.fromkeys(("+/-", "+--", "1-0F", "1-0f"), Outcome.WHITE_WINS),
    **dict.fromkeys(("-/+", "--+", "0-1F", "0-1f"), Outcome.BLACK_WINS),
    **dict.fromkeys(("-/-", "---"), Outcome.BOTH_LOSE),
}
_BYES = {2: ByeKind.PAIRING_ALLOCATED, 1: ByeKind.HALF_POINT, 0: ByeKind.ZERO_POINT}


def looks_like(text: str) -> bool:
    """Return whether the first line that is no comment is a tag."""
    for line in text.split("\n"):
        if line.strip() and not line.startswith(("%", ";")):
            return is_tag(line)
    return False


def read(source: Source) -> Report:
    """Read the tags of all games; who plays is known by FIDE number, else by name."""
    findings = Findings(source.findings)
    all_games = list(islice(games(StringIO(source.text)), MOST_RESULTS // 2 + 1))
    check_results(2 * len(all_games))
    standard, others = kinds.chess_between_people(all_games)
    findings += others
    people = people_of(standard)
    seated = list(_seated(standard, people, findings=findings))
    check_size(len(people.entrants))
    rounds, found = number_rounds(seated)
    check_size(len(people.entrants), max(rounds, default=0))
    findings += found
    pairings, byes = _results(seated, rounds, findings=findings)
    if not people.entrants and not others:
        findings.append(error("no-entrants"))
    findings += people.doubts()
    return replace(
        _about(all_games, findings=findings),
        encoding=source.encoding,
        rounds=max(rounds, default=0),
        entrants=tuple(people.entrants.values()),
        pairings=tuple(pairings),
        byes=tuple(byes),
        round_dates=_round_dates(seated, rounds),
        findings=findings.summed_up(),
    )


def _seated(standard: Iterable[Game], people: People, *, findings: list[Finding]) -> Iterable[Seated]:
    """Yield the games with their entrants; a finding for an empty side or one person on both."""
    for game in standard:
        each = people.seat(game)
        if NOBODY in (each.white, each.black):
            findings.append(warning("incomplete-game", Place(game.line)))
        elif each.white == each.black != BYE:
            findings.append(
                error("plays-himself", Place(game.line, None, written_round(game) or None, each.white))
            )
        elif each.sides:
            yield each


def _results(
    seated: Sequence[Seated], rounds: Sequence[int], *, findings: list[Finding]
) -> tuple[list[Pairing], list[Bye]]:
    """Make the pairings and byes of the games."""
    played = [each.game for each in seated if len(each.sides) == 2]
    are_moves_kept, doubts = kinds.read_lack_of_moves(played)
    findings += doubts
    pairings, byes = [], []
    for each, number in zip(seated, rounds, strict=True):
        place = Place(each.game.line, None, number, each.sides[0])
        outcome, by_default = _outcome(each.game, place, findings=findings)
        if len(each.sides) == 2:
            by_default = by_default or kinds.is_unplayed(each.game, are_moves_kept=are_moves_kept)
            pairings.append(_pairing(each, number, outcome, by_default=by_default))
        else:
            byes.append(_bye(each, number, outcome))
    return pairings, byes


def _outcome(game: Game, place: Place, *, findings: list[Finding]) -> tuple[Outcome, bool]:
    """Return how a game ended, and whether its result is written as a forfeit."""
    result = game.tags.get("Result", "").strip()
    if result not in _RESULTS and result not in _FORFEITS:
        findings.append(error("unknown-result", place, text=result[:40]))
    if kinds.is_contradicted(game):
        findings.append(warning("termination-and-moves", place, text=game.text("Termination")[:40]))
    return _FORFEITS.get(result, _RESULTS.get(result, Outcome.UNKNOWN)), result in _FORFEITS


def _pairing(each: Seated, number: int, outcome: Outcome, *, by_default: bool) -> Pairing:
    return Pairing(
        round=number,
        white=each.white,
        black=each.black,
        outcome=outcome,
        by_default=by_default,
        board=board_of(each.game),
        line=each.game.line,
    )


def _bye(each: Seated, number: int, outcome: Outcome) -> Bye:
    """Make the bye of the side that is there, by what it scored; without a result the usual one."""
    score = scores(outcome)[each.white == BYE]
    kind = ByeKind.PAIRING_ALLOCATED if outcome is Outcome.UNKNOWN else _BYES[score]
    return Bye(number, each.sides[0], kind, each.game.line)


def _about(games: Sequence[Game], *, findings: list[Finding]) -> Report:
    """Return the tournament as most of its games describe it."""
    events = Counter(name for game in games if (name := game.text("Event")))
    if len(events) > 1:
        findings.append(warning("many-events", count=len(events)))
    played = {day for game in games if (day := day_of(game))}
    starts = {day for game in games if (day := read_day(game.text("EventDate")))}
    findings += findings_of(games, is_dated=bool(played or starts))
    place = _usual(games, "Site")
    federation = _COUNTRY.search(place)
    control = _usual(games, "TimeControl")
    minutes = chess.minutes_coded(control)
    return Report(
        format=KEY,
        encoding="",
        name=_usual(games, "Event"),
        start=min(played | starts, default=None),
        end=max(played, default=None),
        place=place,
        country=country_of(federation[1]) if federation else "",
        board_size=8,
        adjusted_minutes=minutes,
        time_system=control,
        online=chess.is_online(place) or None,
        discipline="chess",
        federation=federation[1] if federation else "",
        rate=chess.rate(minutes, _usual(games, "Event")),
    )


def _usual(games: Sequence[Game], tag: str) -> str:
    """Return the value most games have."""
    values = Counter(value for game in games if (value := game.text(tag)))
    return values.most_common(1)[0][0] if values else ""


def _round_dates(seated: Sequence[Seated], rounds: Sequence[int]) -> tuple[date | None, ...]:
    """Return the first day of every round."""
    first: dict[int, date] = {}
    for each, number in zip(seated, rounds, strict=True):
        if day := day_of(each.game):
            first[number] = min(day, first.get(number, day))
    return tuple(first.get(number) for number in range(1, max(first, default=0) + 1))
