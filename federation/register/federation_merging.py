"""Merging of two federations, and spellings of countries that mean a known federation.

What the office decides is remembered as a spelling, so that the next file and the next list follow it.
"""

from collections.abc import Collection

from django.conf import settings
from django.db import transaction
from django.db.models import ManyToOneRel
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account, Federation, FederationSpelling, Player
from federation.register import club_names
from federation.register.register import RegisterError, one_at_a_time
from federation.vocabulary.countries import UNKNOWN, spelling_key


@transaction.atomic
def merge(kept: Federation, gone: Federation, *, account: Account | None) -> None:
    """Make one federation part of another: all references to it move, its name leads there.

    RegisterError for our own, which stays, and for the unknown one. Published lists keep their federations.
    """
    one_at_a_time()
    if kept.pk == gone.pk:
        raise RegisterError(_("Choose two different federations."))
    if gone.code == settings.FEDERATION_CODE:
        raise RegisterError(_("Our own federation has to stay: merge the other one into it."))
    if UNKNOWN in (kept.code, gone.code):
        raise RegisterError(
            _("Players without a federation are assigned one by one, or by the spelling in the file.")
        )
    texts = Player.objects.filter(federation=gone, club_code__startswith=f"{gone.code}-")
    waiting = list(texts.order_by("pk").values_list("pk", flat=True))
    moved = _move(kept, gone)
    _remember(kept, {gone.code, gone.fide_code, gone.name})
    _file_clubs_again(waiting, kept.code)
    before = {"federations": [kept.code, gone.code]}
    after = {"federations": [kept.code]}
    journal.write("federation.merged", kept, account=account, before=before, after=after, moved=moved)
    gone.delete()


@transaction.atomic
def take_country(text: str, federation: Federation, *, account: Account | None) -> int:
    """Record which federation files mean by a country; return how many players are filed under it now."""
    one_at_a_time()
    if federation.code == UNKNOWN or not spelling_key(text):
        raise RegisterError(_("Choose the right federation."))
    waiting = Player.objects.filter(federation__code=UNKNOWN, country_text=text)
    players = list(waiting.order_by("pk").values_list("pk", flat=True))
    waiting.update(federation=federation, country_text="")
    _remember(federation, {text})
    _file_clubs_again(players, federation.code)
    sides = {"country": text}, {"federation": federation.code, "players": len(players)}
    journal.write("federation.spelling", federation, account=account, before=sides[0], after=sides[1])
    return len(players)


def _move(kept: Federation, gone: Federation) -> dict[str, int]:
    """Move all references to a federation, of every app; return how many rows, by table."""
    moved = {}
    for relation in Federation._meta.get_fields(include_hidden=True):
        model = relation.related_model
        if isinstance(relation, ManyToOneRel) and isinstance(model, type):
            column = relation.field.name
            rows = model._default_manager.filter(**{column: gone})
            moved[str(model._meta.model_name)] = rows.update(**{column: kept})
    return {name: count for name, count in moved.items() if count}


def _remember(federation: Federation, written: Collection[str]) -> None:
    for key in sorted({spelling_key(text) for text in written} - {""}):
        FederationSpelling.objects.update_or_create(key=key, defaults={"federation": federation})


def _file_clubs_again(players: Collection[int], country: str) -> None:
    """Write into clubs that are only text the code they have in another country, or the club found by it."""
    named = club_names.named_players().filter(pk__in=players)
    rows = list(named.order_by("pk"))
    meant = club_names.resolve({(row.club_text, country) for row in rows})
    for row in rows:
        row.club_id, row.club_text, row.club_code = meant[row.club_text, country]
    Player.objects.bulk_update(rows, ["club", "club_text", "club_code"], batch_size=300)
