"""Queue of tournaments waiting for officers, longest first, each with a summary; several approved at once."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet

from federation.database.slicing import slices
from federation.jobs import jobs
from federation.models import Account, Job
from federation.register.queries import exactly
from tournaments.checks import four_eyes
from tournaments.checks.problems import Problem, Refused
from tournaments.desk.queries import desk_tournaments, severities
from tournaments.entrants.entries import declined_by, offered_players
from tournaments.models import Claim, Entry, Game, Tournament
from tournaments.models.stages import Stage
from tournaments.submission import steps

_AT_ONCE = 1_000  # entrants looked for by one query
_MATCHED = ("tournament", "surname", "given_name", "identifiers", "suggestions", "declined")
MOST = 2_000  # read at once; an office with more has other worries
STATES = ("clean", "warnings", "errors", "newcomers", "free", "mine")
APPROVAL_WORK = "tournaments.approve"
AT_ONCE = 20  # more are approved by the worker
MOST_AT_ONCE = 500
ReportProgress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Waiting:
    """One submitted revision as the queue shows it, for one officer."""

    tournament: Tournament
    entrants: int
    games: int
    enrolling: int  # new players
    resembling: int  # of these: a player of the register resembled them when they were called new
    since: int  # of these: a player who was not offered then has their name or number
    findings: Mapping[str, int]  # by severity
    claim: Claim | None  # a live one
    is_own: bool  # the officer handed it in himself
    is_mine: bool  # the officer has it on his desk

    @property
    def is_clean(self) -> bool:
        """Return whether any officer may approve it without opening it."""
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
    return [item for item in every if _is_wanted(item, wanted)] if wanted else every


def of_keys(keys: list[int], account: Account) -> dict[int, Waiting]:
    """Return some of what waits, by primary key; as many queries."""
    return {item.tournament.pk: item for item in _read_waiting(account, keys=keys)}


def _read_waiting(account: Account, keys: list[int] | None = None) -> list[Waiting]:
    tournaments = desk_tournaments().filter(stage=Stage.SUBMITTED.value)
    if keys is not None:
        tournaments = tournaments.filter(pk__in=keys)
    rows = list(tournaments.select_related("claim__account").order_by("submitted", "pk")[:MOST])
    numbers = [row.pk for row in rows]
    entries = Entry.objects.filter(tournament__in=numbers)
    people = dict(entries.order_by().values_list("tournament").annotate(people=Count("pk")))
    games = Game.objects.filter(tournament__in=numbers).order_by().values_list("tournament")
    played = dict(games.annotate(played=Count("pk")))
    new = _new_players(entries)
    is_own = _own_of(rows, account)
    return [
        _waiting(
            row,
            account,
            size=(people.get(row.pk, 0), played.get(row.pk, 0)),
            new=new[row.pk],
            is_own=row.pk in is_own,
        )
        for row in rows
    ]


def _own_of(rows: list[Tournament], account: Account) -> set[int]:
    """Return the revisions the account handed in and others have to check; at most one query."""
    own = [row for row in rows if row.organiser_id == account.pk]
    if not own:
        return set()
    rule = four_eyes.rule()
    return {row.pk for row in own if account.is_superuser or rule.refuses(account, row)}


def _new_players(entries: QuerySet[Entry]) -> Mapping[int, tuple[int, int, int]]:
    """Count by tournament: new players, resembling a player then, registered now.

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


def _is_wanted(revision: Waiting, wanted: Wanted) -> bool:
    fits = {
        "": True,
        "clean": revision.is_clean,
        "warnings": revision.findings["warning"] > 0,
        "errors": revision.findings["error"] > 0,
        "newcomers": revision.enrolling > 0,
        "free": revision.claim is None,
        "mine": revision.is_mine,
    }
    if not fits.get(wanted.state, True):
        return False
    if wanted.family and wanted.family not in revision.tournament.rated_for:
        return False
    haystack = (
        f"{revision.tournament.number} {revision.tournament.name} {revision.tournament.organiser or ''}"
    )
    return wanted.text.casefold() in haystack.casefold()


def request_approval(keys: Sequence[int], *, account: Account) -> Job:
    """Ask for the approval of some revisions, in the order given."""
    chosen = list(dict.fromkeys(keys))[:MOST_AT_ONCE]
    return jobs.request(APPROVAL_WORK, arguments={"tournaments": chosen}, account=account)


def approve_all(
    keys: Sequence[int], *, account: Account, report: ReportProgress = lambda _percent, _message: None
) -> list[dict[str, Any]]:
    """Approve what is clean and say of each revision how it went; harmless when repeated.

    An outcome is {"tournament", "outcome": "approved" | "decided" | "refused" | "gone", ...}; refused has
    {"problems": [[code, values]]}, decided {"stage", "who"}.
    """
    outcomes = []
    for done, key in enumerate(keys):
        report(100 * done / len(keys), "")
        outcomes.append({"tournament": key, **_approve(key, account)})
    return outcomes


def _approve(key: int, account: Account) -> dict[str, Any]:
    try:
        with transaction.atomic():
            current = Tournament.objects.get(pk=key)
            # Locked before it is judged, in the order of every other move: what is clean stays so.
            list(Tournament.objects.select_for_update().filter(number=current.number).order_by("revision"))
            current.refresh_from_db(fields=["stage"])
            if current.stage == Stage.SUBMITTED:
                _refuse_unclean(current, account)
            steps.approve(current, account=account)
    except Tournament.DoesNotExist:
        return {"outcome": "gone"}
    except Refused as refused:
        return {
            "outcome": "refused",
            "problems": [[problem.code, problem.values] for problem in refused.problems],
        }
    except steps.AlreadyDecided as decided:
        # The worker may come twice: what he approved the first time is approved.
        if decided.stage is Stage.APPROVED and decided.account == account:
            return {"outcome": "approved"}
        return {"outcome": "decided", "stage": decided.stage.value, "who": str(decided.account or "")}
    return {"outcome": "approved"}


def _refuse_unclean(current: Tournament, account: Account) -> None:
    waiting = of_keys([current.pk], account).get(current.pk)
    if waiting is None or not waiting.is_clean:
        raise Refused(Problem("not-clean"))
    if waiting.is_own:
        raise Refused(Problem("own-tournament"))
