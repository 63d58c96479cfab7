"""Queries for pages of the journal: filtered lines, a page by key, and the subject of each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from federation.journal import acts, subjects
from federation.journal.subjects import Subject
from federation.journal.words import wording_of
from federation.models import JournalEntry
from federation.vocabulary.keys import key_from

A_PAGE = 50
NOBODY = "-"  # as an account: what the program did by itself
_NOTHING: tuple[Any, ...] = (None, "", [], {})
UNSAID = object()  # the value before is not recorded
# `state`, `entered`: what an undo needs, the others have it in words
_APART = ("before", "after", "state", "entered")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_END = 10**17  # microseconds after it, in the year 5138; later ones may be no date


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a reader asks of the journal; empty asks nothing. `act` ending in a dot asks for a whole group."""

    act: str = ""
    account: str = ""
    subject: str = ""
    number: str = ""
    since: date | None = None
    until: date | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One value of a line: what it was before (None: not recorded) and what it is."""

    name: str
    value: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """A line as a page shows it."""

    entry: JournalEntry
    act: str
    kind: str
    subject: Subject | None
    changes: tuple[Change, ...]
    page: str  # the address of the page that shows what the act did


@dataclass(frozen=True, slots=True)
class Page:
    """Lines, newest first, and the keys of the pages beside it; empty without one."""

    lines: Sequence[LabelledLine]
    newer: str
    older: str


def wanted_lines(wanted: Wanted) -> QuerySet[JournalEntry]:
    """Return the lines a reader asks for, newest first."""
    lines = JournalEntry.objects.select_related("account").order_by("-at", "-pk")
    if wanted.act:
        of_act = {"act__startswith": wanted.act} if wanted.act.endswith(".") else {"act": wanted.act}
        lines = lines.filter(**of_act)
    if wanted.account:
        lines = lines.filter(_by_account(wanted.account))
    if wanted.subject:
        lines = lines.filter(subject=wanted.subject)
    if wanted.number:
        lines = lines.filter(subject_id__in=_keys(wanted))
    if wanted.since:
        lines = lines.filter(at__gte=_begin(wanted.since))
    if wanted.until:
        lines = lines.filter(at__lt=_begin(wanted.until + timedelta(days=1)))
    return lines.filter(_with_text(wanted.text)) if wanted.text else lines


def _by_account(text: str) -> Q:
    if text == NOBODY:
        return Q(account=None)
    spelled = Q()
    for word in text.split():
        spelled &= (
            Q(account__email__icontains=word)
            | Q(account__first_name__icontains=word)
            | Q(account__last_name__icontains=word)
        )
    return spelled


def _keys(wanted: Wanted) -> Sequence[str]:
    """Return the keys a number stands for: of a tournament people know the public number of all revisions."""
    kind = subjects.kinds().get(wanted.subject)
    return kind.keys(wanted.number) if kind and key_from(wanted.number) is not None else [wanted.number]


def _with_text(text: str) -> Q:
    """Return the filter for a text in the lines' details, accented letters plain or escaped."""
    spelled = Q()
    for form in {text, text.lower(), text.upper(), text.title()}:
        spelled |= Q(detail__icontains=form) | Q(detail__icontains=json.dumps(form)[1:-1])
    return spelled


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), timezone.get_current_timezone())


def page(wanted: Wanted, *, older_than: str = "", newer_than: str = "") -> Page:
    """Return the lines beside a key, or the newest; a key that is none counts as none."""
    lines = wanted_lines(wanted)
    above, below = _place(newer_than), _place(older_than)
    if above:
        # The nearest newer ones, read upwards and turned round.
        at, pk = above
        entries = list(lines.filter(Q(at__gt=at) | Q(at=at, pk__gt=pk)).order_by("at", "pk")[: A_PAGE + 1])
        more_newer, more_older = len(entries) > A_PAGE, True
        entries = entries[:A_PAGE][::-1]
    else:
        if below:
            at, pk = below
            lines = lines.filter(Q(at__lt=at) | Q(at=at, pk__lt=pk))
        entries = list(lines[: A_PAGE + 1])
        more_newer, more_older = below is not None, len(entries) > A_PAGE
        entries = entries[:A_PAGE]
    return Page(
        labelled_lines(entries),
        newer=_key(entries[0]) if entries and more_newer else "",
        older=_key(entries[-1]) if entries and more_older else "",
    )


def _key(entry: JournalEntry) -> str:
    return f"{(entry.at - EPOCH) // timedelta(microseconds=1)}-{entry.pk}"


def _place(key: str) -> tuple[datetime, int] | None:
    microseconds, _, pk = key.partition("-")
    after, last = key_from(microseconds), key_from(pk)
    if after is None or last is None or after >= _END:
        return None
    return EPOCH + timedelta(microseconds=after), last


def labelled_lines(entries: Sequence[JournalEntry]) -> list[LabelledLine]:
    """Return what lines are about: one query for every kind of subject on the page."""
    known = subjects.find_subjects((entry.subject, entry.subject_id) for entry in entries)
    kinds = subjects.kinds()
    return [
        LabelledLine(
            entry,
            act=acts.sentence(entry.act),
            kind=str(kinds[entry.subject].label) if entry.subject in kinds else entry.subject,
            subject=known.get((entry.subject, entry.subject_id)),
            changes=_worded(entry),
            page=page_of(entry),
        )
        for entry in entries
    ]


def page_of(entry: JournalEntry) -> str:
    """Return the address of the page that shows what a line did, or ""."""
    act = acts.find(entry.act)
    key = entry.detail.get(act.page_key) if act.page_key else entry.pk
    return reverse(act.page, args=[key]) if act.page and isinstance(key, int) else ""


def _worded(entry: JournalEntry) -> tuple[Change, ...]:
    """Return a line's content, in the reader's words."""
    words = wording_of(entry.act, entry.subject)
    return tuple(
        Change(
            words.name(name),
            words.value(name, value),
            None if before is UNSAID else words.value(name, before),
        )
        for name, value, before in values_of(entry.detail)
    )


def values_of(detail: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """Return a line's values: name, value, value before (or UNSAID); of both, only changes."""
    rest = [
        (name, value, UNSAID)
        for name, value in detail.items()
        if name not in _APART and value is not False and value not in _NOTHING
    ]
    if "before" not in detail and "after" not in detail:
        return rest
    before, after = detail.get("before"), detail.get("after")
    if not isinstance(before or {}, dict) or not isinstance(after or {}, dict):
        return [("", after, before), *rest]
    old, new = before or {}, after or {}
    names = [*old, *(name for name in new if name not in old)]
    moved = [
        (name, new.get(name), old.get(name) if old else UNSAID)
        for name in names
        if old.get(name) != new.get(name)
    ]
    return moved + rest
