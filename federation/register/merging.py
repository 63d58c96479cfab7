"""Merging of two players that are one person: preview, merge, and undoing it.

The number that goes is never given again: it leads to the remaining player (Player.merged_into), and anything
the register cannot hold twice - a second number of one scheme, a second licence of a season - stays with it
and leads to the remaining player. The other apps receive signals and move their own rows; what moved is
written down by row, so that taking apart moves exactly that back.

Locks, in this order, the same for any code that takes several: our own federation's row (approvals enrol and
follow merges under it), game servers and streams, the two players by number, rating systems.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation import signals
from federation.journal import journal
from federation.models import Account, Merge, Player
from federation.register import register
from federation.register.merge_rows import Taken, clashing_numbers, foreseen_rows, give_back, move_rows
from federation.register.person import column_of
from federation.vocabulary.names import full_name
from federation.vocabulary.player_fields import merged_fields, names_of

Text = str | Promise


class MergeError(Exception):
    """The two cannot be merged, or the merge not be undone; `obstacles` say why."""

    def __init__(self, *obstacles: Text) -> None:
        super().__init__("; ".join(map(str, obstacles)))
        self.obstacles = obstacles


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one sort: how many would move, how many would stay with the number that goes; a few of them."""

    label: Text
    count: int
    stay: int = 0
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One app's preview of a merge: rows that would move, obstacles, and consequences.

    `notes` come back to the app when it moves: facts it can only know before any row moves.
    """

    parts: tuple[Part, ...] = ()
    obstacles: tuple[Text, ...] = ()
    consequences: tuple[Text, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pair:
    """A value of both players side by side; `name` is what a choice calls it."""

    name: str
    label: Text
    kept: str
    gone: str

    @property
    def differs(self) -> bool:
        """Return whether there is anything to choose."""
        return self.kept != self.gone

    @property
    def suggests_gone(self) -> bool:
        """Return whether only the player who goes has a value, which should not be lost."""
        return bool(self.gone) and not self.kept


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything an office sees before it merges."""

    fields: tuple[Pair, ...]
    numbers: tuple[Pair, ...]  # of schemes both have: one of them stays in sight
    parts: tuple[Part, ...]
    obstacles: tuple[Text, ...]
    consequences: tuple[Text, ...]
    notes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is taken from the player who goes, names of fields and schemes of numbers; why the two are one."""

    fields: frozenset[str] = frozenset()
    schemes: frozenset[str] = frozenset()
    reason: str = ""


# --- before


def preview(kept: Player, gone: Player) -> Preview:
    """Return what a merge would do; nothing is written."""
    answers: list[Any] = [
        answer for _who, answer in signals.merge_asked.send(sender=Merge, kept=kept, gone=gone)
    ]
    foreseen = [answer for answer in answers if isinstance(answer, Foreseen)]
    return Preview(
        fields=tuple(_pair(name, kept, gone) for name in merged_fields()),
        numbers=tuple(
            Pair(scheme, number.get_scheme_display(), number.value, other.value)
            for scheme, (number, other) in clashing_numbers(kept, gone).items()
        ),
        parts=tuple(
            part
            for part in (
                *(Part(*row) for row in foreseen_rows(kept, gone)),
                *(part for report in foreseen for part in report.parts),
            )
            if part.count or part.stay
        ),
        obstacles=(*_obstacles(kept, gone), *(text for report in foreseen for text in report.obstacles)),
        consequences=tuple(text for report in foreseen for text in report.consequences),
        notes={name: note for report in foreseen for name, note in report.notes.items()},
    )


def _pair(name: str, kept: Player, gone: Player) -> Pair:
    texts = (
        player.club_name if name == "club" else value_text(name, getattr(player, name))
        for player in (kept, gone)
    )
    return Pair(name, str(column_of(name).verbose_name), *texts)


def value_text(name: str, value: Any) -> str:
    """Write a value as a player or the record of a merge has it: rows or their keys, choices by label."""
    field = column_of(name)
    model: Any = field.related_model
    if not value:
        return ""
    if value is True:
        return str(_("yes"))
    if model is not None and not isinstance(value, model):
        return str(model._default_manager.filter(pk=value).first() or "")
    return str(dict(field.flatchoices).get(value, value))


def _obstacles(kept: Player, gone: Player) -> list[Text]:
    texts: list[Text] = []
    if kept.pk == gone.pk:
        texts.append(_("These are not two different players."))
    if kept.privacy != gone.privacy:
        texts.append(
            _("The two have different privacy settings: first choose for both what the person wants.")
        )
    for player in (kept, gone):
        if player.merged_into_id is not None:
            gaps = {"number": player.pk, "other": player.merged_into_id}
            texts.append(_("Number %(number)s has already been merged into number %(other)s.") % gaps)
    return texts


# --- merging


def merge(kept: Player, gone: Player, choice: Choice, *, account: Account | None) -> Merge:
    """Make two players one, in one transaction with one journal line; raises MergeError."""
    if not choice.reason.strip():
        raise MergeError(_("Say why they are the same person."))
    with transaction.atomic():
        staying, other = _lock_players(kept, gone)
        foreseen = preview(staying, other)
        if foreseen.obstacles:
            raise MergeError(*foreseen.obstacles)
        return _merge(staying, other, choice, _Act(account, foreseen.notes))


def _lock_players(kept: Player, gone: Player) -> tuple[Player, Player]:
    """Lock the rows a merge shares with others, and return both players read again."""
    register.one_at_a_time()
    signals.merge_begins.send(sender=Merge, kept=kept, gone=gone)
    # The weaker kind of lock: rows that point at a player may be written meanwhile, and do not wait.
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[kept.pk, gone.pk]).order_by("pk")
    now = {row.pk: row for row in rows}
    deleted = [number for number in (kept.pk, gone.pk) if number not in now]
    if deleted:
        raise MergeError(_("The register has no player %(number)s.") % {"number": deleted[0]})
    return now[kept.pk], now[gone.pk]


@dataclass(frozen=True, slots=True)
class _Act:
    """Who merges, and what the apps noted before."""

    account: Account | None
    notes: Mapping[str, Any]


def _merge(kept: Player, gone: Player, choice: Choice, act: _Act) -> Merge:
    merge = Merge(kept=kept, gone=gone, reason=choice.reason.strip()[:200], account=act.account)
    names = [(full_name(player.surname, player.given_name), player.search_key) for player in (kept, gone)]
    before = _values(kept)
    followers = list(Player.objects.filter(merged_into=gone).order_by("pk").values_list("pk", flat=True))
    Player.objects.filter(pk__in=followers).update(merged_into=kept)
    merge.record["gone"] = {"search_key": gone.search_key, "club": gone.club_id, "followers": followers}
    # Out of sight first: nothing may find him by name, and no club counts him.
    Player.objects.filter(pk=gone.pk).update(merged_into=kept, search_key="", club=None)
    _take_fields(kept, gone, choice.fields & set(merged_fields()))
    taken = Taken(names, schemes=choice.schemes)
    merge.record["federation"] = move_rows(kept, gone, taken)
    merge.record["before"], merge.record["after"] = before, _values(kept)
    arguments = {"kept": kept, "gone": gone, "account": act.account, "notes": act.notes}
    answers: list[Any] = [answer for _who, answer in signals.players_merged.send(sender=Merge, **arguments)]
    merge.record |= dict(answer for answer in answers if answer is not None)
    merge.save()
    _write_line("player.merged", merge, act.account, reason=merge.reason)
    return merge


def _take_fields(kept: Player, gone: Player, names: frozenset[str]) -> None:
    # What goes with a field: what files name where the register has no row for it.
    wanted = [*names, *names_of(lambda declared: declared.beside in names)]
    if gone.privacy_chosen and not kept.privacy_chosen:  # both are shown alike: one may have been chosen
        wanted.append("privacy_chosen")
    for name in wanted:
        setattr(kept, name, getattr(gone, name))
    kept.search_key = register.key_of_player(kept)
    if wanted:
        kept.save(update_fields=[*wanted, "search_key"])


def _values(player: Player) -> dict[str, Any]:
    """Return what these fields and what goes with them hold, keys of rows for rows."""
    beside = names_of(lambda declared: bool(declared.beside))
    return {name: _plain(getattr(player, name)) for name in (*merged_fields(), *beside, "privacy_chosen")}


def _plain(value: Any) -> Any:
    return value.pk if isinstance(value, Model) else value


def _changed_fields(merge: Merge) -> list[str]:
    """Return the names of the remaining player's fields that a merge changed."""
    before, after = merge.record["before"], merge.record["after"]
    return [name for name in after if before.get(name) != after[name]]


