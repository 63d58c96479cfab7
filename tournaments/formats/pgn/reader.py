"""Games in PGN as a report: the tags of every game (event, round, players, result); moves are passed over.

Tags of players as FIDE's and the large servers' files have them (WhiteFideId, WhiteElo, WhiteTitle).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from io import StringIO
from itertools import islice

from tournaments.formats.pgn.tags import Game, games, is_tag
from tournaments.formats.shared import chess_clock, dates
from tournaments.formats.shared.chess import TITLES, country_of
from tournaments.formats.shared.encoding import Source
from tournaments.formats.shared.limits import MOST_RESULTS, MOST_ROUNDS, check_results, check_size
from tournaments.reports.findings import Finding, Findings, Place, error, warning
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing, Report

KEY = "pgn"
_ROUND = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?(?:\.[0-9.]*)?")
_COUNTRY = re.compile(r"(?:^|[ ,])([A-Z]{3})$")
_RESULTS: Mapping[str, Outcome] = {
    "1-0": Outcome.WHITE_WINS,
    "0-1": Outcome.BLACK_WINS,
    "1/2-1/2": Outcome.DRAW,
    "0-0": Outcome.BOTH_LOSE,
    "*": Outcome.UNKNOWN,
    "": Outcome.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class _File:
    """What only the whole file gives: FIDE numbers by name, entrants by key, whether any game has moves."""

    known: Mapping[str, str]
    seats: Mapping[str, int]
    moved: bool


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
    known = _numbers(all_games)
    entrants = _entrants(all_games, known)
    check_size(len(entrants))
    file = _File(
        known,
        {key: entrant.number for key, entrant in entrants.items()},
        any(game.moved for game in all_games),
    )
    per_game = [_pairing(game, file, findings=findings) for game in all_games]
    pairings = [pairing for pairing in per_game if pairing is not None]
    if not entrants:
        findings.append(error("no-entrants"))
    return replace(
        _about(all_games, findings=findings),
        encoding=source.encoding,
        rounds=max((pairing.round for pairing in pairings), default=0),
        entrants=tuple(entrants.values()),
        pairings=tuple(pairings),
        findings=findings.summed_up(),
    )


def _key(game: Game, side: str, known: Mapping[str, str]) -> str:
    """Return the key of a player: his FIDE number, where any game has it, else his name; "" for nobody."""
    name = game.text(side).casefold()
    number = game.text(f"{side}FideId").lstrip("0")
    return number if number.isdecimal() and number.isascii() else known.get(name, name)


def _numbers(games: Sequence[Game]) -> dict[str, str]:
    """Return the FIDE number of every name that has exactly one in the file."""
    numbers_by_name: defaultdict[str, set[str]] = defaultdict(set)
    for game in games:
        for side in ("White", "Black"):
            number = game.text(f"{side}FideId").lstrip("0")
            if number.isdecimal() and number.isascii():
                numbers_by_name[game.text(side).casefold()].add(number)
    return {name: min(numbers) for name, numbers in numbers_by_name.items() if name and len(numbers) == 1}


def _entrants(games: Sequence[Game], known: Mapping[str, str]) -> dict[str, Entrant]:
    """List the players in order of their first game, each with what that game says of him."""
    entrants: dict[str, Entrant] = {}
    for game in games:
        for side in ("White", "Black"):
            key, name = _key(game, side, known), game.text(side)
            if not name or key in entrants:
                continue
            surname, _, given_name = name.partition(",")
            rating, title = game.text(f"{side}Elo"), game.text(f"{side}Title").upper()
            number = key if key != name.casefold() else ""
            entrants[key] = Entrant(
                number=len(entrants) + 1,
                surname=surname.strip(),
                given_name=given_name.strip(),
                identifiers={"fide": number} if number else {},
                rating=float(rating) if re.fullmatch("[1-9][0-9]{2,3}", rating) else None,
                title=title if title in TITLES else "",
                line=game.line,
            )
    return entrants


def _pairing(game: Game, file: _File, *, findings: list[Finding]) -> Pairing | None:
    """Make the pairing of a game; None with a finding when it has no players or no round."""
    white, black = (file.seats.get(_key(game, side, file.known), 0) for side in ("White", "Black"))
    match = _ROUND.fullmatch(game.text("Round"))
    number = int(match[1]) if match else 0
    if not white or not black or not 1 <= number <= MOST_ROUNDS:
        findings.append(warning("incomplete-game", Place(game.line)))
        return None
    place = Place(game.line, None, number, white)
    if white == black:
        findings.append(error("plays-himself", place))
        return None
    result = game.tags.get("Result", "").strip()
    if result not in _RESULTS:
        findings.append(error("unknown-result", place, text=result[:40]))
    board = (match[2] if match else "") or game.text("Board")
    # Arbiters' files write forfeits as games without a move; files without any moves hold results only.
    by_default = file.moved and not game.moved
    return Pairing(
        round=number,
        white=white,
        black=black,
        outcome=_RESULTS.get(result, Outcome.UNKNOWN),
        by_default=by_default,
        board=int(board) if re.fullmatch("[0-9]{1,4}", board) else None,
        line=game.line,
    )


def _about(games: Sequence[Game], *, findings: list[Finding]) -> Report:
    """Return the tournament as most of its games describe it."""
    events = Counter(name for game in games if (name := game.text("Event")))
    if len(events) > 1:
        findings.append(warning("many-events", count=len(events)))
    days = {day for game in games if (day := dates.day(game.text("Date")))}
    starts = {day for game in games if (day := dates.day(game.text("EventDate")))}
    place = _usual(games, "Site")
    federation = _COUNTRY.search(place)
    control = _usual(games, "TimeControl")
    minutes = chess_clock.minutes_coded(control)
    return Report(
        format=KEY,
        encoding="",
        name=_usual(games, "Event"),
        start=min(days | starts, default=None),
        end=max(days, default=None),
        place=place,
        country=country_of(federation[1]) if federation else "",
        board_size=8,
        adjusted_minutes=minutes,
        time_system=control,
        online=chess_clock.is_online(place) or None,
        discipline="chess",
        federation=federation[1] if federation else "",
        rate=chess_clock.rate(minutes, _usual(games, "Event")),
        round_dates=_round_dates(games),
    )


def _usual(games: Sequence[Game], tag: str) -> str:
    """Return the value most games have."""
    values = Counter(value for game in games if (value := game.text(tag)))
    return values.most_common(1)[0][0] if values else ""


def _round_dates(games: Sequence[Game]) -> tuple[date | None, ...]:
    """Return the first day of every round."""
    days: dict[int, date] = {}
    for game in games:
        match, day = _ROUND.fullmatch(game.text("Round")), dates.day(game.text("Date"))
        if match and day and 1 <= int(match[1]) <= MOST_ROUNDS:
            days[int(match[1])] = min(day, days.get(int(match[1]), day))
    return tuple(days.get(number) for number in range(1, max(days, default=0) + 1))
