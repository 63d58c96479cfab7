"""The formats we read and write, in one table, and which a text is in; bytes in, a report out, and back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from federation.vocabulary.grades import LETTERED
from federation.vocabulary.messages import gettext_noop
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
    """A format: its key, its name, the ending of its files, its reader and its writer.

    `words`: what it is, for organisers (message id); `game`: the one it is for, "" for any; `sample`: a small
    file of a format that is only read, "" where it looks like that of another.
    """

    key: str
    label: str
    extension: str
    reader: Callable[[Source], Report] | None
    writer: Callable[[Report], bytes] | None
    words: str
    game: str = ""
    sample: str = ""


FORMATS: Mapping[str, Format] = {
    entry.key: entry
    for entry in (
        Format(
            opengotha.KEY,
            "OpenGotha XML",
            ".xml",
            opengotha.read,
            None,
            gettext_noop("The file saved by OpenGotha. The grade is from the registration."),
            "go",
            opengotha.SAMPLE,
        ),
        Format(
            h9.KEY,
            "EGF H9",
            ".h9",
            h9.read,
            h9_writer.write,
            gettext_noop("The results table of the European Go Database. Opponents are line numbers."),
            "go",
        ),
        Format(
            tou.KEY,
            "FFG TOU",
            ".tou",
            tou.read,
            tou_writer.write,
            gettext_noop("The results file of the French Go federation, in fixed columns."),
            "go",
        ),
        Format(
            spreadsheet.KEY,
            "Palmares CSV",
            ".csv",
            spreadsheet.read,
            spreadsheet_writer.write,
            gettext_noop("A table anyone can make: the details first, then a row for each player."),
        ),
        Format(
            trf_layout.TRF26,
            "FIDE TRF26",
            ".trf",
            trf.read,
            trf_writer.write_2026,
            gettext_noop("FIDE’s report of a tournament as of 2026, in fixed columns."),
            "chess",
        ),
        Format(
            trf_layout.TRF16,
            "FIDE TRF16",
            ".trf",
            trf.read,
            trf_writer.write_2016,
            gettext_noop("FIDE’s report of a tournament as of 2016, in fixed columns."),
            "chess",
        ),
        Format(
            trf_layout.OLD,
            "FIDE TRF 2006",
            ".trf",
            trf.read,
            None,
            gettext_noop("FIDE’s report of a tournament as of 2006."),
            "chess",
        ),
        Format(
            pgn.KEY,
            "PGN",
            ".pgn",
            pgn.read,
            None,
            gettext_noop("Chess games with their moves; players and rounds come from the tags."),
            "chess",
            pgn.SAMPLE,
        ),
        Format(
            "json",
            "Palmares JSON",
            ".json",
            None,
            json_writer.write,
            gettext_noop("The whole report with its findings, for use by programs."),
        ),
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