def _write_line(act: str, merge: Merge, account: Account | None, **more: Any) -> None:
    """Write the remaining player's line, with the changed values and the counts of moved rows."""
    changed = _changed_fields(merge)
    sides = [{name: merge.record[side][name] for name in changed} for side in ("before", "after")]
    if merge.undone:
        sides.reverse()
    moved = {
        f"{app}.{rows}": len(keys)
        for app, kinds in merge.record.items()
        if app not in ("before", "after", "gone")
        for rows, keys in kinds.items()
        if isinstance(keys, list) and keys
    }
    journal.write(
        act,
        merge.kept,
        account=account,
        merge=merge.pk,
        other=merge.gone_id,
        moved=moved,
        before=sides[0],
        after=sides[1],
        **more,
    )


# --- and taking apart


def undo_obstacles(record: Merge) -> tuple[Text, ...]:
    """Return what newer things build on a merge; empty when it can be undone."""
    kept, texts = record.kept, list[Text]()
    if record.undone:
        return (_("This merge has already been undone."),)
    if record.record.get("erased"):
        return (_("The player’s personal data have been erased since."),)
    if kept.merged_into_id is not None:
        gaps = {"number": kept.pk, "other": kept.merged_into_id}
        texts.append(_("Number %(number)s has since been merged into %(other)s: undo that first.") % gaps)
    now = _values(kept)
    for name, was in record.record["after"].items():
        if now[name] != was and record.record["before"][name] != was:
            label = column_of(name).verbose_name
            texts.append(_("The player’s %(field)s has been changed since.") % {"field": label})
    gone_rows = give_back(record, dry=True)
    if gone_rows:
        texts.append(
            _("Some of what was moved has since been changed or removed: %(rows)s.") % {"rows": gone_rows}
        )
    answers: list[Any] = [answer for _who, answer in signals.unmerge_asked.send(sender=Merge, merge=record)]
    texts += [text for answer in answers for text in answer or ()]
    return tuple(texts)


