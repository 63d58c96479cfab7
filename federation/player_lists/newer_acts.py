"""Changes newer than a list: acts of the journal, and later lists of the same register."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime, time

from django.utils import timezone

from federation.history import list_imports
from federation.journal import acts
from federation.models import Identifier, JournalEntry, Listing
from federation.player_lists.import_plan import Newer
from federation.vocabulary.keys import key_from
from federation.vocabulary.player_fields import CLUB, COUNTRY, GRADE, LICENCE, NAME, PERSON, parts_of

FIDE = Identifier.Scheme.FIDE.value
# Fields a list describes; FIDE describes players with its number.
_BY_GO = frozenset({NAME, COUNTRY, CLUB, GRADE})
_BY_FIDE = frozenset({NAME, COUNTRY, PERSON})
EVERYTHING = frozenset({NAME, COUNTRY, CLUB, GRADE, PERSON})


def newer_than(on: date | None, scheme: str) -> Newer:
    """Read what is newer than a list of `on` of a register ("ffg", "egd", "fide").

    An act of the list's own day is newer: lists are made up before their day. A list without a date may be of
    any day, so everything is newer.
    """
    later = [day for day in list_days(scheme) if on is None or day > on]
    return Newer(_acts_since(on), later, _listed_since(on, scheme))


def _listed_since(on: date | None, scheme: str) -> dict[int, set[str]]:
    """Read what of players a later list of another register described; a day both have is not later."""
    listed: dict[int, set[str]] = defaultdict(set)
    rows = Listing.objects.exclude(source=scheme)
    for player in (rows if on is None else rows.filter(day__gt=on)).values_list("player_id", flat=True):
        listed[player] |= _BY_GO
    if scheme != FIDE and any(on is None or day > on for day in list_days(FIDE)):
        numbered = Identifier.objects.filter(scheme=FIDE).values_list("player_id", flat=True)
        for player in numbered.iterator():
            listed[player] |= _BY_FIDE
    return listed


def _acts_since(on: date | None) -> dict[int, set[str]]:
    decisions = {act.key: act.decides for act in acts.known() if act.decides}
    lines = JournalEntry.objects.filter(subject="player", act__in=decisions)
    if on is not None:
        lines = lines.filter(at__gte=datetime.combine(on, time(), timezone.get_current_timezone()))
    decided: dict[int, set[str]] = defaultdict(set)
    rows = lines.exclude(subject_id="").values_list("act", "subject_id", "detail")
    for act, key, detail in rows.iterator():
        if (player := key_from(key)) is not None:
            decides = decisions[act]
            decided[player].update(decides(detail) if callable(decides) else decides)
    return decided


def undone_field(detail: Mapping[str, object]) -> set[str]:
    """Return what of a player an undo decides."""
    if "batch" in detail and detail.get("of") == list_imports.LISTED:
        return set()  # the list was undone as a whole: that is no decision about this player
    state = detail.get("state")
    field = str(state["field"]).partition(":")[0] if isinstance(state, dict) else ""
    return {LICENCE} if field == "licence" else parts_of({field})


def edited_columns(detail: Mapping[str, object]) -> set[str]:
    """Return what of a player the columns of a change are."""
    after = detail.get("after")
    return parts_of(after) if isinstance(after, dict) else set()


def list_days(scheme: str) -> list[date]:
    """Read the days of a register's lists whose people were imported and not undone."""
    undone = list_imports.undone()
    lines = JournalEntry.objects.filter(act=list_imports.IMPORTED).values_list("pk", "detail")
    return [
        date.fromisoformat(detail["date"])
        for pk, detail in lines
        if pk not in undone
        and str(detail.get("format", "")).partition("-")[0] == scheme
        and detail.get("date")
        and not detail.get("past")
    ]
