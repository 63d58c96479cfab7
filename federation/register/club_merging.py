"""Two clubs of the register that are one: foreseen, merged, and taken apart again.

The club that goes keeps its row and its address, which leads to the remaining club; files that name it find
that. Published lists keep the club of their day. What moved is noted by row, so that exactly that moves back.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account, Club, ClubChange, ClubSpelling
from federation.register import clubs
from federation.register.register import RegisterError, one_at_a_time

Text = str | Promise
_EXAMPLES = 6


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one table that would move: how many, a few of them."""

    label: Text
    count: int
    examples: str = ""


def preview(gone: Club) -> list[Part]:
    """Return what would move with a club; nothing is written."""
    parts = []
    for model, _column, keys in clubs.references(gone):
        if keys:
            rows = model._default_manager.filter(pk__in=keys[:_EXAMPLES]).order_by("pk")
            label = model._meta.verbose_name_plural or ""
            parts.append(Part(label, len(keys), ", ".join(map(str, rows))))
    return parts


def obstacles(kept: Club, gone: Club) -> Iterator[Text]:
    """Yield what forbids a merge."""
    if kept.pk == gone.pk:
        yield _("Choose two different clubs.")
    for club in (kept, gone):
        if club.merged_into_id is not None:
            yield _("%(club)s has already been merged into another club.") % {"club": club}


@transaction.atomic
def merge(kept: Club, gone: Club, reason: str, *, account: Account | None) -> ClubChange:
    """Make two clubs one, with one journal line; RegisterError where it cannot be or no reason is given."""
    if not reason.strip():
        raise RegisterError(_("Say why the two are the same club."))
    one_at_a_time()
    by_key = _lock(kept.pk, gone.pk)
    if kept.pk not in by_key or gone.pk not in by_key:
        raise RegisterError(_("One of the two clubs has since been deleted."))
    kept, gone = by_key[kept.pk], by_key[gone.pk]
    for text in obstacles(kept, gone):
        raise RegisterError(text)
    before = {"clubs": [kept.code, gone.code]}
    record = _move(kept, gone)
    change = ClubChange.objects.create(
        kind=ClubChange.Kind.MERGE,
        club=kept,
        gone=gone,
        reason=reason.strip()[:200],
        account=account,
        record=record,
    )
    counts = {name: len(keys) for name, keys in record["moved"].items() if keys}
    after = {"clubs": [kept.code]}
    more = {"change": change.pk, "reason": change.reason, "moved": counts, "other": gone.pk}
    journal.write("club.merged", kept, account=account, before=before, after=after, **more)
    return change


def _lock(*keys: int) -> dict[int, Club]:
    rows = Club.all_clubs.select_for_update(no_key=True, of=("self",)).filter(pk__in=keys).order_by("pk")
    return {row.pk: row for row in rows}


def _move(kept: Club, gone: Club) -> dict[str, Any]:
    """Move all references to the club that goes, and return them by table and column."""
    moved = {}
    for model, column, keys in list(clubs.references(gone)):
        model._default_manager.filter(pk__in=keys).update(**{column: kept})
        moved[f"{model._meta.label}.{column}"] = keys
    followers = list(gone.merged.order_by("pk").values_list("pk", flat=True))
    Club.all_clubs.filter(pk__in=followers).update(merged_into=kept)
    spelling = ClubSpelling.objects.create(club=kept, code=gone.code, label=gone.label)
    Club.all_clubs.filter(pk=gone.pk).update(merged_into=kept, region=None)
    return {
        "moved": moved,
        "followers": followers,
        "region": gone.region_id,
        "spelling": spelling.pk,
        "name": kept.name,
    }


@transaction.atomic
def undo(merge_change: ClubChange, *, account: Account | None) -> None:
    """Separate two merged clubs; what left the remaining club since then stays. RegisterError."""
    one_at_a_time()
    change = ClubChange.objects.select_for_update(of=("self",)).get(pk=merge_change.pk)
    if change.undone:
        raise RegisterError(_("This merge has already been undone."))
    by_key = _lock(change.club_id or 0, change.gone_id or 0)
    kept, gone = by_key.get(change.club_id or 0), by_key.get(change.gone_id or 0)
    if kept is None or gone is None or gone.merged_into_id != kept.pk:
        raise RegisterError(_("One of the two has since been merged or deleted: undo that first."))
    _move_back(kept, gone, change.record)
    change.undone, change.undone_by = timezone.now(), account
    change.save(update_fields=["undone", "undone_by"])
    sides = {"clubs": [kept.code]}, {"clubs": [kept.code, gone.code]}
    more = {"change": change.pk, "other": gone.pk}
    journal.write("club.unmerged", kept, account=account, before=sides[0], after=sides[1], **more)


def _move_back(kept: Club, gone: Club, record: dict[str, Any]) -> None:
    region = record["region"]
    Club.all_clubs.filter(pk=gone.pk).update(merged_into=None)
    if region is not None and gone.federation.regions.filter(pk=region).exists():
        Club.all_clubs.filter(pk=gone.pk).update(region=region)
    ClubSpelling.objects.filter(pk=record["spelling"], club=kept).delete()
    Club.all_clubs.filter(pk__in=record["followers"], merged_into=kept).update(merged_into=gone)
    for name, keys in record["moved"].items():
        label, column = name.rsplit(".", 1)
        rows = apps.get_model(label)._default_manager.filter(pk__in=keys, **{column: kept})
        rows.update(**{column: gone})
