"""Detection of the format of a text from its content."""

import re

from federation.vocabulary.grades import LETTERED
from tournaments.formats.h9 import header as h9_header
from tournaments.formats.pgn import reader as pgn
from tournaments.formats.spreadsheet import reader as spreadsheet
from tournaments.formats.tou import reader as tou
from tournaments.formats.trf import layout as trf_layout
from tournaments.reports.findings import Unreadable, error

_LONGEST = 5_000  # characters; no line of a report comes near
_HEAD, _SAMPLE = 300, 50
_MOST_LINES = 50_000  # that hold something; a table of the most entrants has a tenth of that
_H9_ROW = re.compile(rf"(?:[0-9]+ )?\S+ \S+ (?i:{LETTERED}) [A-Za-z]{{2}} \S+ .*[0-9][-+=]")
_TOU_ROW = re.compile(rf".{{30}} ?(?i:{LETTERED}) .{{12}}.*[0-9][-+=?][wb][0-9]")


def detect(text: str) -> str | None:
    """Return the key of the format, None if it is none we read. The file's name is not used.

    Raises Unreadable for a table of more lines than any has.
    """
    if text.lstrip().startswith("<"):
        return "opengotha"
    if pgn.looks_like(text):
        return pgn.KEY
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    if len(lines) > _MOST_LINES:
        raise Unreadable(error("too-many-lines", count=len(lines), limit=_MOST_LINES))
    if any(len(line) > _LONGEST for line in lines):
        return None
    comments = [line.strip() for line in lines if line.lstrip().startswith(";")]
    if any(h9_header.PROPERTY.match(line) for line in comments):
        return "h9"
    if any(tou.HEADER.match(line) for line in comments):
        return "tou"
    if spreadsheet.looks_like(lines):
        return "spreadsheet"
    # The head of a few lines is enough to know them by, and keeps the patterns cheap.
    rows = [line[:_HEAD] for line in lines if not line.lstrip().startswith(";")][:_SAMPLE]
    if any(_TOU_ROW.match(line) for line in rows):
        return "tou"
    if any(_H9_ROW.match(" ".join(line.split())) for line in rows):
        return "h9"
    if trf_layout.looks_like(line[:_HEAD] for line in lines):
        return trf_layout.dialect(list(trf_layout.lines(text)))
    return None
