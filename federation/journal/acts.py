"""Acts of the journal; each app declares its own, once, in its module `views.journal_acts`.

What depends on the kind of an act is read from its declaration: the filter and the words of the journal, the
public feed of changes, the events of webhooks, what older lists of players may no longer decide, the reasons
for a recalculation, the public log, and which pages are still current.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

from federation.models import JournalEntry

Label = str | Promise
Values = Mapping[Any, Label] | Callable[[Any], str]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A heading of the filter; `place` orders the groups."""

    name: Label
    place: int


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """The public event of a line: its type and its data, JSON only."""

    type: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class EventType:
    """A type of public events; webhooks can ask for one with a title, in the order of `place`."""

    name: str
    title: Label = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """How acts are reported to programs: the function that makes events of their lines, and the types.

    The function is called when the feed is read, so it never gives a name that is no longer shown. A line
    without an event is left out.
    """

    make: Callable[[Sequence[JournalEntry]], Mapping[int, PublicEvent]]
    types: tuple[EventType, ...]


@dataclass(frozen=True, slots=True)
class Details:
    """Words for the detail of lines: names, and values by name; "" names what a line was before and is."""

    _: KW_ONLY
    names: Mapping[str, Label] = field(default_factory=dict)
    values: Mapping[str, Values] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Family(Details):
    """What acts have in common whose keys begin alike ("player."); an act's own declaration comes first."""

    prefix: str
    is_public: bool = True


@dataclass(frozen=True, slots=True)
class Act(Details):
    """An act: the key its lines have for ever, the sentence for it, and what depends on it elsewhere."""

    key: str
    sentence: Label
    _: KW_ONLY
    after: str = ""  # the act it is listed behind; "" for the end of its group
    brief: Label = ""  # the sentence on the page of the tournament it was done to, where that differs
    page: str = ""  # the page that shows what a line did
    page_key: str = ""  # the detail of the line that the page takes; "" for the number of the line
    # What of a player it decides, so that older lists do not change it; or a function of the detail.
    decides: Collection[str] | Callable[[Mapping[str, Any]], Collection[str]] = ()
    report: Report | None = None  # its public events
    moves_ratings: bool = False  # facts that ratings are computed from are others
    is_logged: bool = False  # makes an entry of the public log
    is_public: bool | None = None  # public pages are others; None: as its family


_acts: dict[str, tuple[Group, Act]] = {}
_families: dict[str, Family] = {}


def declare(group: Group, *declared: Act | Family) -> None:
    """Declare acts of a group in the order of the filter, and families of acts."""
    for entry in declared:
        if isinstance(entry, Family):
            _families[entry.prefix] = entry
        else:
            _acts[entry.key] = group, entry


@cache
def discover() -> None:
    """Import the declarations of every app once."""
    autodiscover_modules("views.journal_acts")


def known() -> Iterator[Act]:
    """Yield every declared act."""
    discover()
    return (act for _group, act in _acts.values())


def find(key: str) -> Act:
    """Return an act; of one that is not declared, the key serves as sentence."""
    discover()
    return _acts[key][1] if key in _acts else Act(key, key)


def family_of(key: str) -> Family:
    """Return the family of an act; an empty one where none is declared."""
    discover()
    prefix = f"{key.partition('.')[0]}."
    return _families.get(prefix) or Family(prefix)


def sentence(key: str) -> str:
    """Return an act in the reader's language."""
    return str(find(key).sentence)


def event_of(key: str) -> str:
    """Return the first type of the public events of an act; "" where it has none."""
    report = find(key).report
    return report.types[0].name if report else ""


def is_public(key: str) -> bool:
    """Return whether an act changes public pages."""
    act = find(key)
    return family_of(key).is_public if act.is_public is None else act.is_public


def groups() -> list[tuple[Group, list[Act]]]:
    """Return the acts by groups, in the order of the filter."""
    discover()
    by_group: dict[Group, list[Act]] = {}
    for group, act in _acts.values():
        listed = by_group.setdefault(group, [])
        keys = [listed_act.key for listed_act in listed]
        listed.insert(keys.index(act.after) + 1 if act.after else len(listed), act)
    return sorted(by_group.items(), key=lambda pair: pair[0].place)


def webhook_events() -> dict[str, Label]:
    """Return the types of events a webhook can ask for, with their titles, in order."""
    types = {kind for act in known() if act.report for kind in act.report.types if kind.title}
    return {kind.name: kind.title for kind in sorted(types, key=lambda kind: kind.place)}
