"""Subjects of journal lines, by name and address; every app registers its own.

The kind of a subject is the name of its table's model, as `journal.write` notes it. An app registers how to
name its kinds beside its acts.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Model
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.journal import acts
from federation.models import (
    Account,
    Club,
    CorrectionRequest,
    DataRequest,
    Federation,
    Invitation,
    Player,
    RecordClaim,
    Region,
    Token,
    Webhook,
)
from federation.vocabulary.keys import key_from

Naming = Callable[[Collection[int]], Iterable[tuple[int, "Subject"]]]
Finding = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing by the name people know it by, and where it is shown."""

    title: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of subject: its name, how to name many, and which keys a number people write stands for.

    `has_lines`: lines of the journal are about it; others are named elsewhere alone.
    """

    label: str | Promise
    named: Naming
    keys: Finding = staticmethod(lambda number: [number])  # noqa: RUF009 - a function, not a value
    has_lines: bool = True


_kinds: dict[str, Kind] = {}


def register(name: str, kind: Kind) -> None:
    """Register how the subjects of a kind are named."""
    _kinds[name] = kind


def kinds() -> Mapping[str, Kind]:
    """Return every kind the apps have registered."""
    acts.discover()
    return _kinds


def find_subjects(subjects: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Subject]:
    """Name subjects, given as (kind, key); one query a kind. Those that are gone are left out."""
    wanted: dict[str, set[int]] = {}
    for kind, key in subjects:
        if (number := key_from(key)) is not None:
            wanted.setdefault(kind, set()).add(number)
    known = kinds()
    return {
        (kind, str(key)): subject
        for kind, keys in wanted.items()
        if kind in known
        for key, subject in known[kind].named(keys)
    }


def address(name: str, *args: object) -> str:
    """Return the address of a page, or nothing where the site has no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def of_model(model: type[Model], url: str = "") -> Naming:
    """Name rows by their own text; `url` is the name of a page that takes the key."""

    def named(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
        for key, row in model._default_manager.in_bulk(list(keys)).items():
            yield key, Subject(str(row), address(url, key) if url else "")

    return named


def of_columns(model: type[Model], *columns: str, subject: Callable[..., Subject]) -> Naming:
    """Name rows by their key and some of their columns; whole rows are not read."""

    def named(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
        for row in model._default_manager.filter(pk__in=keys).values_list("pk", *columns):
            yield row[0], subject(*row)

    return named


def _clubs(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, club in Club.all_clubs.in_bulk(list(keys)).items():
        yield key, Subject(str(club), club.get_absolute_url())


def _claims(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    # By the player: the state of a claim since then is not part of the line.
    for claim in RecordClaim.objects.filter(pk__in=keys).select_related("player"):
        yield claim.pk, Subject(str(claim.player), address("register-player", claim.player_id))


register("player", Kind(_("player"), of_model(Player, "player")))
register("club", Kind(_("club"), _clubs))
register("region", Kind(_("region"), of_model(Region)))
register("federation", Kind(_("federation"), of_model(Federation)))
register("token", Kind(_("token"), of_model(Token)))
register("webhook", Kind(_("webhook"), of_model(Webhook, "webhook")))
register("account", Kind(_("account"), of_model(Account, "account-of")))
register("correctionrequest", Kind(_("error report"), of_model(CorrectionRequest)))
register("datarequest", Kind(_("request about personal data"), of_model(DataRequest, "register-request")))
register("recordclaim", Kind(_("record claim"), _claims))
register("invitation", Kind(_("invitation"), of_model(Invitation)))
