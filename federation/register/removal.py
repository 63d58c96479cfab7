"""Removal of players without any data that depends on them; their numbers become free.

Each app reports the data that blocks a removal: the register's own rows here, other apps by `removal_asked`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation import signals
from federation.database.slicing import slices
from federation.journal import acts
from federation.models import (
    DeclaredGrade,
    HiddenValues,
    Identifier,
    JournalEntry,
    KnownName,
    Licence,
    Listing,
    Merge,
    Player,
)

Text = str | Promise
Number = tuple[str, str]  # scheme, value
AT_ONCE = 500
_ROWS: tuple[tuple[type[Model], Text], ...] = (
    (Licence, _("has a licence")),
    (DeclaredGrade, _("has a declared grade")),
    (KnownName, _("is known by another name")),
    (HiddenValues, _("is on a published list")),
)


def holds_on(
    players: Collection[int],
    numbers: Mapping[int, Collection[Number]],
    *,
    tournament: int = 0,
    act: JournalEntry | None = None,
) -> dict[int, list[Text]]:
    """Return the data that depends on players, by player; players without any are left out.

    `numbers`: those a player was enrolled with, which block nothing; `tournament`: the number of the one that
    enrolled them, whose own entries block nothing where they can be opened again; `act`: the import of a list
    that entered them, whose own lines and licences block nothing.
    """
    holds: dict[int, dict[str, Text]] = defaultdict(dict)
    for part in parts(sorted(players)):
        for player, text in _own(part, numbers, act):
            holds[player].setdefault(str(text), text)
        answers: list[Any] = signals.removal_asked.send(sender=Player, players=part, tournament=tournament)
        for _receiver, answer in answers:
            for player, texts in answer.items():
                holds[player].update((str(text), text) for text in texts)
    return {player: list(texts.values()) for player, texts in holds.items()}


def parts(players: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield some players at a time, as many as one statement takes."""
    return slices(players, AT_ONCE)


def _own(
    players: Sequence[int], numbers: Mapping[int, Collection[Number]], act: JournalEntry | None
) -> Iterator[tuple[int, Text]]:
    for model, text in _ROWS:
        rows: QuerySet[Any] = model._default_manager.filter(player__in=players)
        if model is Licence and act is not None:
            rows = rows.exclude(season=act.detail.get("season"))
        for player in set(rows.values_list("player", flat=True)):
            yield player, text
    for identifier in Identifier.objects.filter(player__in=players).order_by("pk"):
        if (identifier.scheme, identifier.value) not in numbers.get(identifier.player_id, ()):
            yield identifier.player_id, gettext("was given the number %(number)s") % {"number": identifier}
    merges = Merge.objects.filter(Q(kept__in=players) | Q(gone__in=players)).order_by("pk")
    for kept, gone in merges.values_list("kept", "gone"):
        text = gettext("was merged: number %(gone)s into number %(kept)s") % {"gone": gone, "kept": kept}
        yield from ((player, text) for player in {kept, gone} & set(players))
    yield from _acts(players, act)


def _acts(players: Sequence[int], of: JournalEntry | None) -> Iterator[tuple[int, Text]]:
    """Yield what the office did to each of some players by an act of its own."""
    lines = JournalEntry.objects.filter(subject="player", subject_id__in=list(map(str, players)))
    lines = lines.exclude(act="player.enrolled")
    lines = lines.exclude(at=of.at) if of is not None else lines
    for key, act in lines.order_by("pk").values_list("subject_id", "act"):
        words = acts.sentence(act)
        yield int(key), gettext("the office has changed the player’s record: %(act)s") % {"act": words}


def lock(players: Iterable[int]) -> list[Player]:
    """Lock players against new references to them; the caller holds `register.one_at_a_time`.

    This is the stronger kind of lock: a row that points at one of them waits until the transaction is over.
    """
    wanted = sorted(players)
    locked_players: list[Player] = []
    for part in parts(wanted):
        rows: QuerySet[Player] = Player.objects.select_for_update(of=("self",)).filter(pk__in=part)
        locked_players += rows.select_related("federation").order_by("pk")
    return locked_players


def remove(players: Collection[int]) -> None:
    """Delete players of whom `holds_on` has found nothing, with their numbers; the caller has locked them."""
    for part in parts(sorted(players)):
        signals.players_removed.send(sender=Player, players=part)
        own = (model._default_manager.filter(player__in=part) for model in (Identifier, Listing))
        for rows in (*own, Player.objects.filter(pk__in=part)):
            rows._raw_delete(rows.db)  # what else refers to them was asked, and the database asks again
