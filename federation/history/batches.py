"""Undoing licences given by list as a whole, as long as none of them was changed since."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.database import bulk
from federation.database.slicing import slices
from federation.history.acts import ERASED, Act, Acts
from federation.history.undoing import UNDONE, undo_detail
from federation.journal import journal
from federation.models import Account, Club, JournalEntry, Licence, Player
from federation.register import register
from federation.register.register import RegisterError

GIVEN, TAKEN_BACK = "licences.given", "licences.undone"
LICENSED = "player.licensed"
_AT_ONCE = 5000
_NAMED = 3


@transaction.atomic
def undo(number: int, *, account: Account, allowed: Collection[int] | None = None) -> int:
    """Undo licences given by list, or such an undo, given by its line; say how many players it was.

    `allowed`: whose licences the account may change, None for everybody's. RegisterError where there is
    nothing to undo or anything of it was changed since: then nothing is undone.
    """
    register.one_at_a_time()
    first = JournalEntry.objects.filter(pk=number, act__in=[GIVEN, TAKEN_BACK]).first()
    acts = [(int(line.subject_id), _act(line)) for line in journal.lines_of_batch(first)] if first else []
    if first is None or not acts:
        raise RegisterError(_("This action cannot be undone."))
    if allowed is not None and not {player for player, _one in acts} <= set(allowed):
        raise RegisterError(_("Some of these players are no longer in your club."))
    _refuse_changed(first, acts)
    write_back(acts)
    detail = {"season": first.detail["season"], "undoes": first.pk, "players": len(acts)}
    summary = journal.write(TAKEN_BACK, "player", account=account, **detail)
    lines = ((UNDONE, player, undo_detail(act)) for player, act in acts)
    return journal.write_many(summary, lines, subject=Player)


def _act(line: JournalEntry) -> Act:
    return Act(line.pk, line.act, line.detail)


def _refuse_changed(first: JournalEntry, acts: Sequence[tuple[int, Act]]) -> None:
    """Raise RegisterError where a licence was changed since, however; three queries."""
    later = JournalEntry.objects.filter(subject="player", pk__gt=first.pk, act__in=[LICENSED, UNDONE, ERASED])
    since: dict[int, list[Act]] = defaultdict(list)
    for key, *row in later.order_by("pk").values_list("subject_id", "pk", "act", "detail").iterator():
        since[int(key)].append(Act(*row))
    if all(act.pk in Acts(since[player]).undone for player, act in acts):
        raise RegisterError(_("This action has already been undone."))
    seasons = {_season_of(act) for _player, act in acts}
    rows = Licence.objects.filter(season__in=seasons).values_list("player_id", "season", "status", "club_id")
    licences = {(player, season): [status, club] for player, season, status, club in rows}
    gone = set(Player.objects.exclude(merged_into=None).values_list("pk", flat=True))
    changed = [
        player
        for player, act in acts
        if player in gone
        or licences.get((player, _season_of(act))) != act.state["now"]
        or not Acts(since[player]).may_undo(act)
    ]
    if changed:
        raise RegisterError(_changed_words(changed))


def _season_of(act: Act) -> int:
    return int(act.field.partition(":")[2])


def _changed_words(changed: Sequence[int]) -> str:
    named = Player.objects.in_bulk(changed[:_NAMED])
    names = ", ".join(f"{named[player]} ({player})" for player in changed[:_NAMED] if player in named)
    text = ngettext(
        "The licence of %(count)s player has been changed since: %(names)s. Undo that first.",
        "The licences of %(count)s players have been changed since, including %(names)s. Undo that first.",
        len(changed),
    )
    return text % {"count": len(changed), "names": names}


def write_back(acts: Sequence[tuple[int, Act]]) -> None:
    """Put licences back as they were before acts on them, given as (player, act)."""
    by_season: dict[int, list[tuple[int, Act]]] = defaultdict(list)
    for player, act in acts:
        by_season[_season_of(act)].append((player, act))
    for season, some in by_season.items():
        _write_season(season, some)


def _write_season(season: int, acts: Sequence[tuple[int, Act]]) -> None:
    gone = [player for player, act in acts if act.state["was"] is None]
    for part in slices(gone, _AT_ONCE):
        Licence.objects.filter(season=season, player__in=part).delete()
    clubs = {None, *Club.objects.values_list("pk", flat=True)}
    was = [(player, *act.state["was"]) for player, act in acts if act.state["was"] is not None]
    back = [(player, kind, club if club in clubs else None) for player, kind, club in was]
    write_licences(season, back)


def write_licences(season: int, rows: Sequence[tuple[int, str, int | None]]) -> None:
    """Write licences of a season, given as (player, kind, club), over the present ones."""
    if not rows:
        return
    players, kinds, clubs = (list(column) for column in zip(*rows, strict=True))
    columns: dict[str, list[Any]] = {
        "player_id": players,
        "season": [season] * len(players),
        "status": kinds,
        "club_id": clubs,
    }
    bulk.stage_and_merge("federation_licence", columns, key=["player_id", "season"])
