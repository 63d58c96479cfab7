"""Which format a text is in, from what stands in it."""

import re

from tournaments.formats import h9_header, spreadsheet, tou

_LONGEST = 5_000  # characters; keeps the patterns of the line formats far from quadratic time
_H9_ROW = re.compile(r"\s*[0-9]*\s+\S+\s+\S+\s+[0-9]{1,2}[kdpKDP]\s+[A-Za-z]{2}\s+\S+.*[0-9][-+=]")
_TOU_ROW = re.compile(r".{30}[ 0-9]{1,2}[kdpKDP] .{12}.*[0-9][-+=?][wb][0-9]")


def detect(text: str) -> str | None:
    """Give the key of the format, None when it is none of ours. A file's name is never asked."""
    if text.lstrip().startswith("<"):
        return "opengotha"
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    if any(len(line) > _LONGEST for line in lines):
        return None
    comments = [line.strip() for line in lines if line.lstrip().startswith(";")]
    if any(h9_header.PROPERTY.match(line) for line in comments):
        return "h9"
    if any(tou.HEADER.match(line) for line in comments):
        return "tou"
    if spreadsheet.looks_like(lines):
        return "spreadsheet"
    rows = [line for line in lines if not line.lstrip().startswith(";")]
    if any(_TOU_ROW.match(line) for line in rows):
        return "tou"
    if any(_H9_ROW.match(line) for line in rows):
        return "h9"
    return None
