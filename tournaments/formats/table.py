"""The formats we read and write, in one table, and which a text is in; bytes in, a report out, and back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from federation.vocabulary.grades import LETTERED
from tournaments.formats import json_writer
from tournaments.formats.h9 import header as h9_header
from tournaments.formats.h9 import reader as h9
from tournaments.formats.h9 import writer as h9_writer
from tournaments.formats.opengotha import reader as opengotha
from tournaments.formats.pgn import reader as pgn
from tournaments.formats.shared.encoding import LIMIT, Source, decode
from tournaments.formats.shared.limits import check_results, check_size
from tournaments.formats.shared.no_persons import persons_alone
from tournaments.formats.spreadsheet import reader as spreadsheet
from tournaments.formats.spreadsheet import writer as spreadsheet_writer
from tournaments.formats.tou import reader as tou
from tournaments.formats.tou import writer as tou_writer
from tournaments.formats.trf import layout as trf_layout
from tournaments.formats.trf import reader as trf
from tournaments.formats.trf import writer as trf_writer
from tournaments.reports.findings import Unreadable, error
from tournaments.reports.report import Report

_LONGEST = 5_000  # characters; no line of a report comes near
_HEAD, _SAMPLE = 300, 50
_MOST_LINES = 50_000  # that hold something; a table of the most entrants has a tenth of that
_H9_ROW = re.compile(rf"(?:[0-9]+ )?\S+ \S+ (?i:{LETTERED}) [A-Za-z]{{2}} \S+ .*[0-9][-+=]")
_TOU_ROW = re.compile(rf".{{30}} ?(?i:{LETTERED}) .{{12}}.*[0-9][-+=?][wb][0-9]")


@dataclass(frozen=True, slots=True)
class Format:
    """One format: its key, what people call it, the ending of its files, and who reads and writes it."""

    key: str
    label: str
    extension: str
    reader: Callable[[Source], Report] | None
    writer: Callable[[Report], bytes] | None
    game: str = ""  # the one it is for; "": any


FORMATS: Mapping[str, Format] = {
    entry.key: entry
    for entry in (
        Format(opengotha.KEY, "OpenGotha XML", ".xml", opengotha.read, None, "go"),
        Format(h9.KEY, "EGF H9", ".h9", h9.read, h9_writer.write, "go"),
        Format(tou.KEY, "FFG TOU", ".tou", tou.read, tou_writer.write, "go"),
        Format(spreadsheet.KEY, "Palmares CSV", ".csv", spreadsheet.read, spreadsheet_writer.write),
        Format(trf_layout.TRF26, "FIDE TRF26", ".trf", trf.read, trf_writer.write_2026, "chess"),
        Format(trf_layout.TRF16, "FIDE TRF16", ".trf", trf.read, trf_writer.write_2016, "chess"),
        Format(trf_layout.OLD, "FIDE TRF 2006", ".trf", trf.read, None, "chess"),
        Format(pgn.KEY, "PGN", ".pgn", pgn.read, None, "chess"),
        Format("json", "Palmares JSON", ".json", None, json_writer.write),
    )
}


def read(data: bytes, *, filename: str = "", limit: int = LIMIT) -> Report:
    """Read a file of any format we know; the format is found from its content.

    Raises Unreadable, and nothing else, for bytes that are no tournament report.
    """
    source = decode(data, filename=filename, limit=limit)
    reader = FORMATS[detect(source.text) or "json"].reader
    if reader is None:
        raise Unreadable(error("unknown-format"))
    report = persons_alone(reader(source))
    check_size(len(report.entrants), report.rounds)
    check_results(max(2 * len(report.pairings), len(report.byes)))
    return report


def write(report: Report, format_key: str) -> bytes:
    """Write a report in a format. Raises KeyError for a format that is unknown or only read."""
    writer = FORMATS[format_key].writer
    if writer is None:
        raise KeyError(format_key)
    return writer(report)


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
