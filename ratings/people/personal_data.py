"""Ratings as personal data: handed out to the person, or stored without what names them."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from federation.models import HiddenValues, Player
from federation.privacy.personal_data import Remainder
from ratings.cadence.traits import traits_of
from ratings.lists.anonymise import SUBJECT
from ratings.models import CurrentRating, ListEntry, ManualEvent, PublishedList, RatingChange
from ratings.rulebook.list_fields import FIELDS
from ratings.rulebook.systems import SYSTEMS

_KEYS = {"player_id", *(field.name for field in FIELDS if field.internal)}  # nothing about a person
_FIELDS = tuple(field.name for field in ListEntry._meta.concrete_fields if field.attname not in _KEYS)
_LISTED = ("list__system__key", "list__date", "list__revision", *_FIELDS)
# What an erasure takes out of an entry; names are put aside by `lists.anonymise`, then forgotten. Title and
# licence stay: the log has the digest of the first (`public_log.list_rows`), the second decides what the FFG
# ladder shows; without either the proof of the list would fail, for others too.
ERASED = {field.name: field.nothing for field in FIELDS if not (field.stays or field.proof)}


def collect(players: list[Player]) -> dict[str, Any]:
    """Return ratings, every change of them, every line of a published list, and what the office decided."""
    of = {"player__in": players}
    changes = RatingChange.objects.filter(**of).order_by("system", "sequence")
    decided = ManualEvent.objects.filter(**of).order_by("date", "pk")
    return {
        "ratings": list(
            CurrentRating.objects.filter(**of).values("system__key", "rating", "games", "last_played")
        ),
        "rating_changes": list(
            changes.values("system__key", "tournament__number", "before", "after", "games", "edition")
        ),
        "published_lists": _lines_of_lists(players),
        "decisions": list(
            decided.values("system__key", "kind", "date", "value", "label", "entered", "withdrawn")
        ),
    }


def _lines_of_lists(players: list[Player]) -> list[dict[str, Any]]:
    """Return the lines of lists as they were published, not as they are shown now."""
    hidden_rows = HiddenValues.objects.filter(player__in=players, subject=SUBJECT)
    hidden = dict(hidden_rows.values_list("row", "values"))
    rows = ListEntry.objects.filter(player__in=players).order_by("list__date", "pk").values("pk", *_LISTED)
    lines = []
    for row in rows:
        values = hidden.get(row.pop("pk"), {})
        lines.append(row | {name: value for name, value in values.items() if name in row})
    return lines


def remainders(players: list[Player]) -> list[Remainder]:
    """Return what stays, unseen or without a name, because ratings and lists stand on it."""
    return [*_birth_years(players), *_on_lists(players)]


def _birth_years(players: list[Player]) -> list[Remainder]:
    """Return the years of birth ratings were computed from (K of a junior)."""
    reading = [key for key in SYSTEMS if traits_of(key).reads_birth_years]
    rated = RatingChange.objects.filter(player__in=players, system__key__in=reading).exists()
    years = tuple(str(player.birth_year) for player in players if player.birth_year)
    if not rated or not years:
        return []
    reason = _(
        "It is kept but not shown: FIDE ratings, including those of other players, were calculated from it."
    )
    return [Remainder(_("Year of birth"), reason, years, keeps="birth_year")]


def _on_lists(players: list[Player]) -> list[Remainder]:
    """Return titles and licences on lists, which the proofs of these lists contain."""
    entries = ListEntry.objects.filter(player__in=players).order_by()
    texts = {text for row in entries.values_list("title", "licence").distinct() for text in row}
    items = tuple(sorted(texts - {"", "-"}))
    reason = _(
        "They stay on published lists, without a name: anyone can check these lists, title and licence too."
    )
    return [Remainder(_("Title and licence"), reason, items)] if items else []


def erase(players: list[Player]) -> None:
    """Take away what lists and decisions say of players besides their ratings."""
    entries = ListEntry.objects.filter(player__in=players)
    # Others have another place among women, an age, a region or a club than the list has counted.
    PublishedList.objects.filter(pk__in=entries.values("list"), scoped=True).update(scoped=False)
    entries.update(**ERASED)
    ManualEvent.objects.filter(player__in=players).update(label="")
