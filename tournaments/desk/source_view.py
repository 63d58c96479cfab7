"""File as it was handed in, line by line, with the findings of each line."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.checks import warning_confirmations
from tournaments.desk.finding_words import place_words, sentence
from tournaments.desk.queries import SHOWN_FINDINGS
from tournaments.formats.shared.encoding import decode
from tournaments.inspection import causes
from tournaments.models import Confirmation, Remark, Tournament, Upload
from tournaments.reports.findings import Unreadable
from tournaments.review import review_remarks

MOST_BYTES = 400_000  # more is a download
MOST_LINES = 2_000
LONGEST = 400  # letters of a line
_ORDER = {"error": 0, "warning": 1, "notice": 2}


@dataclass(frozen=True, slots=True)
class Flag:
    """A finding where it was found, who confirmed it, and what an officer wants done about it."""

    key: str
    severity: str
    code: str
    place: str
    text: str
    line: int | None
    entrant: int | None
    confirmation: Confirmation | None
    remark: Remark | None
    root: int | None  # which of the flags it follows from


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file; `cut`: how many letters are not shown."""

    number: int
    text: str
    cut: int
    flags: Sequence[Flag]


@dataclass(frozen=True, slots=True)
class Original:
    """The file; without lines where `reason` is "none" (no file), "big" or "binary"."""

    lines: Sequence[Line]
    reason: str = ""


def flags(tournament: Tournament) -> list[Flag]:
    """Return what is found in a revision, errors first; two queries."""
    confirmed, remarks = warning_confirmations.confirmations(tournament), review_remarks.of(tournament)
    findings = sorted(tournament.current_findings, key=lambda finding: _ORDER[finding["severity"]])
    flags = []
    for finding, root in zip(findings[:SHOWN_FINDINGS], causes.of_stored(findings), strict=False):
        key, place = warning_confirmations.key_of(finding), finding["place"]
        flags.append(
            Flag(
                key=key,
                severity=finding["severity"],
                code=finding["code"],
                place=place_words(place),
                text=sentence(finding["code"], finding["values"]),
                line=place.get("line"),
                entrant=place.get("entrant"),
                confirmation=confirmed.get(key),
                remark=remarks.get(key),
                root=root if root is not None and root < SHOWN_FINDINGS else None,
            )
        )
    return flags


def original(tournament: Tournament, found: Sequence[Flag]) -> Original:
    """Decode the file of a revision and lay `found` at its lines; one query."""
    if tournament.upload_id is None:
        return Original((), "none")
    size = tournament.upload.size if tournament.upload else 0
    if size > MOST_BYTES:
        return Original((), "big")
    content = Upload.objects.values_list("content", flat=True).get(pk=tournament.upload_id)
    try:
        text = decode(bytes(content)).text
    except Unreadable:
        return Original((), "binary")
    written = text.rstrip("\n").split("\n")
    if len(written) > MOST_LINES:
        return Original((), "big")
    by_line: Mapping[int, list[Flag]] = _by_line(found)
    return Original(
        tuple(
            Line(number, line[:LONGEST], max(0, len(line) - LONGEST), by_line.get(number, ()))
            for number, line in enumerate(written, 1)
        )
    )


def _by_line(all_flags: Sequence[Flag]) -> dict[int, list[Flag]]:
    lines: dict[int, list[Flag]] = defaultdict(list)
    for flag in all_flags:
        if flag.line is not None:
            lines[flag.line].append(flag)
    return lines
