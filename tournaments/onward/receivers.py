"""The receivers in one table: what each takes, in which form by date, and what it would refuse. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.names import fold
from federation.vocabulary.systems.catalogue import families_of, registers_of
from tournaments.formats import table
from tournaments.onward import deadlines, egd, ffg, fide
from tournaments.onward.checks import Check, Dossier, Mend, Source, Weight
from tournaments.onward.deadlines import OWN_DAYS, Deadline, Terms, deadline_by
from tournaments.reports.findings import Unreadable
from tournaments.reports.report import Report

_MOST = 1_000  # checks shown of one file
_REDUCTION = re.compile(rb"; HA\[h([0-9])\]")


class Facts(NamedTuple):
    """What decides where a tournament goes: its game, what it was handed in for, its first day, if any."""

    discipline: str
    rated_for: Sequence[str]
    start: date | None


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a file for tournaments that end on `since` or later; `bytes`: encoding and line ends."""

    since: date
    format: str  # key in tournaments.formats.table
    name: str
    bytes: str
    source: Source


@dataclass(frozen=True, slots=True)
class Receiver:
    """One receiver: the register it is, its names, since when it takes results, in which forms, by when.

    `own_name`: what it calls files; `asks_seasoned`: players of earlier tournaments must have its number.
    """

    key: str  # of the register, as systems name it
    name: str
    full_name: str
    since: date
    forms: Sequence[Form]
    check: Callable[[Dossier], Iterator[Check]]
    terms: Sequence[Terms]
    own_name: Callable[[Report, bytes, int], str] = lambda _report, _content, _number: ""
    asks_seasoned: bool = False

    def rates(self, families: Iterable[str]) -> bool:
        """Return whether tournaments handed in for some families are handed in for its ratings."""
        return self.key in registers_of(list(families))

    def takes(self, facts: Facts) -> bool:
        """Return whether a tournament goes there: of its game, handed in for its ratings, not too old."""
        handed_in = self.rates(set(families_of(facts.discipline)).intersection(facts.rated_for))
        return handed_in and (facts.start is None or facts.start >= self.since)

    def form_of(self, end: date) -> Form:
        """Return the form in force on the last day of a tournament."""
        return [form for form in self.forms if form.since <= end][-1]


def _words(text: str, most: int) -> str:
    """Return a text as names of files have it: letters and digits, hyphens between."""
    return re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")[:most].strip("-")


def _title(report: Report) -> str:
    return _words(report.name, 60) or "tournament"


def _name_of_egd(report: Report, content: bytes, number: int) -> str:
    """Return the name of an H9, whose ending gives the handicap."""
    reduction = _REDUCTION.search(content)
    return f"{number}-{_title(report)}.h{reduction[1].decode() if reduction else 9}"


def _name_of_ffg(report: Report, _content: bytes, _number: int) -> str:
    """Return the name of a TOU: the day and the town; "" without a day."""
    town = _words(report.place, 40)
    return f"{report.start:%y%m%d}-{town or _title(report)}.tou" if report.start else ""


RECEIVERS: Mapping[str, Receiver] = {
    receiver.key: receiver
    for receiver in (
        Receiver(
            "egd",
            "EGD",
            gettext_noop("European Go Database"),
            egd.FIRST_EVENT,
            (Form(date.min, "h9", "EGF H9", "ISO-8859-15 / UTF-8, LF", egd.FORM),),
            egd.check,
            deadlines.OFFICE,
            own_name=_name_of_egd,
            asks_seasoned=True,
        ),
        Receiver(
            "ffg",
            "FFG",
            gettext_noop("FFG ladder"),
            date.min,
            (Form(date.min, "tou", "FFG TOU", "ISO-8859-15, LF", ffg.FORM),),
            ffg.check,
            deadlines.OFFICE,
            own_name=_name_of_ffg,
        ),
        Receiver(
            "fide",
            "FIDE",
            gettext_noop("FIDE rating server"),
            date.min,
            (
                Form(date.min, "trf16", "FIDE TRF16", "UTF-8, CR LF", fide.TRF16),
                Form(fide.TRF26_SINCE, "trf26", "FIDE TRF26", "UTF-8, CR LF", fide.TRF26),
            ),
            fide.check,
            deadlines.FIDE,
        ),
    )
}
KEYS = tuple(RECEIVERS)


