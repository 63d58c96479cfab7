"""Clubs: create, change, close, delete, merge and separate; one transaction and one journal line each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import ManyToOneRel, Model
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account, Club, ClubChange, ClubSpelling
from federation.register import club_names
from federation.register.register import RegisterError, one_at_a_time
from federation.vocabulary.countries import club_code

CONTACT = ("email", "website", "address", "contact_public")
FIELDS = ("name", "label", "town", "federation", "region", *CONTACT, "closed")
Text = str | Promise
_EXAMPLES = 6


@transaction.atomic
def enter(values: Mapping[str, Any], *, code: str = "", account: Account | None) -> Club:
    """Enter a club with values of FIELDS; who is in it by a file's word is put into it.

    `code` is its address, made of country and label where none is given. RegisterError where it is taken.
    """
    one_at_a_time()
    club = Club(**values)
    club.code = code.strip() or club_code(club.label, club.federation.code, home=settings.FEDERATION_CODE)
    if not club.code:
        raise RegisterError(_("Give the club a code of its own."))
    _check(club)
    taken = Club.all_clubs.filter(code=club.code).first() or _spelled(club.code)
    if taken is not None:
        raise RegisterError(_("%(code)s is the code of %(name)s.") % {"code": club.code, "name": taken.name})
    club.save()
    players = club_names.adopt({club.code: club.pk}).get(club.pk, ())
    after = {"code": club.code, **_plain(club)}
    more = {"players": len(players)} if players else {}
    journal.write("club.added", club, account=account, before={}, after=after, **more)
    return club


def _spelled(code: str) -> Club | None:
    spelling = ClubSpelling.objects.select_related("club").filter(code=code).first()
    return spelling.club if spelling else None


def _lock(club: Club) -> Club:
    """Lock a club and return it read again; RegisterError if deleted or merged meanwhile."""
    try:
        return Club.objects.select_for_update(of=("self",)).get(pk=club.pk)
    except Club.DoesNotExist:
        raise RegisterError(_("This club has since been deleted or merged.")) from None


@transaction.atomic
def change(club: Club, values: Mapping[str, Any], *, account: Account | None) -> bool:
    """Change what is otherwise in `values`, of FIELDS, and say whether anything was; RegisterError."""
    one_at_a_time()
    now = _lock(club)
    before = _plain(now)
    for name, value in values.items():
        setattr(now, name, value)
    if "federation" in values and now.region is not None and now.region.federation_id != now.federation_id:
        now.region = None
    _check(now)
    after = _plain(now)
    moved = [name for name in FIELDS if before[name] != after[name]]
    if not moved:
        return False
    now.save(update_fields=moved)
    sides = [{name: side[name] for name in moved} for side in (before, after)]
    journal.write("club.edited", now, account=account, before=sides[0], after=sides[1])
    return True


def _check(club: Club) -> None:
    if not club.name.strip():
        raise RegisterError(_("Give the club a name."))
    if club.region is not None and club.region.federation_id != club.federation_id:
        raise RegisterError(_("The region belongs to another federation."))


def _plain(club: Club) -> dict[str, Any]:
    """Return the values of FIELDS as the journal writes them, codes for rows."""
    values = {name: getattr(club, name) for name in FIELDS}
    codes = {"federation": club.federation.code, "region": club.region.code if club.region else None}
    return values | codes


def references(club: Club) -> Iterator[tuple[type[Model], str, list[int]]]:
    """Yield every table that refers to a club, by which column, and the keys of its rows."""
    for relation in Club._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel) or relation.related_model in (Club, ClubChange):
            continue
        model, column = relation.related_model, relation.field.name
        if isinstance(model, type):
            rows = model._default_manager.filter(**{column: club}).order_by("pk")
            yield model, column, list(rows.values_list("pk", flat=True))


def is_empty(club: Club) -> bool:
    """Return whether no data but spellings depends on a club."""
    used = any(keys for model, _column, keys in references(club) if model is not ClubSpelling)
    return not used and not club.merged.exists()


@transaction.atomic
def delete(club: Club, *, account: Account | None) -> None:
    """Delete a club without members, licences and accounts; RegisterError for any other."""
    one_at_a_time()
    now = _lock(club)
    if not is_empty(now):
        raise RegisterError(_("The club has players, licences or accounts: close it or merge it."))
    before = {"code": now.code, **_plain(now)}
    journal.write("club.deleted", now, account=account, before=before, after={})
    now.delete()


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one table that would move: how many, a few of them."""

    label: Text
    count: int
    examples: str = ""


def preview_merge(gone: Club) -> list[Part]:
    """Return what would move with a club; nothing is written."""
    parts = []
    for model, _column, keys in references(gone):
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
    """Make two clubs one, with one journal line; RegisterError where it cannot be or no reason is given.

    The club that goes keeps its row and its address, which leads to the remaining club; files that name it
    find that. Published lists keep the club of their day. What moved is noted by row, so that exactly that
    moves back.
    """
    if not reason.strip():
        raise RegisterError(_("Say why the two are the same club."))
    one_at_a_time()
    by_key = _lock_both(kept.pk, gone.pk)
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


def _lock_both(*keys: int) -> dict[int, Club]:
    rows = Club.all_clubs.select_for_update(no_key=True, of=("self",)).filter(pk__in=keys).order_by("pk")
    return {row.pk: row for row in rows}


def _move(kept: Club, gone: Club) -> dict[str, Any]:
    """Move all references to the club that goes, and return them by table and column."""
    moved = {}
    for model, column, keys in list(references(gone)):
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
def undo_merge(merge_change: ClubChange, *, account: Account | None) -> None:
    """Separate two merged clubs; what left the remaining club since then stays. RegisterError."""
    one_at_a_time()
    change = ClubChange.objects.select_for_update(of=("self",)).get(pk=merge_change.pk)
    if change.undone:
        raise RegisterError(_("This merge has already been undone."))
    by_key = _lock_both(change.club_id or 0, change.gone_id or 0)
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
