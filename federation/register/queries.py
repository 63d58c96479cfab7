"""Queries of the register: candidates for names of a tournament, a player by number, clubs."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from django.db.models import CharField, Count, F, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Concat

from federation.models import Club, Identifier, KnownName, Player
from federation.register.candidates import Candidate
from federation.register.club_names import WRITTEN
from federation.search import near_names
from federation.vocabulary.names import key_of, spellings, without_remark

# What a merged number was left with leads to the player it stands for.
_WHO = Coalesce("player__merged_into", "player")
_SMALLEST = 8  # candidates offered for a name without an exact match


class Named(Protocol):
    """What a search for candidates needs of an entrant."""

    @property
    def surname(self) -> str: ...
    @property
    def given_name(self) -> str: ...
    @property
    def identifiers(self) -> Mapping[str, str]: ...


def candidates_for(
    entrants: Sequence[Named], *, similar: Sequence[Sequence[int]] | None = None
) -> list[list[Candidate]]:
    """Gather for every entrant the players who may be meant, however many entrants there are: six queries.

    By identifier, by name in any order and transcription, by known name; for who is found by none of these,
    the players with the most similar names. To look for these is what takes long: `similar` are those found
    before, by entrant, to be weighed as they stand now.
    """
    candidates = exactly(entrants)
    lost = [place for place, players in enumerate(candidates) if not players]
    if similar is None:
        _find_similar(entrants, candidates, lost)
    else:
        wanted = {player for place in lost for player in similar[place]}
        standing = set(Player.objects.filter(pk__in=wanted, merged_into=None).values_list("pk", flat=True))
        for place in lost:
            candidates[place] = dict.fromkeys(player for player in similar[place] if player in standing)
    records = _records({player for players in candidates for player in players})
    return [[records[player] for player in players] for players in candidates]


def _find_similar(entrants: Sequence[Named], candidates: list[dict[int, None]], lost: Sequence[int]) -> None:
    """Add to `candidates` the players with the names most like those of unmatched entrants."""
    keys = [
        key_of(without_remark(entrants[place].surname), without_remark(entrants[place].given_name))
        for place in lost
    ]
    for place, players in zip(lost, near_names.nearest(keys, _SMALLEST), strict=True):
        candidates[place] = dict.fromkeys(players)


def exactly(entrants: Sequence[Named]) -> list[dict[int, None]]:
    """Find for every entrant the players with their identifier, key or known name, all in one query."""
    numbers = [{f"{scheme} {value}" for scheme, value in _numbers(e)} for e in entrants]
    names = [set(spellings(e.surname, e.given_name)) for e in entrants]
    all_values = {value for e in entrants for _scheme, value in _numbers(e)}
    all_names = {key for keys in names for key in keys}
    text = CharField()
    by_number = (
        Identifier.objects.filter(value__in=all_values)
        .annotate(found=Concat("scheme", Value(" "), "value", output_field=text), kind=Value("n"), who=_WHO)
        .values_list("kind", "found", "who")
    )
    by_name = (
        Player.objects.filter(search_key__in=all_names)
        .annotate(kind=Value("k"), who=F("id"))
        .values_list("kind", "search_key", "who")
    )
    by_known = (
        KnownName.objects.filter(key__in=all_names)
        .annotate(kind=Value("k"), who=_WHO)
        .values_list("kind", "key", "who")
    )
    holders: dict[tuple[str, str], list[int]] = {}
    if all_values or all_names:
        for kind, written, player in by_number.union(by_name, by_known).order_by("who"):
            holders.setdefault((kind, written), []).append(player)
    return [
        dict.fromkeys(
            player
            for kind, wanted in (("n", mine), ("k", keys))
            for written in sorted(wanted)
            for player in holders.get((kind, written), ())
        )
        for mine, keys in zip(numbers, names, strict=True)
    ]


def _numbers(entrant: Named) -> list[tuple[str, str]]:
    """Return an entrant's numbers; what cannot be printed is none, and PostgreSQL would refuse it."""
    return [(scheme, value) for scheme, value in entrant.identifiers.items() if value and value.isprintable()]


def _records(players: set[int]) -> dict[int, Candidate]:
    """Read candidates whole, by public number: three queries."""
    if not players:
        return {}
    identifiers: dict[int, dict[str, str]] = {}
    for player, scheme, value in Identifier.objects.filter(player__in=players).values_list(
        "player_id", "scheme", "value"
    ):
        identifiers.setdefault(player, {})[scheme] = value
    known: dict[int, list[str]] = {}
    for player, name in KnownName.objects.filter(player__in=players).values_list("player_id", "name"):
        known.setdefault(player, []).append(name)
    rows = (
        Player.objects.filter(pk__in=players)
        .annotate(country=WRITTEN["country"], label=WRITTEN["label"])
        .values_list("id", "surname", "given_name", "country", "label", "grade", "sex", "birth_year")
    )
    return {
        number: Candidate(
            player=number,
            surname=surname,
            given_name=given_name,
            known_names=tuple(known.get(number, ())),
            identifiers=identifiers.get(number, {}),
            country=country,
            club=club or "",
            grade=grade,
            sex=sex,
            birth_year=birth_year,
        )
        for number, surname, given_name, country, club, grade, sex, birth_year in rows
    }


def candidates_by_number(players: Sequence[int]) -> dict[int, Candidate]:
    """Read players as candidates, by public number; what a page of suggestions shows."""
    return _records(set(players))


def holders_of(numbers: Collection[tuple[str, str]]) -> dict[tuple[str, str], Player]:
    """Find the players who have identifiers, given as (scheme, number); one query, none for no numbers."""
    if not numbers:
        return {}
    identifiers = Identifier.objects.filter(value__in={value for _scheme, value in numbers})
    return {
        (identifier.scheme, identifier.value): identifier.player.merged_into or identifier.player
        for identifier in identifiers.select_related("player__merged_into")
        if (identifier.scheme, identifier.value) in numbers
    }


def clubs(country: str = "") -> QuerySet[Club]:
    """List clubs with `members`, the number of their players; of one country when given."""
    wanted = Q(federation__code=country) if country else Q()
    return (
        Club.objects.filter(wanted)
        .select_related("federation")
        .annotate(members=Count("players"))
        .order_by(F("label").asc(), "code")
    )


def members(club: Club) -> QuerySet[Player]:
    """List the players of a club by name."""
    return club.players.select_related("federation").order_by("search_key", "pk")