def deadline_of(receiver: str, end: date, own_days: int = OWN_DAYS) -> Deadline:
    """Return by when a receiver wants the results of a tournament that ends on a day."""
    return deadline_by(RECEIVERS[receiver].terms, end, own_days)


def receivers_of(facts: Facts) -> list[Receiver]:
    """Return where a tournament goes, in the order of the table."""
    return [receiver for receiver in RECEIVERS.values() if receiver.takes(facts)]


@dataclass(frozen=True, slots=True)
class File:
    """The exact file for a receiver: its name, its bytes, the form they are in."""

    filename: str
    content: bytes
    form: Form


def file_of(receiver: Receiver, report: Report, *, number: int, end: date) -> File:
    """Write the exact file of a report: form by the last day, name as the receiver knows such files."""
    form = receiver.form_of(end)
    content = table.write(report, form.format)
    return File(_filename(receiver, report, content, number), content, form)


def _filename(receiver: Receiver, report: Report, content: bytes, number: int) -> str:
    """Return the name of a file: letters, digits, hyphens."""
    usual = f"{number}-{_title(report)}{table.FORMATS[receiver.forms[-1].format].extension}"
    return receiver.own_name(report, content, number) or usual


def text_of(file: File) -> str:
    """Return the text of a file we wrote."""
    try:
        return file.content.decode("utf-8")
    except UnicodeDecodeError:
        return file.content.decode("iso-8859-15")


def entrant_lines(file: File) -> list[int]:
    """Return the line (1-based) of each entrant of a file, in their order."""
    lines = text_of(file).split("\n")
    if file.form.format.startswith("trf"):
        return [number for number, line in enumerate(lines, start=1) if line.startswith("001 ")]
    return [number for number, line in enumerate(lines, start=1) if line.strip() and line[0] != ";"]


def checked(
    receiver: Receiver,
    file: File,
    dossier: Dossier,
    *,
    deadline: Deadline,
    came: date | None,
    is_sent: bool = False,
) -> list[Check]:
    """Return what a receiver would find in a file, gravest first; `came`: the day the office got it.

    What is sent (`is_sent`) is not overdue any more.
    """
    at = dict(zip((entrant.number for entrant in dossier.report.entrants), entrant_lines(file), strict=False))
    whole = replace(dossier, form=file.form.format, lines=at)
    checks = [
        *(() if is_sent else _overdue(deadline, whole.today)),
        *_came_late(deadline, came),
        *_read_back(file, whole.report),
        *receiver.check(whole),
    ]
    order = list(Weight)
    return sorted(checks, key=lambda check: order.index(check.weight))[:_MOST]


def _overdue(deadline: Deadline, today: date) -> Iterator[Check]:
    """Yield it where the last day is over, or the last list is out."""
    terms = deadline.terms
    if deadline.last_list and today >= deadline.last_list:
        values = {"date": deadline.last_list.isoformat()}
        yield Check("list-missed", Weight.REFUSED, terms.source, Mend.FILE, values=values)
    elif today > deadline.last_day:
        values = {"date": deadline.last_day.isoformat()}
        weight = Weight.NOTE if terms.days is None else Weight.MAYBE
        yield Check("overdue", weight, terms.source, Mend.FILE, values=values)


def _came_late(deadline: Deadline, arrival: date | None) -> Iterator[Check]:
    """Yield it where the office got the tournament later than its terms say."""
    terms = deadline.terms
    if terms.to_office is not None and deadline.office_day is not None and arrival is not None:
        late = (arrival - deadline.office_day).days
        if late > 0:
            values = {"count": terms.to_office + late, "days": terms.to_office}
            yield Check("came-late", Weight.NOTE, terms.source, Mend.FILE, values=values)


def _read_back(file: File, report: Report) -> Iterator[Check]:
    """Yield it where a reader of the file finds other entrants or other games to rate than were written."""
    try:
        back = table.read(file.content, filename=file.filename)
        there = (len(back.entrants), _rateable(back.pairings))
    except Unreadable:
        there = (0, 0)
    here = (len(report.entrants), _rateable(report.pairings))
    if there != here:
        values = dict(zip(("entrants", "games", "entrants_here", "games_here"), (*there, *here), strict=True))
        yield Check("reads-otherwise", Weight.MAYBE, file.form.source, Mend.FILE, values=values)


def _rateable(pairings: Iterable[object]) -> int:
    return sum(bool(getattr(pairing, "rateable", False)) for pairing in pairings)
