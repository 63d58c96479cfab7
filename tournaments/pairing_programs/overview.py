"""State of the tournaments of a pairing program, for the pages of their organiser."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext

from federation.models import Account
from federation.vocabulary.names import full_name
from tournaments.models import ExpectedEntrant, ExpectedTournament, PublishedRound, Tournament
from tournaments.models.stages import OPEN
from tournaments.pairing_programs import arrivals, handing_in
from tournaments.pairing_programs.entrants import Line
from tournaments.pairing_programs.pairgoth.assembly import Assembled, RoundState, assemble
from tournaments.pairing_programs.pairgoth.pages import Named
from tournaments.pairing_programs.pairgoth.people import Who
from tournaments.pairing_programs.pairgoth.refusals import TEXTS, Unusable
from tournaments.reports.outcomes import Outcome as ReportOutcome
from tournaments.reports.report import Pairing


@dataclass(frozen=True, slots=True)
class Row:
    """A tournament of the list: how many are entered, how many rounds came, the draft where there is one."""

    tournament: ExpectedTournament
    entrants: int
    came: int
    draft: Tournament | None


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round as the page shows it."""

    number: int
    games: int
    byes: int
    unknown: int
    doubtful: int
    received: datetime | None
    is_there: bool
    lines: tuple["GameLine", ...] = ()


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a round, or who has none: names as on the list, the result as Pairgoth writes it."""

    white: str
    black: str = ""
    handicap: int = 0
    result: str = ""
    table: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Where a tournament stands: its rounds, the draft, what is wrong, what is missing."""

    rounds: tuple[RoundRow, ...]
    strangers: tuple[Named, ...]
    draft: Tournament | None
    is_complete: bool
    is_behind: bool  # the draft lacks what came since
    is_by_hand: bool  # the draft has corrections that rewriting it would lose
    resembles: bool  # the organiser has to say which tournament it is
    problem: str  # why what came cannot be put together
    refusal: str  # why the last call was refused
    refused: datetime | None

    @property
    def came(self) -> bool:
        """Whether any game came."""
        return any(state.is_there for state in self.rounds)

    @property
    def is_open(self) -> bool:
        """Whether the draft may still be rewritten."""
        return self.draft is not None and self.draft.stage in OPEN


def tournaments(account: Account) -> list[Row]:
    """Return the tournaments of an account, the newest first; four queries."""
    rows = list(ExpectedTournament.objects.filter(account=account).order_by("-start", "-pk"))
    entered = dict(
        ExpectedEntrant.objects.filter(tournament__in=rows).values_list("tournament").annotate(Count("pk"))
    )
    rounds = dict(
        PublishedRound.objects.filter(tournament__in=rows)
        .values_list("tournament")
        .annotate(Count("round", distinct=True))
    )
    drafts: dict[int, Tournament] = {}
    numbers = [row.number for row in rows if row.number is not None]
    for draft in Tournament.objects.filter(number__in=numbers).order_by("revision"):
        drafts[draft.number] = draft
    return [
        Row(row, entered.get(row.pk, 0), rounds.get(row.pk, 0), drafts.get(row.number or 0)) for row in rows
    ]


def state(tournament: ExpectedTournament, lines: Sequence[Line]) -> State:
    """Return where a tournament stands; four queries at most."""
    draft = arrivals.newest_revision(tournament)
    problem = ""
    assembly: Assembled | None = None
    try:
        came = arrivals.came(tournament)
        assembly = assemble(came, [line.listed for line in lines], rounds=tournament.rounds)
    except Unusable as refusal:
        problem = sentence_of(refusal)
    received = dict(
        PublishedRound.objects.filter(tournament=tournament).values_list("round").annotate(Max("received"))
    )
    refusal_text, refused = _refusal(tournament)
    is_open = draft is not None and draft.stage in OPEN
    return State(
        rounds=tuple(_row(state, received.get(state.number), assembly) for state in assembly.rounds)
        if assembly
        else (),
        strangers=assembly.strangers if assembly else (),
        draft=draft,
        is_complete=assembly is not None and assembly.is_complete,
        is_behind=bool(assembly and draft and is_open and handing_in.is_behind(tournament, draft, assembly)),
        is_by_hand=bool(draft and is_open and handing_in.is_by_hand(tournament, draft)),
        resembles=draft is None and tournament.upload_id is not None,
        problem=problem,
        refusal=refusal_text,
        refused=refused,
    )


def sentence_of(refusal: Unusable) -> str:
    """Return a refusal in the reader's language."""
    return gettext(TEXTS[refusal.code]).format(**refusal.values)


def _refusal(tournament: ExpectedTournament) -> tuple[str, datetime | None]:
    refusal = tournament.refusal
    if not refusal or refusal.get("code") not in TEXTS:
        return "", None
    return sentence_of(Unusable(refusal["code"], **refusal["values"])), parse_datetime(refusal["at"])


def _row(state: RoundState, received: datetime | None, assembly: Assembled) -> RoundRow:
    names = [_name(who) for who in assembly.entrants]
    games = [
        GameLine(names[game.white - 1], names[game.black - 1], game.handicap, _result(game), game.board)
        for game in assembly.pairings
        if game.round == state.number
    ]
    free = [GameLine(names[bye.entrant - 1]) for bye in assembly.byes if bye.round == state.number]
    return RoundRow(
        state.number,
        state.games,
        state.byes,
        state.unknown,
        state.doubtful,
        received,
        state.is_there,
        (*games, *free),
    )


def _name(who: Who) -> str:
    return who.name if isinstance(who, Named) else full_name(who.surname, who.given_name)


def _result(game: Pairing) -> str:
    if game.by_default:
        return gettext("cancelled")
    return {
        ReportOutcome.WHITE_WINS: "1–0",
        ReportOutcome.BLACK_WINS: "0–1",
        ReportOutcome.DRAW: "½–½",
        ReportOutcome.BOTH_WIN: "1–1",
        ReportOutcome.BOTH_LOSE: "0–0",
        ReportOutcome.UNKNOWN: "?",
    }[game.outcome]
