"""Games in PGN, one by one: players, result, when they ended and their code, by the tags alone.

Tags as the large servers write them: FICSGamesDBGameNo, GameId, Site or Link as the code, UTCDate and
UTCTime, Date and Time, EndDate and EndTime. The end counts where it is known, else the start (no effect on a
deviation above 0.01).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from tournaments.formats.pgn import kinds
from tournaments.formats.pgn.tags import Game, Lines, games
from tournaments.online_games import notation
from tournaments.online_games.arrivals import Arrival, Refusal, Slice, of_records
from tournaments.online_games.notation import made_code, moment
from tournaments.reports.findings import Finding, Place, error, notice

SLICE = 50_000  # games handed on at a time
_DATE = re.compile(r"([0-9]{4})[./-]([0-9]{2})[./-]([0-9]{2})")
_TIME = re.compile(r"([0-9]{2}:[0-9]{2}:[0-9]{2}) ?(Z|UTC|GMT)?([+-][0-9]{2}:?[0-9]{2})?")
# "https://play.example/Ab12Cd34/black" and "https://play.example/live/game/99?tab=moves"
_ADDRESSES = {
    "Site": re.compile(r"https?://[^/\s]+/([A-Za-z0-9]{4,40})(?:[/?#]\S*)?"),
    "Link": re.compile(r"https?://[^\s?#]+/([0-9]{1,40})(?:[/?#]\S*)?"),
}
_UNRATED = re.compile(r"\b(?:unrated|casual)\b", re.IGNORECASE)
_CATEGORY = re.compile(
    r"\brated (standard|blitz|lightning|wild|bughouse|crazyhouse|suicide|losers|atomic)\b", re.IGNORECASE
)


@dataclass(slots=True)
class _Reading:
    """What is found while reading."""

    category: str  # of the system: the part behind the hyphen of its key; "" where it has none
    are_moves_kept: bool = True  # a decided game without any was not played
    is_asked: bool = False  # most games have none, which is a finding
    refused: list[Refusal] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, code: str) -> None:
        """Count something there is a notice about."""
        self.counts[code] = self.counts.get(code, 0) + 1

    def notices(self) -> tuple[Finding, ...]:
        """Return what was assumed and left out."""
        return tuple(notice(code, count=count) for code, count in self.counts.items())


def read(handle: Lines, *, system: str) -> Iterator[Slice]:
    """Read the games of a file, SLICE at a time, without unrated ones and other categories of FICS."""
    category = system.removeprefix("fics-") if system.startswith("fics-") else ""
    all_games = games(handle)
    while some := list(islice(all_games, SLICE)):
        reading = _Reading(category)
        reading.are_moves_kept, doubts = kinds.read_lack_of_moves(some)
        reading.is_asked = bool(doubts) and not reading.are_moves_kept
        records = [record for game in some if (record := _arrival(game, reading)) is not None]
        yield Slice(of_records(records), tuple(reading.refused), reading.notices())


def _arrival(game: Game, reading: _Reading) -> Arrival | None:
    """Make the record of a game; None when it is left out or refused."""
    if reason := _reason_to_skip(game, reading):
        reading.count(reason)
        return None
    place = Place(game.line)
    ended, zone = _find_end(game)
    players = (_text(game, "White"), _text(game, "Black"))
    score = notation.score(game.tags.get("Result", ""))
    wrong = [] if ended is not None else [error("missing-end", place)]
    wrong += [] if all(players) else [error("missing-player", place)]
    wrong += [] if score is not None else [notation.missing(game.tags.get("Result", ""), place)]
    code = _code(game)
    if wrong or ended is None:
        reading.refused.append(Refusal(game.line, code, tuple(wrong)))
        return None
    if not zone:
        reading.count("zone-assumed")
    if not code:
        reading.count("code-made")
    if reading.is_asked and not game.moved:
        reading.count("moveless-games")
    return Arrival(code or made_code(ended, players), ended, players, score, place=game.line)


def _reason_to_skip(game: Game, reading: _Reading) -> str:
    """Return the code of the notice that counts games of this kind, "" for a game that is taken.

    Other rules and positions set up are of the category "wild"; a system without categories takes all.
    """
    event = _text(game, "Event")
    category = _CATEGORY.search(event)
    if _UNRATED.search(event):
        return "unrated-games"
    if reading.category and category and category[1].lower() != reading.category:
        return "other-category"
    if reading.category not in ("", "wild") and (kinds.other_rules(game) or kinds.is_set_up(game)):
        return "other-category"
    if kinds.programs(game):
        return "program-games"
    return "unplayed-games" if kinds.is_unplayed(game, are_moves_kept=reading.are_moves_kept) else ""


def _text(game: Game, name: str) -> str:
    """Return a tag's text; bytes that were no UTF-8 are read as Western ones."""
    text = game.text(name)
    if text.isascii():
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeDecodeError:
        return text.encode("utf-8", "surrogateescape").decode("iso-8859-15")


def _code(game: Game) -> str:
    """Return the code the server has for the game; "" for none."""
    for name in ("FICSGamesDBGameNo", "GameId", "GameID"):
        if game.text(name):
            return game.text(name)
    for name, address in _ADDRESSES.items():
        if match := address.fullmatch(game.text(name)):
            return match[1]
    return ""


def _find_end(game: Game) -> tuple[int | None, bool]:
    """Return the end where known, else the start, and whether a zone is named; (None, False) without."""
    for day, time in (("EndDate", "EndTime"), ("UTCDate", "UTCTime"), ("Date", "Time")):
        date, clock = _DATE.fullmatch(game.text(day)), _TIME.fullmatch(game.text(time))
        if date and clock:
            zone = clock[3] or ("Z" if clock[2] or day == "UTCDate" else "")
            end = moment(f"{'-'.join(date.groups())}T{clock[1]}{zone}")
            if end:
                return end
    return None, False
