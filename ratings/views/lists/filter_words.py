"""Selection of a list in words: active filters, tables, ages, federations, wider selections."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from federation.vocabulary.countries import COUNTRIES, fide_letters
from ratings.charts import figures
from ratings.lists.layouts.table import layout_of
from ratings.lists.list_choices import Choices
from ratings.lists.list_page import ListPage
from ratings.lists.list_words import age_named, rating_from, rating_to, show_others
from ratings.lists.selection import Selection, address, filters
from ratings.models import PublishedList


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is set, as words, and the address without it."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the tables of a list, and its address with the same filters."""

    label: str
    players: int
    address: str
    is_open: bool


def tables(selection: Selection, established: int, provisional: int) -> list[Tab]:
    """Name the tables of the established and the provisional, with so many in them."""
    return [
        Tab(label, players, address(selection, table=table), selection.table == table)
        for label, players, table in (
            (_("Established"), established, ""),
            (_("Provisional"), provisional, "provisional"),
        )
    ]


def chips(page: ListPage) -> list[Chip]:
    """Return each filter that is set, in words, with the address that takes it off."""
    plain, selection = Selection(), page.selection
    return [
        Chip(_words(page, name), address(selection, **{name: getattr(plain, name)}))
        for name in filters(selection)
    ]


def nearest(page: ListPage) -> Chip | None:
    """Return the filters to leave out of a selection that matches no player."""
    looser, selection = page.nearest, page.selection
    if looser is None:
        return None
    is_wider = looser.selection.everybody and not selection.everybody
    if not looser.left_out:
        label = show_others(page.list) if is_wider else _("Go to the first page")
    elif is_wider:
        label = _("Show everyone")
    elif len(looser.left_out) == len(filters(selection)) > 1:
        label = _("Remove all filters")
    else:
        words = ", ".join(_words(page, name) for name in looser.left_out)
        label = _("Remove “%(filter)s”") % {"filter": words}
    return Chip(label, address(looser.selection))


def _words(page: ListPage, name: str) -> str:
    return filter_words(page.list, page.selection, page.choices, name)


def filter_words(published: PublishedList, selection: Selection, known: Choices, name: str) -> str:
    """Return the value of a filter of a list in words."""
    value = str(getattr(selection, name))
    if name == "club":
        return dict(known.clubs).get(value, value)
    if name == "region":
        return str(published.regions.get(value, value))
    if name == "federation" and layout_of(published.system.key).names_federations:
        return federations([value])[0][2]
    if name == "age":
        return age_named(value)
    words = {
        "text": _("name: %(text)s") % {"text": value},
        "weakest": _("from %(grade)s") % {"grade": value},
        "strongest": _("to %(grade)s") % {"grade": value},
        "lowest": rating_from(published.system.key, value.replace("-", figures.MINUS)),
        "highest": rating_to(published.system.key, value.replace("-", figures.MINUS)),
        "sex": _("women") if value == "f" else _("men"),
        "licensed": _("licensed"),
    }
    return words.get(name, value)


def federations(codes: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return federations to choose from, by name: code, FIDE's letters, name."""
    named = (
        (code, fide_letters(code), _(COUNTRIES[code][1]) if code in COUNTRIES else code) for code in codes
    )
    return sorted(named, key=lambda row: row[2])
