"""Filters of the page of tournaments: read from the address, applied, written to it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from urllib.parse import urlencode

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import ExtractYear
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.language.system_names import system_name
from federation.language.wording import labelled, translated
from federation.models import Club, Player, Region
from federation.search.search import people_named
from federation.search.words import having_words
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.keys import key_from
from ratings.models import RatingSystem
from ratings.rulebook.systems import SYSTEMS, Chosen, Played, takes
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage

_TYPED, _TOWN = 120, 100
_TOLD = [Stage.APPROVED.value, Stage.REVOKED.value, Stage.SUBMITTED.value, Stage.RETURNED.value]
ALL = "all"  # the value of the year for every year


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a reader asks; "" asks nothing."""

    q: str = ""
    place: str = ""
    winner: str = ""
    region: str = ""
    club: str = ""
    system: str = ""
    game: str = ""
    year: str = ""

    def address(self, **other: str) -> str:
        """Return the query of the page that asks this, with some values otherwise."""
        filters = replace(self, **other)
        named = {field.name: getattr(filters, field.name) for field in fields(filters)}
        return "?" + urlencode({name: value for name, value in named.items() if value})

    @property
    def filters(self) -> list[str]:
        """The names of the filters that are set, the year aside."""
        return [field.name for field in fields(self) if field.name != "year" and getattr(self, field.name)]


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is set, in words, and the address without it."""

    label: str
    address: str
    tournaments: int = 0  # without it


class Selection:
    """What the address asks, with the rows it names; `misread` has what is left out, as it was typed."""

    def __init__(self, query: Mapping[str, str]) -> None:
        self.misread: list[str] = []
        self._counting: dict[Wanted, Q] = {}  # which count in the system asked for
        self.region = Region.objects.filter(code=query["region"]).first() if query.get("region") else None
        self.club = Club.objects.filter(code=query["club"]).first() if query.get("club") else None
        for name, row in (("region", self.region), ("club", self.club)):
            if query.get(name) and row is None:
                self._misread(query, name)
        self.wanted = Wanted(
            q=query.get("q", "").strip()[:_TYPED],
            place=query.get("place", "").strip()[:_TOWN],
            winner=query.get("winner", "").strip()[:_TYPED],
            region=self.region.code if self.region else "",
            club=self.club.code if self.club else "",
            system=self._one_of(query, "system", SYSTEMS),
            game=self._one_of(query, "game", DISCIPLINES),
            year=self._year(query),
        )

    def _one_of(
        self, query: Mapping[str, str], name: str, known: Sequence[str] | Mapping[str, object]
    ) -> str:
        value = query.get(name, "")
        if value and value not in known:
            self._misread(query, name)
        return value if value in known else ""

    def _year(self, query: Mapping[str, str]) -> str:
        value = query.get("year", "")
        if value in ("", ALL) or (value.isascii() and value.isdigit() and 1000 <= int(value[:5]) <= 9999):
            return value
        self._misread(query, "year")
        return ""

    def _misread(self, query: Mapping[str, str], name: str) -> None:
        self.misread.append(f"{name}={query[name][:40]}")

    @cached_property
    def chips(self) -> list[Chip]:
        """Each filter that is set, in words."""
        return [Chip(self.words(name), self.wanted.address(**{name: ""})) for name in self.wanted.filters]

    def words(self, name: str) -> str:
        """Return what a filter asks."""
        wanted = self.wanted
        if name == "region":
            return labelled(_("Region"), str(self.region))
        if name == "club":
            return labelled(_("With players of"), str(self.club))
        if name == "system":
            return system_name(wanted.system)
        if name == "game":
            return translated(DISCIPLINES[wanted.game].name)
        if name == "place":
            return labelled(_("Town"), wanted.place)
        if name == "winner":
            who = str(_numbered(wanted.winner) or wanted.winner)
            return labelled(pgettext("of a tournament", "Winner"), who)
        return labelled(pgettext("tournaments", "Name, town or number"), wanted.q)

    def rows(
        self, wanted: Wanted | None = None, of: QuerySet[Tournament] | None = None
    ) -> QuerySet[Tournament]:
        """Select the tournaments asked for, of any year; of the approved where no others are given."""
        filters = wanted or self.wanted
        tournaments = Tournament.objects.filter(stage=Stage.APPROVED) if of is None else of
        if filters.q:
            tournaments = tournaments.filter(_named(filters.q))
        if filters.place:
            tournaments = tournaments.filter(place__iexact=filters.place)
        if filters.region and self.region:
            towns = self.region.clubs.filter(merged_into=None).exclude(town="").values("town")
            tournaments = tournaments.filter(place__in=towns, online=False)
        if filters.club and self.club:
            entered = Entry.objects.filter(
                tournament=OuterRef("pk"), player__club=self.club, player__club_hidden=False
            )
            tournaments = tournaments.filter(Exists(entered))
        if filters.winner:
            first = Entry.objects.filter(_is_winner(filters.winner), tournament=OuterRef("pk"), place=1)
            tournaments = tournaments.filter(Exists(first))
        if filters.game:
            tournaments = tournaments.filter(discipline=filters.game)
        if not filters.system:
            return tournaments
        if of is not None:
            return tournaments.filter(_counts_in(tournaments, filters.system))
        # A page asks for the years and for the rows of one: the rule goes over thousands of tournaments once.
        known = self._counting.get(filters)
        if known is None:
            known = self._counting[filters] = _counts_in(tournaments, filters.system)
        return tournaments.filter(known)

    def years(self) -> dict[int, int]:
        """Count the tournaments that are asked for by year, the newest first."""
        counted = self.rows().order_by().annotate(at=ExtractYear("start")).values_list("at")
        return dict(counted.annotate(n=Count("pk")).order_by("-at"))

    def nearest(self, years: Mapping[int, int]) -> Chip | None:
        """Return the filter to leave out where nothing is found: the one that leaves the fewest, not none.

        `years`: what there is in other years, which comes first.
        """
        if years:
            return Chip(self.wanted.year, self.wanted.address(year=ALL), sum(years.values()))
        looser = []
        for name in self.wanted.filters:
            filters = replace(self.wanted, **{name: ""})
            if count := self.rows(filters).count():
                year = "" if filters.year in ("", ALL) else ALL
                looser.append(Chip(self.words(name), filters.address(year=year), count))
        return min(looser, key=lambda chip: chip.tournaments, default=None)


def _named(text: str) -> Q:
    # The words are read out of an index, at any stage.
    known = Tournament.objects.filter(having_words(text), stage__in=_TOLD)
    named = Q(pk__in=known.order_by().values("pk"))
    number = key_from(text)
    return named if number is None else named | Q(number=number)


def _is_winner(text: str) -> Q:
    """Select entries by the number of their player, else by the beginnings of their names."""
    player = _numbered(text)
    return Q(player=player) if player else Q(player__in=people_named(text))


def _numbered(text: str) -> Player | None:
    """Return the player a text is the number of."""
    number = key_from(text)
    return None if number is None else Player.objects.filter(pk=number).first()


def _counts_in(rows: QuerySet[Tournament], system: str) -> Q:
    """Select those that count in a system, by the rule every page asks; by the keys of whichever are fewer.

    A statement that names ten thousand keys takes PostgreSQL a third of a second.
    """
    choice = RatingSystem.objects.filter(key=system).first() or Chosen(system)
    keys: dict[bool, list[int]] = {True: [], False: []}
    for pk, *values in rows.order_by().values_list("pk", *Played._fields).iterator():
        keys[takes(choice, Played(*values))].append(pk)
    if len(keys[True]) <= len(keys[False]):
        return Q(pk__in=keys[True])
    return ~Q(pk__in=keys[False])