def undo(record: Merge, *, account: Account | None) -> Merge:
    """Take two players apart again as they were; raises MergeError while something newer builds on it."""
    with transaction.atomic():
        kept, gone = _lock_players(record.kept, record.gone)
        record = Merge.objects.select_for_update(of=("self",)).get(pk=record.pk)
        record.kept, record.gone = kept, gone
        obstacles = undo_obstacles(record)
        if obstacles:
            raise MergeError(*obstacles)
        _take_apart(record, account)
    return record


def _take_apart(merge: Merge, account: Account | None) -> None:
    kept, gone, record = merge.kept, merge.gone, merge.record
    changed = _changed_fields(merge)
    _set_fields(kept, {name: record["before"][name] for name in changed})
    kept.search_key = register.key_of_player(kept)
    kept.save(update_fields=[*changed, "search_key"])
    give_back(merge)
    was = record["gone"]
    Player.objects.filter(pk__in=was["followers"], merged_into=kept).update(merged_into=gone)
    Player.objects.filter(pk=gone.pk).update(
        merged_into=None, search_key=was["search_key"], club=_still("club", was["club"])
    )
    signals.players_unmerged.send(sender=Merge, merge=merge, account=account)
    merge.undone, merge.undone_by = timezone.now(), account
    merge.save(update_fields=["undone", "undone_by"])
    _write_line("player.unmerged", merge, account)


def _set_fields(player: Player, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        related = Player._meta.get_field(name).is_relation
        setattr(player, f"{name}_id" if related else name, _still(name, value) if related else value)


def _still(name: str, key: int | None) -> int | None:
    """Return the key of a club or federation that is still there, of a merged club the one it leads to."""
    model: Any = Player._meta.get_field(name).related_model
    row = model._default_manager.filter(pk=key).first() if key is not None else None
    while row is not None and getattr(row, "merged_into_id", None) is not None:
        row = row.merged_into
    return row.pk if row is not None else None
