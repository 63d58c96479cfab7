"""Clubs: create, change, close and delete; one transaction and one journal line each."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import ManyToOneRel, Model
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account, Club, ClubChange, ClubSpelling
from federation.register import club_names
from federation.register.register import RegisterError, one_at_a_time
from federation.vocabulary.countries import club_code

CONTACT = ("email", "website", "address", "contact_public")
FIELDS = ("name", "label", "town", "federation", "region", *CONTACT, "closed")


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
