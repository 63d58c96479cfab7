"""FIDE's titles and federations, thinking time and rate of play, as every file of chess writes them."""

import re

from federation.vocabulary.countries import COUNTRIES
from tournaments.formats.shared.time_control import is_server

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "WH")
_COUNTRY_OF = {fide: code for code, (fide, _) in COUNTRIES.items() if fide}
MOVES = 60
# FIDE rating regulations B.02 and those for rapid and blitz (1 March 2024): base time and 60 increments.
_STANDARD, _RAPID, _BLITZ = 60, 10, 3  # minutes: at least, more than, more than
# One period of TRF26's line 222: moves/seconds+increment
_PERIOD = re.compile(r"(?:([0-9]{1,3})/)?([0-9]{1,6})(?:\+([0-9]{1,4}))?")
_WORDS = re.compile(
    r"(?:([0-9]):([0-9]{2})|([0-9]{1,3})) ?(?:min\w*\.?|'|m)? ?(?:\+ ?([0-9]{1,3}) ?(?:s\w*\.?|\"|'')?"
    r"(?: ?(?:per|/|from) ?move.*)?)?",
    re.IGNORECASE,
)
_SERVERS = re.compile(r"\b(lichess\.org|chess\.com|chess24|freechess\.org)\b", re.IGNORECASE)
_NAMED = re.compile(r"\b(standard|rapid|blitz)\b", re.IGNORECASE)
_COUNTRY_OF.update(dict.fromkeys(("ENG", "SCO", "WLS", "GCI", "JCI", "IOM"), "UK"))
# Whose letters a file may have: also those of players without a federation, and of FIDE itself.
FEDERATIONS = frozenset(_COUNTRY_OF) | {"FID", "NON"}


def country_of(federation: str) -> str:
    """Return the two letters of a FIDE federation, "" for those without a country of their own."""
    return _COUNTRY_OF.get(federation, "")


def minutes_coded(code: str) -> float | None:
    """Count the minutes for 60 moves of a line 222, such as 40/6000+30:900+30.

    A period that begins behind the sixtieth move adds nothing. None for what cannot be read and for unequal
    times (W...-B...), which are never rated.
    """
    total, left = 0.0, MOVES
    periods = [_PERIOD.fullmatch(period) for period in code.strip().split(":")]
    for number, period in enumerate(periods, start=1):
        if period is None:
            return None
        if not left:
            continue
        moves = min(left, int(period[1])) if period[1] and number < len(periods) else left
        total += int(period[2]) + moves * int(period[3] or 0)
        left -= moves
    return total / 60


def minutes_said(words: str) -> float | None:
    """Count the minutes for 60 moves of a time in words: "90+30", "1:30 + 10 from move 1", "15 min"."""
    match = _WORDS.fullmatch(" ".join(words.split()))
    if match is None:
        return None
    main = int(match[3]) if match[3] else int(match[1]) * 60 + int(match[2])
    return main + int(match[4] or 0) * MOVES / 60


def rate(minutes: float | None, *words: str) -> str:
    """Name the rate of play, "" where it is unknown or too fast to be rated."""
    if minutes is None:
        named = _NAMED.search(" ".join(words))
        return named[1].lower() if named else ""
    if minutes >= _STANDARD:
        return "standard"
    if minutes > _RAPID:
        return "rapid"
    return "blitz" if minutes > _BLITZ else ""


def is_online(place: str) -> bool:
    """Return whether a place is a server."""
    return is_server(place) or _SERVERS.search(place) is not None
