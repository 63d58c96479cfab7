"""Tournaments when two players are merged: entries, suggestions, handles, games of streams.

Heard from federation.register.merging (tournaments.receivers.register).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.database.slicing import slices
from federation.models import Account, Merge, Player
from federation.register.merging import Foreseen, Part
from tournaments.careers import stored_games
from tournaments.checks.problems import Problem, Refused
from tournaments.models import Entry, ExpectedEntrant, GameServer, Handle, Seat, Stream, TableGame, Tournament
from tournaments.models.stages import OVER, UNDECIDED
from tournaments.people import suggestions
from tournaments.signals import games_moved

_EXAMPLES = 6
_AT_ONCE = 500
LABEL = "tournaments"


def lock(kept: Player, gone: Player) -> None:
    """Lock the servers and streams of two players, in the order of the import of games."""
    servers = list(Handle.objects.filter(player__in=[kept, gone]).values_list("server", flat=True).distinct())
    if servers:
        list(GameServer.objects.select_for_update(no_key=True).filter(pk__in=servers).order_by("pk"))
        list(Stream.objects.select_for_update().order_by("pk"))


# --- before


def foresee(kept: Player, gone: Player) -> Foreseen:
    """Return what would move, and who played whom."""
    moving, staying, both = _entries(kept, gone)
    names = moving.order_by("-tournament__start").values_list("tournament__name", "tournament__start")
    entries = Part(
        _("Tournaments"),
        moving.count(),
        staying.count(),
        tuple(f"{name} ({start.year})" for name, start in names[:_EXAMPLES]),
    )
    handles = Handle.objects.filter(player=gone).select_related("server")
    parts = [entries, Part(_("Handles"), handles.count(), 0, tuple(map(_handle, handles[:_EXAMPLES])))]
    if handles:
        parts.append(Part(_("Server games"), _games_of(gone).count()))
    return Foreseen(tuple(parts), (*_played_both(both), *_sat_together(kept, gone)))


def _handle(handle: Handle) -> str:
    return f"{handle.name} ({handle.server})"


def _entries(kept: Player, gone: Player) -> tuple[QuerySet[Entry], QuerySet[Entry], QuerySet[Entry]]:
    """Return the entries that can move, those of revisions that are over and have both, those in the way."""
    beside = Exists(Entry.objects.filter(tournament=OuterRef("tournament"), player=kept))
    his = Entry.objects.filter(player=gone)
    with_both = his.filter(beside)
    return (
        his.exclude(beside),
        with_both.filter(tournament__stage__in=OVER),
        with_both.exclude(tournament__stage__in=OVER),
    )


def _played_both(entries: QuerySet[Entry]) -> list[str | Promise]:
    rows = entries.order_by("tournament__start", "pk").values_list("tournament__number", "tournament__name")
    text = _("Both are in tournament %(number)s, %(name)s: they are two people, or one entry is wrong.")
    return [text % {"number": number, "name": name} for number, name in rows[:_EXAMPLES]]


def _games_of(player: Player) -> QuerySet[TableGame]:
    seated = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    return TableGame.objects.filter(Q(white=player) | Q(black=player) | seated)


def _sat_together(kept: Player, gone: Player) -> list[str | Promise]:
    if not (Handle.objects.filter(player=gone).exists() and Handle.objects.filter(player=kept).exists()):
        return []
    count = _together(kept, gone).filter(withdrawn=None).count()
    text = _("They played each other in server games: %(count)s. They are two people.")
    return [text % {"count": count}] if count else []


def _together(kept: Player, gone: Player) -> QuerySet[TableGame]:
    seats = [Exists(Seat.objects.filter(game=OuterRef("pk"), player=player)) for player in (kept, gone)]
    duel = Q(white=kept, black=gone) | Q(white=gone, black=kept)
    return TableGame.objects.filter(duel | (Q(seats[0]) & Q(seats[1])))


# --- moving there and back


def move(kept: Player, gone: Player, account: Account | None) -> dict[str, list[Any]]:
    """Move what one player played to the other; return what moved, by key."""
    moved: dict[str, list[Any]] = {
        "entries": _keys(_entries(kept, gone)[0]),
        "suggestions": suggestions.replace(gone.pk, kept.pk, among=_undecided()),
        "handles": _keys(Handle.objects.filter(player=gone)),
        "expected": _keys(_expected(kept, gone)),
        "white": [],
        "black": [],
        "seats": [],
    }
    _give(Entry.objects.all(), moved["entries"], player=kept)
    _give(ExpectedEntrant.objects.all(), moved["expected"], player=kept)
    _refresh(moved["entries"], kept, gone)
    if moved["handles"]:
        apart = TableGame.objects.exclude(pk__in=_together(kept, gone).values("pk"))
        moved["white"] = _keys(apart.filter(white=gone))
        moved["black"] = _keys(apart.filter(black=gone))
        moved["seats"] = _keys(Seat.objects.filter(player=gone, game__in=apart))
        _give(Handle.objects.all(), moved["handles"], player=kept)
        _give_games(moved, kept, account)
    return moved


def _expected(kept: Player, gone: Player) -> QuerySet[ExpectedEntrant]:
    """Return the entrants of pairing programs that can move: lists that have both keep both."""
    beside = Exists(ExpectedEntrant.objects.filter(tournament=OuterRef("tournament"), player=kept))
    return ExpectedEntrant.objects.filter(~beside, player=gone)


def _keys(rows: QuerySet[Any]) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _give(rows: QuerySet[Any], keys: Sequence[int], **values: Any) -> None:
    for part in slices(keys, _AT_ONCE):
        rows.filter(pk__in=part).update(**values)


def _refresh(entries: Sequence[int], *players: Player) -> None:
    """Update the careers of both, and of all they met in the tournaments whose entries moved."""
    moved: list[int] = []
    for part in slices(entries, _AT_ONCE):
        moved += Entry.objects.filter(pk__in=part).values_list("tournament", flat=True)
    stored_games.refresh(moved, also=[player.pk for player in players])


def _give_games(moved: dict[str, list[Any]], player: Player, account: Account | None) -> None:
    """Move games to a player, and send a signal with the moment from which facts of each stream moved."""
    _give(TableGame.objects.all(), moved["white"], white=player)
    _give(TableGame.objects.all(), moved["black"], black=player)
    _give(Seat.objects.all(), moved["seats"], player=player)
    earliest: dict[str, int] = {}
    for system, since in _since(moved):
        earliest[system] = min(since, earliest.get(system, since))
    for system, since in sorted(earliest.items()):
        games_moved.send(sender=TableGame, system=system, since=since, account=account)


def _since(moved: dict[str, list[Any]]) -> Iterable[tuple[str, int]]:
    games = [*moved["white"], *moved["black"]]
    for keys, field in ((games, "pk__in"), (moved["seats"], "seats__in")):
        for part in slices(keys, _AT_ONCE):
            rows = TableGame.objects.filter(**{field: part}, withdrawn=None)
            yield from rows.order_by().values_list("system").annotate(Min("ended"))


def _undecided() -> QuerySet[Entry]:
    return Entry.objects.filter(tournament__stage__in=UNDECIDED)


def undo_obstacles(merge: Merge) -> list[str | Promise]:
    """Return what newer things stand on what moved."""
    moved = merge.record.get(LABEL, {})
    keys, obstacles = moved.get("entries", []), list[str | Promise]()
    rows = Entry.objects.filter(pk__in=keys).select_related("tournament")
    for entry in rows.exclude(player=merge.kept).order_by("pk"):
        gaps = {"number": entry.tournament.number, "name": entry.tournament.name}
        obstacles.append(_("In tournament %(number)s, %(name)s, the entry has been matched again.") % gaps)
    revisions: dict[int, int] = {}
    for entry in rows:
        number, revision = entry.tournament.number, entry.tournament.revision
        revisions[number] = max(revision, revisions.get(number, 0))
    newer = Entry.objects.filter(tournament__number__in=revisions, player=merge.kept).exclude(pk__in=keys)
    for entry in newer.exclude(tournament__stage__in=OVER).select_related("tournament").order_by("pk"):
        if entry.tournament.revision > revisions[entry.tournament.number]:
            gaps = {"number": entry.tournament.number, "name": entry.tournament.name}
            obstacles.append(
                _("Tournament %(number)s, %(name)s, has a newer revision with this player.") % gaps
            )
    strange = Handle.objects.filter(pk__in=moved.get("handles", [])).exclude(player=merge.kept)
    if strange.exists():
        obstacles.append(_("A handle has since been assigned to another player."))
    return obstacles


def move_back(merge: Merge, account: Account | None) -> None:
    """Move back what a merge moved."""
    moved = merge.record.get(LABEL, {})
    if not moved:
        return
    _give(Entry.objects.filter(player=merge.kept), moved["entries"], player=merge.gone)
    _refresh(moved["entries"], merge.kept, merge.gone)
    suggestions.restore(moved["suggestions"], among=_undecided())
    _give(Handle.objects.filter(player=merge.kept), moved["handles"], player=merge.gone)
    _give(ExpectedEntrant.objects.filter(player=merge.kept), moved.get("expected", []), player=merge.gone)
    _give_games(moved, merge.gone, account)


def follow(tournament: Tournament) -> int:
    """Move entries of a merged number to the player it stands for; return how many.

    Such entries were matched while the merge was under way. Raises Refused when that player is there already.
    """
    rows = list(Entry.objects.filter(tournament=tournament, player__isnull=False).select_related("player"))
    stray = lead(rows, {row.player_id: row.player.merged_into_id for row in rows if row.player})
    Entry.objects.bulk_update(stray, ["player"])
    return len(stray)


def lead(rows: Sequence[Entry], merged: Mapping[int | None, int | None]) -> list[Entry]:
    """Set the players that entries of merged numbers stand for (`merged`), in memory; return those entries.

    Raises Refused when that player is there already.
    """
    taken = {row.player_id for row in rows}
    stray = [row for row in rows if merged.get(row.player_id)]
    for row in stray:
        survivor = merged[row.player_id]
        if survivor in taken:
            raise Refused(Problem("merged", {"name": str(row)}))
        taken.add(survivor)
        row.player_id = survivor
    return stray
