"""Reads: what waits for officers, longest waiting first, with what each tournament has to say for itself."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from federation.database.slicing import slices
from federation.models import Account
from federation.register.queries import exactly
from tournaments.checks import four_eyes
from tournaments.desk.queries import desk_tournaments, severities
from tournaments.entrants.declined import declined_by
from tournaments.entrants.entries import offered_players
from tournaments.models import Claim, Entry, Game, Tournament
from tournaments.models.stages import Stage

_AT_ONCE = 1_000  # entrants looked for by one query
_MATCHED = ("tournament", "surname", "given_name", "identifiers", "suggestions", "declined")
MOST = 2_000  # read at once; an office with more has other worries
STATES = ("clean", "warnings", "errors", "newcomers", "free", "mine")


@dataclass(frozen=True, slots=True)
class Waiting:
    """One submitted revision as the queue shows it, for one officer."""

    tournament: Tournament
    entrants: int
    games: int
    enrolling: int  # new players
    resembling: int  # of these: somebody in the register resembled them when they were called new
    since: int  # of these: somebody has their name or number who was not offered then
    findings: Mapping[str, int]  # by severity
    claim: Claim | None  # a live one
    is_own: bool  # the officer handed it in himself
    is_mine: bool  # the officer has it on his desk

    @property
    def is_clean(self) -> bool:
        """Return whether it may be approved without being opened, whoever asks."""
        return not (self.findings["error"] or self.findings["warning"] or self.enrolling)

    @property
    def may_be_ticked(self) -> bool:
        """Return whether this officer may approve it together with others."""
        return self.is_clean and not self.is_own and (self.claim is None or self.is_mine)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an officer asks of the queue; empty asks nothing."""

    state: str = ""
    family: str = ""
    text: str = ""


def waiting(account: Account, wanted: Wanted | None = None) -> list[Waiting]:
    """Return what waits, longest first; five queries, one more where some were decided against."""
    every = _read_waiting(account)
    return [one for one in every if _is_wanted(one, wanted)] if wanted else every


def of_keys(keys: list[int], account: Account) -> dict[int, Waiting]:
    """Return some of what waits, by primary key; as many queries."""
    return {one.tournament.pk: one for one in _read_waiting(account, keys=keys)}


def _read_waiting(account: Account, keys: list[int] | None = None) -> list[Waiting]:
    tournaments = desk_tournaments().filter(stage=Stage.SUBMITTED.value)
    if keys is not None:
        tournaments = tournaments.filter(pk__in=keys)
    rows = list(tournaments.select_related("claim__account").order_by("submitted", "pk")[:MOST])
    numbers = [one.pk for one in rows]
    entries = Entry.objects.filter(tournament__in=numbers)
    people = dict(entries.order_by().values_list("tournament").annotate(people=Count("pk")))
    games = Game.objects.filter(tournament__in=numbers).order_by().values_list("tournament")
    played = dict(games.annotate(played=Count("pk")))
    new = _new_players(entries)
    is_own = _own_of(rows, account)
    return [
        _waiting(
            one,
            account,
            size=(people.get(one.pk, 0), played.get(one.pk, 0)),
            new=new[one.pk],
            is_own=one.pk in is_own,
        )
        for one in rows
    ]


def _own_of(rows: list[Tournament], account: Account) -> set[int]:
    """Return what somebody else has to look at, as the account handed it in; one query where it has any."""
    own = [one for one in rows if one.organiser_id == account.pk]
    if not own:
        return set()
    rule = four_eyes.rule()
    return {one.pk for one in own if account.is_superuser or rule.refuses(account, one)}


def _new_players(entries: QuerySet[Entry]) -> Mapping[int, tuple[int, int, int]]:
    """Count by tournament who is to be enrolled, whom of these somebody resembled then, and who is there now.

    Two queries, one more for every thousand. Names that are only similar are looked for by the review page.
    """
    counts: dict[int, tuple[int, int, int]] = defaultdict(lambda: (0, 0, 0))
    new = list(entries.filter(match=Entry.Match.ENROL, player=None).only(*_MATCHED))
    declined = declined_by(new)
    for some in slices(new, _AT_ONCE):
        for row, players in zip(some, exactly(some), strict=True):
            enrolling, resembling, since = counts[row.tournament_id]
            is_there = not declined[row.pk].issuperset(players)
            counts[row.tournament_id] = (
                enrolling + 1,
                resembling + bool(offered_players(row)),
                since + is_there,
            )
    return counts


def _waiting(
    tournament: Tournament,
    account: Account,
    *,
    size: tuple[int, int],
    new: tuple[int, int, int],
    is_own: bool,
) -> Waiting:
    claim: Claim | None = getattr(tournament, "claim", None)
    live = claim if claim is not None and claim.is_live else None
    return Waiting(
        tournament,
        entrants=size[0],
        games=size[1],
        enrolling=new[0],
        resembling=new[1],
        since=new[2],
        findings=severities(tournament.current_findings),
        claim=live,
        is_own=is_own,
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
    haystack = f"{one.tournament.number} {one.tournament.name} {one.tournament.organiser or ''}"
    return wanted.text.casefold() in haystack.casefold()
