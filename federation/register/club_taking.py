"""Names of clubs in files, taken by the office: as new clubs, as spellings of a known one, and back again."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Min
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account, Club, ClubChange, ClubSpelling, Player
from federation.register import club_names, clubs, federations
from federation.register.register import RegisterError, one_at_a_time

_MOST = 500  # names taken at once


@dataclass(frozen=True, slots=True)
class Name:
    """A club as files name it: the code it would have, its label, how many players are in it."""

    code: str
    label: str
    players: int

    @property
    def country(self) -> str:
        """The country of its code."""
        country, mark, _rest = self.code.partition("-")
        return country if mark and country.isupper() and len(country) in (2, 3) else settings.FEDERATION_CODE


def names(codes: Collection[str] | None = None) -> list[Name]:
    """Return the names not taken yet, those of most players first; of some codes where given."""
    players = club_names.named_players()
    if codes is not None:
        players = players.filter(club_code__in=list(codes)[:_MOST])
    grouped = players.order_by().values("club_code").annotate(label=Min("club_text"), players=Count("pk"))
    rows = grouped.order_by("-players", "club_code").values_list("club_code", "label", "players")
    return [Name(*row) for row in rows]


def alike(wanted: Sequence[Name]) -> dict[str, list[Club]]:
    """Return the clubs of a name's country whose label, code or name differs in small and capitals alone."""
    by_word: dict[tuple[str, str], list[Club]] = {}
    for club in Club.objects.select_related("federation").order_by("code"):
        for word in {club.label.casefold(), club.name.casefold(), club.town.casefold()} - {""}:
            by_word.setdefault((club.federation.code, word), []).append(club)
    return {club.code: by_word.get((club.country, club.label.casefold()), []) for club in wanted}


@transaction.atomic
def take_as_clubs(codes: Collection[str], *, account: Account | None) -> list[Club]:
    """Make a club of each name; a name taken meanwhile is skipped."""
    one_at_a_time()
    new_clubs = []
    for name in names(codes):
        if _known(name.code):
            continue
        federation = federations.federation_for(name.country)
        club = Club.objects.create(code=name.code, label=name.label, name=name.label, federation=federation)
        _take(name, club, account, is_new=True)
        new_clubs.append(club)
    return new_clubs


@transaction.atomic
def take_as_spellings(codes: Collection[str], club: Club, *, account: Account | None) -> int:
    """Remember names as spellings of a club and put their players into it; say how many names."""
    one_at_a_time()
    if club.merged_into_id is not None:
        raise RegisterError(_("This club has been merged into another."))
    taken = 0
    for name in names(codes):
        other = _known(name.code)
        if other is None or other == club:
            _take(name, club, account, is_new=False)
            taken += 1
    return taken


def _known(code: str) -> Club | None:
    spelled = ClubSpelling.objects.select_related("club").filter(code=code).first()
    return spelled.club if spelled else Club.all_clubs.filter(code=code).first()


def _take(name: Name, club: Club, account: Account | None, *, is_new: bool) -> None:
    waiting = club_names.named_players().filter(club_code=name.code).order_by("pk")
    texts = [[player, text] for player, text in waiting.values_list("pk", "club_text")]
    if not is_new and name.code != club.code:
        ClubSpelling.objects.get_or_create(code=name.code, defaults={"club": club, "label": name.label})
    club_names.adopt({name.code: club.pk})
    record: dict[str, Any] = {"code": name.code, "label": name.label, "is_new": is_new, "players": texts}
    change = ClubChange.objects.create(
        kind=ClubChange.Kind.TAKE, club=club, account=account, record={**record, "name": club.name}
    )
    after = {"club": club.code, "players": len(texts)}
    journal.write(
        "club.taken",
        club,
        account=account,
        change=change.pk,
        before={"name in files": name.code},
        after=after,
    )


@transaction.atomic
def undo(taking: ClubChange, *, account: Account | None) -> None:
    """Make a taken club a name in files again; RegisterError while other data depends on it."""
    one_at_a_time()
    change = ClubChange.objects.select_for_update(of=("self",)).select_related("club").get(pk=taking.pk)
    club, record = change.club, change.record
    if change.undone or club is None:
        raise RegisterError(_("This has already been undone."))
    if club.merged_into_id is not None:
        raise RegisterError(_("This club has been merged into another: undo that first."))
    moved = _give_back(club, record)
    ClubSpelling.objects.filter(club=club, code=record["code"]).delete()
    change.undone, change.undone_by = timezone.now(), account
    change.save(update_fields=["undone", "undone_by"])
    before = {"club": club.code, "players": moved}
    after = {"name in files": record["code"]}
    journal.write("club.untaken", club, account=account, change=change.pk, before=before, after=after)
    if record["is_new"]:
        _remove(club)


def _give_back(club: Club, record: dict[str, Any]) -> int:
    texts = dict(record["players"])
    still = Player.objects.filter(pk__in=texts, club=club)
    players = [
        Player(pk=key, club=None, club_text=texts[key], club_code=record["code"])
        for key in still.order_by("pk").values_list("pk", flat=True)
    ]
    Player.objects.bulk_update(players, ["club", "club_text", "club_code"], batch_size=300)
    return len(players)


def _remove(club: Club) -> None:
    """Delete a club that was made of a name; RegisterError where others are in it since."""
    if not clubs.is_empty(club) or club.spellings.exists():
        raise RegisterError(_("The club has more in it by now: move or merge that first."))
    club.delete()
