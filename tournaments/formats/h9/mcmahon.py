"""The start scores of an H9 table: what its column of McMahon scores holds beyond the points."""

import re
from collections.abc import Sequence

from tournaments.formats.h9.lines import Line
from tournaments.formats.shared.crosstable import Pairings
from tournaments.reports.mcmahon import McMahon
from tournaments.reports.outcomes import bye_score, scores

_HEADING = re.compile(r"\b(?:club|clb|cl)\s+(?:MMS|MM)\b", re.IGNORECASE)
SCORE = re.compile(r"([0-9]{1,3})([=½]|[.,]5)?")  # "31=" is 31 and a half


def read(lines: Sequence[Line], headings: Sequence[str], joined: Pairings) -> McMahon | None:
    """Read the first column behind the club where a heading calls it McMahon score, None where none does."""
    if not any(_HEADING.search(text) for text in headings):
        return None
    points = [0] * len(lines)
    for pairing in joined.pairings:
        white, black = scores(pairing.outcome)
        points[pairing.white - 1] += white
        points[pairing.black - 1] += black
    for bye in joined.byes:
        points[bye.entrant - 1] += bye_score(bye.kind)
    starts = tuple(_start(line, had) for line, had in zip(lines, points, strict=True))
    return McMahon(starts) if any(start is not None for start in starts) else None


def _start(line: Line, points: int) -> int | None:
    match = SCORE.fullmatch(line.columns[0][0]) if line.columns else None
    return None if match is None else 2 * int(match[1]) + bool(match[2]) - points
