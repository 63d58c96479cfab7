"""A reader's selection of a list: filters, order and page, from and to the address. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

PAGE = 100
# Strongest first; the range of both scales.
GRADES = (*(f"{n}d" for n in range(9, 0, -1)), *(f"{n}k" for n in range(1, 31)))
# Titles of chess players and, by the letters of the address, ages: under or over so many years.
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
AGES = ("u8", "u10", "u12", "u14", "u16", "u18", "u20", "o50", "o65")
SORTS = ("rank", "name", "rating", "change", "games", "deviation")
TABLES = ("provisional",)  # beside that of the established, which has no name
_ON = ("everybody", "licensed")
_UNHEARD_OF = 100_000
_DIGITS = 7  # no list has a page of so many
# The name in the address, where it is not the field's own.
_NAMES = {
    "everybody": "all", "text": "q", "weakest": "from", "strongest": "to", "lowest": "min", "highest": "max",
}  # fmt: skip
# Parameters other sites add to links: they are no part of the reader's request.
_TRACKING = ("utm_", "fbclid", "gclid")
_TOLD = 5
# Filters that know which values there are; a name, a club or a region may be anything.
_CHECKED = ("weakest", "strongest", "lowest", "highest", "sex", "title", "age")


@dataclass(frozen=True, slots=True)
class Selection:
    """One reading of a list. Grades "" and ratings "" mean no bound; `sort` may begin with a minus."""

    text: str = ""
    weakest: str = ""
    strongest: str = ""
    lowest: str = ""
    highest: str = ""
    federation: str = ""
    region: str = ""
    club: str = ""
    sex: str = ""
    title: str = ""
    age: str = ""
    licensed: bool = False
    everybody: bool = False
    table: str = ""
    sort: str = "rank"
    page: int = 1

    @property
    def is_worth_keeping(self) -> bool:
        """Return whether many may ask the same: names and bounds are typed, everything else is chosen."""
        return not (self.text or self.lowest or self.highest)

    @property
    def is_whole(self) -> bool:
        """Return whether no one is filtered out (but the inactive)."""
        return not filters(self)

    @property
    def is_national(self) -> bool:
        """Return whether a federation is shown whole and in order, so that places in it mean something."""
        return filters(self) == ["federation"] and self.by_position

    @property
    def by_position(self) -> bool:
        """Return whether the order is that of the list, one way or the other."""
        return self.sort.removeprefix("-") in ("rank", "rating")

    @property
    def weakest_first(self) -> bool:
        """Return whether the order is that of the list turned round."""
        return self.sort in ("-rank", "rating")

    @property
    def grades(self) -> tuple[str, ...]:
        """The grades between the two bounds, whichever way round they were given."""
        if not (self.weakest or self.strongest):
            return ()
        top = GRADES.index(self.strongest) if self.strongest else 0
        bottom = GRADES.index(self.weakest) if self.weakest else len(GRADES) - 1
        return GRADES[min(top, bottom) : max(top, bottom) + 1]

    @property
    def ratings(self) -> tuple[int, int] | None:
        """The lowest and the highest rating asked for, whichever way round they were given; None for all."""
        if not (self.lowest or self.highest):
            return None
        bounds = (int(self.lowest or -_UNHEARD_OF), int(self.highest or _UNHEARD_OF))
        return min(bounds), max(bounds)


KNOWN = frozenset(
    (*(_NAMES.get(field.name, field.name) for field in fields(Selection)), "revision", "player", "on")
)


class Looser(NamedTuple):
    """A selection that asks less than another: everybody, or without some of its filters."""

    selection: Selection
    left_out: tuple[str, ...] = ()


def born(age: str, year: int) -> tuple[int, int]:
    """Return the first and last year of birth of an age group in a year (FIDE: under 20 on 1 January)."""
    limit = int(age[1:])
    return (year - limit, year) if age.startswith("u") else (1, year - limit)


def read(query: Mapping[str, str]) -> Selection:
    """Read a selection from the query of an address; what cannot be understood is left out."""
    sort = query.get("sort", "rank")
    return Selection(
        text=_text(query, "q", 80),
        weakest=_grade(query.get("from", "")),
        strongest=_grade(query.get("to", "")),
        lowest=_rating(query.get("min", "")),
        highest=_rating(query.get("max", "")),
        federation=_text(query, "federation", 8),
        region=_text(query, "region", 8),
        club=_text(query, "club", 16),
        sex=query.get("sex", "") if query.get("sex") in ("f", "m") else "",
        title=query.get("title", "") if query.get("title") in TITLES else "",
        age=query.get("age", "") if query.get("age") in AGES else "",
        licensed=query.get("licensed") == "1",
        everybody=query.get("all") == "1",
        table=query.get("table", "") if query.get("table") in TABLES else "",
        sort=sort if sort.removeprefix("-") in SORTS else "rank",
        page=_page(query.get("page", "")),
    )


def misread(query: Mapping[str, str]) -> list[str]:
    """Return what an address asks of a list that cannot be meant, as it is written: "from=40k"."""
    understood = read(query)
    odd = []
    for field in _CHECKED:
        name, written = _NAMES.get(field, field), query.get(_NAMES.get(field, field), "").strip()
        if written and not getattr(understood, field):
            odd.append(f"{name}={written[:20]}")
    return [*odd, *unknown(query)]


def unknown(query: Mapping[str, str]) -> list[str]:
    """Return what an address asks of a list by names no list has, as it is written; a handful at most."""
    odd = [name for name in query if name not in KNOWN and not name.startswith(_TRACKING)]
    return [f"{name[:20]}={query[name][:20]}" for name in odd[:_TOLD]]


def is_understood(asked: Iterable[tuple[str, Sequence[str]]], selection: Selection) -> bool:
    """Return whether an address holds just this selection; fields of a form may be empty."""
    pairs = list(asked)
    if any(name not in KNOWN or len(values) != 1 for name, values in pairs):
        return False
    parameters = {(name, values[0]) for name, values in pairs if values[0] and name != "revision"}
    meant = parse_qsl(address(selection, page=selection.page).removeprefix("?"))
    return parameters - {("page", "1"), ("sort", "rank")} == set(meant)


def filters(selection: Selection) -> list[str]:
    """Name the filters that are set, in the order they are shown."""
    views = ("everybody", "table", "sort", "page")  # another look at the same players
    named = [field.name for field in fields(selection) if field.name not in views]
    return [name for name in named if getattr(selection, name)]


def loosened(selection: Selection) -> list[Looser]:
    """Loosen a selection bit by bit; all filters off is the last."""
    first, chosen = replace(selection, page=1), filters(selection)
    looser = []
    if not selection.everybody:
        looser.append(Looser(replace(first, everybody=True)))
    looser += [_without(first, [name]) for name in reversed(chosen)]
    # several at once: those behind first, which are the narrower ones, then those in front
    for count in range(2, len(chosen)):
        looser += [_without(first, chosen[-count:]), _without(first, chosen[:count])]
    if len(chosen) > 1:
        looser.append(_without(first, chosen))
    if chosen and not selection.everybody:
        looser.append(_without(replace(first, everybody=True), chosen))
    return looser


def _without(selection: Selection, names: Sequence[str]) -> Looser:
    plain = Selection()
    without: dict[str, Any] = {name: getattr(plain, name) for name in names}
    return Looser(replace(selection, **without), tuple(names))


def address(selection: Selection, **changes: object) -> str:
    """Write the query of an address; a change of anything but the page begins at page 1."""
    if "page" not in changes:
        changes["page"] = 1
    return _query_string(replace(selection, **changes))  # type: ignore[arg-type]  # names and types are the caller's


@lru_cache(4096)
def _query_string(wanted: Selection) -> str:
    plain = Selection()
    pairs = [
        (_NAMES.get(field.name, field.name), 1 if field.name in _ON else getattr(wanted, field.name))
        for field in fields(wanted)
        if getattr(wanted, field.name) != getattr(plain, field.name)
    ]
    return f"?{urlencode(pairs)}" if pairs else "?"


def _text(query: Mapping[str, str], name: str, most: int) -> str:
    """Take so many letters, none of them a blank at an end: written to an address, it is read the same."""
    return query.get(name, "").strip()[:most].strip()


def _page(text: str) -> int:
    """Take the number of a page; one of too many digits asks for a page behind the last."""
    if not (text.isascii() and text.isdigit()):
        return 1
    return max(int(text), 1) if len(text) < _DIGITS else 10**_DIGITS


def _grade(text: str) -> str:
    return text.strip().lower() if text.strip().lower() in GRADES else ""


def _rating(text: str) -> str:
    """Take a whole number as it is typed, the true minus of our own pages too."""
    plain = text.strip().replace("−", "-").removeprefix("+")
    digits = plain.removeprefix("-")
    return str(int(plain)) if digits.isascii() and digits.isdigit() and len(digits) < 6 else ""
