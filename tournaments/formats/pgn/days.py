"""Days of the games of a file in PGN, and the questions their dates leave."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from tournaments.formats.pgn.tags import Game
from tournaments.formats.shared import dates
from tournaments.reports.findings import Finding, Place, error, warning

_TAGS = ("Date", "UTCDate", "EndDate")
_CLOCK = re.compile(r"(?<=[0-9])[T ]+[0-9]{1,2}:[0-9]{2}\S*(?: ?(?:Z|UTC|GMT))?$")
_EITHER_WAY = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})")
# 2026.??.??, 2026.05.xx, 2026-00-00, 2026, 2026-05
_PARTIAL = re.compile(
    r"(?=.*[?x]|.*\b00?\b|[0-9]{4}(?:[-/.][0-9]{1,2})?$)[0-9?x]{1,4}(?:[-/.][0-9?x]{1,4}){0,2}", re.IGNORECASE
)
_TEXTS = 5  # different dates that are named


def read_day(text: str) -> date | None:
    """Read a date as the standard has it, day first or with the month in words; None where it is none."""
    return dates.day(_CLOCK.sub("", text.strip()))


def day_of(game: Game) -> date | None:
    """Return the day of a game: its Date, else that of the server's clock."""
    return next((day for tag in _TAGS if (day := read_day(game.text(tag)))), None)


def time_of(game: Game) -> str:
    """Return by what games of a day are put in order; times as servers write them compare as texts."""
    return game.text("UTCTime") or game.text("Time") or game.text("StartTime")


def findings_of(games: Sequence[Game], *, is_dated: bool) -> Iterator[Finding]:
    """Yield what is to be asked about dates; `is_dated`: something in the file has a day."""
    without = [game for game in games if day_of(game) is None]
    texts = {game.text("Date"): game.line for game in reversed(without)}
    texts = {text: texts[text] for text in sorted(texts, key=texts.__getitem__) if text}
    partial = [text for text in texts if _PARTIAL.fullmatch(text)]
    for text in [text for text in texts if text not in partial][:_TEXTS]:
        make = warning if is_dated else error
        yield make("impossible-date", Place(texts[text]), text=text[:40])
    if without and is_dated:
        yield warning("undated-games", Place(without[0].line), count=len(without))
    elif partial and any(letter.isdecimal() for letter in partial[0]):
        yield error("partial-date", Place(texts[partial[0]]), text=partial[0][:40])
    yield from _ambiguous(games)


def _ambiguous(games: Sequence[Game]) -> Iterator[Finding]:
    """Yield dates that can be read day first and month first."""
    seen = {text: game.line for game in reversed(games) if _EITHER_WAY.fullmatch(text := game.text("Date"))}
    for text in list(reversed(seen))[:_TEXTS]:
        first, second, year = text.replace("/", "-").replace(".", "-").split("-")
        day, other = dates.day(f"{year}-{second}-{first}"), dates.day(f"{year}-{first}-{second}")
        if day and other and day != other:
            yield warning(
                "ambiguous-date", Place(seen[text]), text=text, date=day.isoformat(), second=other.isoformat()
            )
