"""Regions of a federation, and the clubs in them.

What is published keeps the regions of its day; the next list has those of now.
"""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account, Club, Federation, Region
from federation.register.register import RegisterError


@transaction.atomic
def enter(federation: Federation, code: str, name: str, *, account: Account | None) -> Region:
    """Enter a region; RegisterError where the code is none or is taken, or the name is empty."""
    code, name = code.strip(), _name(name)
    field = Region._meta.get_field("code")
    if not code or len(code) > (field.max_length or 0) or not code.replace("-", "").isalnum():
        raise RegisterError(
            _("A code has 1 to %(most)s letters, digits or hyphens.") % {"most": field.max_length}
        )
    region, is_new = Region.objects.get_or_create(
        code=code, defaults={"name": name, "federation": federation}
    )
    if not is_new:
        raise RegisterError(_("%(code)s is the code of %(name)s.") % {"code": code, "name": region.name})
    after = {"code": code, "name": name, "federation": federation.code}
    journal.write("region.added", region, account=account, before={}, after=after)
    return region


@transaction.atomic
def rename(region: Region, name: str, *, account: Account | None) -> bool:
    """Rename a region; return whether the name is another one. RegisterError for an empty name."""
    before, region.name = region.name, _name(name)
    if before == region.name:
        return False
    region.save(update_fields=["name"])
    journal.write(
        "region.edited", region, account=account, before={"name": before}, after={"name": region.name}
    )
    return True


@transaction.atomic
def dissolve(region: Region, *, account: Account | None) -> None:
    """Delete a region; its clubs are in none then, each with its own line."""
    place(region, [], list(region.clubs.values_list("pk", flat=True)), account=account)
    before = {"code": region.code, "name": region.name, "federation": region.federation.code}
    journal.write("region.deleted", region, account=account, before=before, after={})
    region.delete()


@transaction.atomic
def place(region: Region, joined: Collection[int], left: Collection[int], *, account: Account | None) -> int:
    """Put clubs of its federation into a region and take others out; say how many clubs moved.

    Clubs that are where they are wanted already, and those that left for a third region, stay there.
    """
    clubs = Club.objects.select_for_update(of=("self",)).select_related("region").order_by("pk")
    coming = clubs.filter(pk__in=joined, federation=region.federation).exclude(region=region)
    going = clubs.filter(pk__in=left, region=region)
    moves = [*((club, region) for club in coming), *((club, None) for club in going)]
    for club, wanted in moves:
        before, club.region = club.region, wanted
        club.save(update_fields=["region"])
        journal.write(
            "club.edited",
            club,
            account=account,
            before={"region": before and before.code},
            after={"region": wanted and wanted.code},
        )
    return len(moves)


def _name(text: str) -> str:
    name = text.strip()[:80]
    if not name:
        raise RegisterError(_("A region needs a name."))
    return name
