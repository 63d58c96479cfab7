"""Findings of a revision as its desk page shows them, and its file line by line with those of each line."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.checks import warning_confirmations
from tournaments.checks.submission_checks import MENDABLE
from tournaments.desk.finding_words import place_words, sentence
from tournaments.desk.queries import SHOWN_FINDINGS
from tournaments.formats.shared.encoding import decode
from tournaments.inspection import causes
from tournaments.inspection.advice import advice
from tournaments.inspection.plausibility import CODES
from tournaments.models import Confirmation, Entry, Remark, Tournament, Upload
from tournaments.reports.findings import Unreadable
from tournaments.review import replies
from tournaments.revisions import match_doubts, same_games

ALIKE = 4  # findings of one kind that are folded into one line
A_PAGE = 50  # lines
GROUPS = (
    ("error", _("Errors")),
    ("warning", _("Warnings")),
    ("notice", _("Notices")),
)
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
class SourceLine:
    """A line of the file; `cut`: how many letters are not shown."""

    number: int
    text: str
    cut: int
    flags: Sequence[Flag]


@dataclass(frozen=True, slots=True)
class Original:
    """The file; without lines where `reason` is "none" (no file), "big" or "binary"."""

    lines: Sequence[SourceLine]
    reason: str = ""


def flags(tournament: Tournament) -> list[Flag]:
    """Return what is found in a revision, errors first; two queries."""
    confirmed, remarks = warning_confirmations.confirmations(tournament), replies.remarks_of(tournament)
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
            SourceLine(number, line[:LONGEST], max(0, len(line) - LONGEST), by_line.get(number, ()))
            for number, line in enumerate(written, 1)
        )
    )


def _by_line(all_flags: Sequence[Flag]) -> dict[int, list[Flag]]:
    lines: dict[int, list[Flag]] = defaultdict(list)
    for flag in all_flags:
        if flag.line is not None:
            lines[flag.line].append(flag)
    return lines


@dataclass(frozen=True, slots=True)
class Line:
    """A finding with what can be done about it; `entrant` and `round` where the crosstable shows it.

    `followers`: findings of the same severity that follow from it.
    """

    severity: str
    code: str
    key: str
    place: str
    text: str
    advice: str
    entrant: int | None
    round: int | None
    wants_confirmation: bool
    confirmation: Confirmation | None

    remark: Remark | None  # of the officer who returned it
    other: int | None = None  # number of the tournament it is about
    followers: Sequence["Line"] = ()

    @property
    def is_of_match(self) -> bool:
        """Whether it is about the player the entrant was matched to."""
        return self.code in CODES

    @property
    def is_kind(self) -> bool:
        """Whether it stands for several."""
        return False


@dataclass(frozen=True, slots=True)
class Kind:
    """Findings of one kind, folded: the text of one of them, their number, and one tick for all."""

    severity: str
    code: str
    lines: Sequence[Line]

    @property
    def is_kind(self) -> bool:
        """Whether it stands for several."""
        return True

    @property
    def example(self) -> Line:
        """The first of those still to be confirmed, or of all."""
        return next((line for line in self.lines if line.confirmation is None), self.lines[0])

    @property
    def shown(self) -> Sequence[Line]:
        """Those that stand on the page; the others on a page of their own."""
        return self.lines[:A_PAGE]

    @property
    def more(self) -> int:
        """How many stand on a page of their own."""
        return len(self.lines) - len(self.shown)

    @property
    def wants_confirmation(self) -> bool:
        """Whether they have to be confirmed."""
        return any(line.wants_confirmation for line in self.lines)

    @property
    def is_confirmed(self) -> bool:
        """Whether every one is confirmed."""
        return all(line.confirmation is not None for line in self.lines)

    @property
    def confirmed(self) -> int:
        """How many are confirmed."""
        return sum(line.confirmation is not None for line in self.lines)


@dataclass(frozen=True, slots=True)
class Group:
    """The findings of one severity; `more` are not shown.

    `lines` stand for themselves; `elsewhere` follow from findings of a graver group.
    """

    severity: str
    label: str | Promise
    lines: Sequence[Line]
    elsewhere: Sequence[Line]
    more: int
    pages: "Page[Line] | None" = None  # where the lines are a page of one kind

    @property
    def kinds(self) -> dict[str, list[Line]]:
        """The lines that stand for themselves, by kind."""
        by_code: dict[str, list[Line]] = defaultdict(list)
        for line in self.lines:
            by_code[line.code].append(line)
        return by_code

    @property
    def items(self) -> list[Line | Kind]:
        """The lines as a page shows them: a kind that has many as one, unless each has to be read (READ)."""
        if self.pages is not None:
            return list(self.lines)
        kinds = {code: lines for code, lines in self.kinds.items() if code not in warning_confirmations.READ}
        folded = {code: lines for code, lines in kinds.items() if len(lines) >= ALIKE}
        items: list[Line | Kind] = []
        for line in self.lines:
            if line.code not in folded:
                items.append(line)
            elif line is folded[line.code][0]:
                items.append(Kind(self.severity, line.code, folded[line.code]))
        return items

    @property
    def every(self) -> list[Line]:
        """All findings shown, those that follow from others too."""
        return [item for line in self.lines for item in (line, *line.followers)] + list(self.elsewhere)

    @property
    def open(self) -> int:
        """How many are still to be confirmed."""
        return sum(line.wants_confirmation and line.confirmation is None for line in self.every)


def groups(tournament: Tournament) -> list[Group]:
    """Return the findings by severity, open ones first; one query, two where it was returned."""
    confirmed = warning_confirmations.confirmations(tournament)
    remarks = replies.remarks_of(tournament) if tournament.reason else {}
    findings = tournament.current_findings
    roots = causes.of_stored(findings)
    by_severity: list[Group] = []
    for severity, label in GROUPS:
        every = [at for at, finding in enumerate(findings) if finding["severity"] == severity]
        # What hinders is shown whole: a finding has to be seen to be confirmed.
        shown = every[:SHOWN_FINDINGS] if severity == "notice" else every
        lines = {at: _line(findings[at], confirmed, remarks) for at in shown}
        if lines:
            hidden = set(every) - lines.keys()
            own, elsewhere = _folded(lines, [None if root in hidden else root for root in roots])
            by_severity.append(Group(severity, label, own, elsewhere, len(every) - len(shown)))
    return by_severity


def of_erased(rows: Iterable[Entry]) -> list[Line]:
    """Return what an approval asks about: new players who are like a person erased on request, as of now."""
    return [_line(finding, {}, {}) for finding in match_doubts.stored(match_doubts.erased_among(rows))]


def of_kind(tournament: Tournament, code: str, page: str) -> list[Group]:
    """Return the findings of one kind that stand for themselves, a page of each severity."""
    of_this_kind = [group for group in groups(tournament) if code in group.kinds]
    pages = [(group, Paginator(group.kinds[code], A_PAGE).get_page(page)) for group in of_this_kind]
    return [replace(group, lines=list(shown), elsewhere=(), more=0, pages=shown) for group, shown in pages]


def keys_of_kinds(tournament: Tournament, codes: Collection[str]) -> dict[str, set[str]]:
    """Return the keys of the warnings one tick stands for, by kind; none of those in READ."""
    wanted = set(codes) - warning_confirmations.READ
    warnings = (group for group in groups(tournament) if group.severity == "warning")
    kinds = {code: lines for group in warnings for code, lines in group.kinds.items() if code in wanted}
    return {code: {line.key for line in lines} for code, lines in kinds.items()}


def _folded(lines: Mapping[int, Line], roots: Sequence[int | None]) -> tuple[list[Line], list[Line]]:
    """Fold the lines of a group under their causes; second, those whose cause is in another group."""
    followers: dict[int, list[Line]] = defaultdict(list)
    for at, line in lines.items():
        root = roots[at]
        if root is not None:
            followers[root].append(line)
    own = [replace(line, followers=followers.pop(at, ())) for at, line in lines.items() if roots[at] is None]
    own.sort(key=lambda line: all(item.confirmation is not None for item in (line, *line.followers)))
    return own, [line for rest in followers.values() for line in rest]


def _line(
    finding: Mapping[str, Any], confirmed: Mapping[str, Confirmation], remarks: Mapping[str, Remark]
) -> Line:
    key = warning_confirmations.key_of(finding)
    place = finding["place"]
    return Line(
        severity=finding["severity"],
        code=finding["code"],
        key=key,
        place=place_words(place),
        text=sentence(finding["code"], finding["values"]),
        advice=gettext(advice(finding["code"], finding["severity"])),
        entrant=place.get("entrant"),
        round=place.get("round") if finding["code"] not in MENDABLE else None,
        wants_confirmation=warning_confirmations.wants_confirmation(finding),
        confirmation=confirmed.get(key),
        remark=remarks.get(key),
        other=finding["values"]["number"] if finding["code"] == same_games.CODE else None,
    )
