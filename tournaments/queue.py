"""Reads: what waits for officers, longest waiting first, with what each tournament has to say for itself."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from federation.models import Account
from tournaments.models import Claim, Entry, Game, Tournament
from tournaments.queries import desk_tournaments, severities
from tournaments.stages import Stage

MOST = 2_000  # read at once; an office with more has other worries
STATES = ("clean", "warnings", "errors", "newcomers", "free", "mine")


@dataclass(frozen=True, slots=True)
class Waiting:
    """One submitted revision as the queue shows it, for one officer."""

    tournament: Tournament
    entrants: int
    games: int
    enrolling: int  # new players
    resembling: int  # of these: somebody in the register resembles them
    findings: Mapping[str, int]  # by severity
    claim: Claim | None  # a live one
    is_own: bool  # the officer handed it in himself
    is_mine: bool  # the officer has it on his desk

    @property
    def is_clean(self) -> bool:
        """Say whether it may be approved without being opened, whoever asks."""
        return not (self.findings["error"] or self.findings["warning"] or self.enrolling)

    @property
    def may_be_ticked(self) -> bool:
        """Say whether this officer may approve it together with others."""
        return self.is_clean and not self.is_own and (self.claim is None or self.is_mine)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an officer asks of the queue; empty asks nothing."""

    state: str = ""
    family: str = ""
    text: str = ""


def waiting(account: Account, wanted: Wanted | None = None) -> list[Waiting]:
    """Give what waits, longest waiting first; four queries."""
    every = _read(account)
    return [one for one in every if _is_wanted(one, wanted)] if wanted else every


def of_keys(keys: list[int], account: Account) -> dict[int, Waiting]:
    """Give some of what waits, by primary key; four queries."""
    return {one.tournament.pk: one for one in _read(account, keys=keys)}


def _read(account: Account, keys: list[int] | None = None) -> list[Waiting]:
    found = desk_tournaments().filter(stage=Stage.SUBMITTED.value)
    if keys is not None:
        found = found.filter(pk__in=keys)
    rows = list(found.select_related("claim__account").order_by("submitted", "pk")[:MOST])
    numbers = [one.pk for one in rows]
    entries = Entry.objects.filter(tournament__in=numbers)
    people = dict(entries.order_by().values_list("tournament").annotate(people=Count("pk")))
    games = Game.objects.filter(tournament__in=numbers).order_by().values_list("tournament")
    played = dict(games.annotate(played=Count("pk")))
    new = _new_players(entries)
    return [
        _waiting(one, account, size=(people.get(one.pk, 0), played.get(one.pk, 0)), new=new[one.pk])
        for one in rows
    ]


def _new_players(entries: QuerySet[Entry]) -> Mapping[int, tuple[int, int]]:
    """Count who is to be enrolled, and whom of these somebody in the register resembles, by tournament."""
    found: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    new = entries.filter(match=Entry.Match.ENROL, player=None)
    for key, suggestions in new.values_list("tournament", "suggestions"):
        # A suggestion without a player is a remark about nobody in particular.
        resembles = any(one["player"] for one in suggestions)
        found[key] = (found[key][0] + 1, found[key][1] + resembles)
    return found


def _waiting(
    tournament: Tournament, account: Account, *, size: tuple[int, int], new: tuple[int, int]
) -> Waiting:
    claim: Claim | None = getattr(tournament, "claim", None)
    live = claim if claim is not None and claim.is_live else None
    return Waiting(
        tournament,
        entrants=size[0],
        games=size[1],
        enrolling=new[0],
        resembling=new[1],
        findings=severities(tournament.current_findings),
        claim=live,
        is_own=tournament.organiser_id == account.pk,
        is_mine=live is not None and live.account_id == account.pk,
    )


def _is_wanted(one: Waiting, wanted: Wanted) -> bool:
    fits = {
        "": True,
        "clean": one.is_clean,
        "warnings": one.findings["warning"] > 0,
        "errors": one.findings["error"] > 0,
        "newcomers": one.enrolling > 0,
        "free": one.claim is None,
        "mine": one.is_mine,
    }
    if not fits.get(wanted.state, True):
        return False
    if wanted.family and wanted.family not in one.tournament.rated_for:
        return False
    told = f"{one.tournament.number} {one.tournament.name} {one.tournament.organiser or ''}"
    return wanted.text.casefold() in told.casefold()
