"""Clubs by the labels of files and lists, an unknown one stored as text; labels of clubs beside players.

A club is found by its code, by a spelling the office has taken, or as the only one of its federation with
that label. Only the list a federation publishes of its own members (the FFG ladder) makes clubs by itself: of
the French labels of the EGD's list every third is a slip ("****", "13MA" beside "13Ma").
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from typing import NamedTuple, Protocol

from django.conf import settings
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Coalesce, NullIf

from federation.models import Club, ClubSpelling, Player
from federation.register import federations
from federation.register.federations import Filed
from federation.vocabulary.countries import club_code

LONGEST = 8  # of a label
Written = tuple[str, str]  # a label and its country, as files write them


class Meant(NamedTuple):
    """A club by its key, or as text: its label, and the code a club of that label would have."""

    club: int | None = None
    text: str = ""
    code: str = ""


NONE = Meant()
# Columns of players: the country, and the club's code and label, as files are compared with them.
WRITTEN = {
    "country": Coalesce(NullIf("country_text", Value("")), "federation__code"),
    "club_written": Coalesce("club__code", "club_code"),
    "label": Coalesce("club__label", "club_text"),
}


def resolve(written: Set[Written], *, official: str = "") -> dict[Written, Meant]:
    """Find the clubs files mean, given as (label, country); create those of country `official`.

    Players with the name of a new club as text then belong to that club.
    """
    filed = federations.resolve({country for _label, country in written})
    codes = {(label, country): _code(label, filed[country]) for label, country in written}
    known = _Known()
    club_keys = {pair: known.find(pair[0], filed[pair[1]], code) for pair, code in codes.items()}
    missing = {
        code: pair
        for pair, code in sorted(codes.items())
        if code and club_keys[pair] is None and official and filed[pair[1]].code == official
    }
    new_clubs = {code: _club(code, pair[0], filed[pair[1]]) for code, pair in missing.items()}
    Club.objects.bulk_create(new_clubs.values(), batch_size=1000)
    adopt({code: club.pk for code, club in new_clubs.items()})
    return {
        pair: _meant(pair[0], code, club_keys[pair] or (new_clubs[code].pk if code in new_clubs else None))
        for pair, code in codes.items()
    }


def _meant(label: str, code: str, club: int | None) -> Meant:
    if not code:
        return NONE
    return Meant(club) if club is not None else Meant(None, label.strip()[:LONGEST], code)


def _club(code: str, label: str, filed: Filed) -> Club:
    plain = label.strip()[:LONGEST]
    return Club(code=code, label=plain, name=plain, federation=filed.federation)


def _code(label: str, filed: Filed) -> str:
    return club_code(label, filed.code, home=settings.FEDERATION_CODE)


class _Known:
    """The clubs and spellings of the register; two queries."""

    def __init__(self) -> None:
        self.by_code: dict[str, int] = {}
        self.by_label: dict[tuple[str, int], set[int]] = defaultdict(set)
        for code, key, label, federation in Club.objects.values_list("code", "pk", "label", "federation"):
            self.by_code[code] = key
            self.by_label[label, federation].add(key)
        self.spelled = dict(ClubSpelling.objects.values_list("code", "club"))

    def find(self, label: str, filed: Filed, code: str) -> int | None:
        if not code:
            return None
        known = self.by_code.get(code) or self.spelled.get(code)
        alike = self.by_label[label.strip()[:LONGEST], filed.federation.pk]
        return known or (next(iter(alike)) if len(alike) == 1 and not filed.text else None)


def adopt(clubs: Mapping[str, int]) -> dict[int, Collection[int]]:
    """Move players with a club's name as text into the club, given by code; return them by club."""
    named: dict[int, list[int]] = defaultdict(list)
    waiting = named_players().filter(club_code__in=clubs) if clubs else Player.objects.none()
    for player, code in waiting.order_by("pk").values_list("pk", "club_code"):
        named[clubs[code]].append(player)
    for club, players in named.items():
        Player.objects.filter(pk__in=players).update(club=club, club_text="", club_code="")
    return dict(named)


def named_players() -> QuerySet[Player]:
    """Return the players whose club is only text."""
    return Player.objects.filter(club=None, merged_into=None).exclude(club_code="")


def spellings() -> dict[int | None, frozenset[str]]:
    """Return the codes of other spellings of clubs, by the club's key."""
    by_club: dict[int | None, set[str]] = defaultdict(set)
    for club, code in ClubSpelling.objects.values_list("club", "code"):
        by_club[club].add(code)
    return {club: frozenset(codes) for club, codes in by_club.items()}


def club_labels(clubs: Iterable[tuple[str, str]], *, are_all: bool = False) -> dict[str, str]:
    """Return labels of clubs, by code; `clubs`: code and name, as in a list or the register.

    A club that has only a code is called by its town, one of several of a name by name and town. `are_all`:
    no other club matters, as on a list. One query; with `are_all` none if every name is unambiguous.
    """
    names = {code: name or code for code, name in clubs if code}
    shared = _repeated(names.values())
    doubtful = {code for code, name in names.items() if name in shared or is_bare(code, name)}
    if not doubtful and (are_all or not names):
        return names
    wanted = Q(code__in=doubtful) if are_all else Q(code__in=names) | Q(name__in={*names.values()})
    rows = list(Club.all_clubs.filter(wanted, merged_into=None).values_list("code", "name", "town"))
    shared |= _repeated(name for _code, name, _town in rows)
    towns = {code: town for code, _name, town in rows if code in names}
    alone = Counter(town for code, town in towns.items() if is_bare(code, names[code]))
    return {code: _label(code, name, towns.get(code, ""), shared, alone) for code, name in names.items()}


class Listed(Protocol):
    """Row of a list: code and name of a club, and what a page calls it."""

    club: str
    club_name: str
    club_shown: str


def show_clubs(rows: Collection[Listed]) -> None:
    """Set what rows call their clubs; one query."""
    labels = club_labels((row.club, row.club_name) for row in rows)
    for row in rows:
        row.club_shown = labels.get(row.club, "")


def _label(code: str, name: str, town: str, shared: frozenset[str], alone: Counter[str]) -> str:
    if is_bare(code, name):
        return f"{town}, {name}" if town and alone[town] > 1 else town or name
    return f"{name}, {town or code}" if name in shared else name


def _repeated(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name for name, count in Counter(names).items() if count > 1)


def is_bare(code: str, name: str) -> bool:
    """Return whether the name of a club is what files write for it: its code, without or with the country."""
    return name in (code, code.rpartition("-")[2])
