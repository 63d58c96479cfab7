"""The rating job, read: a file becomes records, or findings with their path; what it may have at most.

Nothing is guessed and nothing is ignored: an unknown key is a finding, and so is a key that has no meaning in
the system asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from federation.vocabulary.messages import gettext_noop
from ratings.engines.stream_contract import TEAMS
from ratings.rating_job.document import Document, JobFinding, NotADocumentError, parse
from ratings.rating_job.fide import FideEvent, FideJob, FideReader
from ratings.rating_job.go import GoEvent, GoJob, GoReader
from ratings.rating_job.job_reader import JOB_KEYS
from ratings.rating_job.streams import StreamEvent, StreamJob, StreamReader
from ratings.rulebook.systems import COMPUTABLE, System, computable

UNKNOWN_SYSTEM = gettext_noop("unknown or unavailable system: {value}; available: {known}")

Job: TypeAlias = GoJob | FideJob | StreamJob
TOO_MANY = gettext_noop("must have at most {most} entries")
TOO_MANY_ENTRANTS = gettext_noop("must have at most {most} players in the games of an event")
TOO_MANY_GAMES = gettext_noop("must have at most {most} games in all events together")
TOO_MANY_SIDES = gettext_noop(
    "must have at most {most} sides in all games together; at a table everyone meets everyone"
)
TOO_MANY_PASSES = gettext_noop("must be at most {most} for so many games and players")
_Event = GoEvent | FideEvent | StreamEvent


def read_job(content: bytes) -> tuple[Job | None, list[JobFinding]]:
    """Read a job file; give the job, or None and what is wrong with the file."""
    try:
        document = parse(content)
    except NotADocumentError as error:
        return None, [error.finding]
    system = _system(document)
    if system is None:
        document.know("", document.root, JOB_KEYS)
        return None, document.findings
    job = _reader(document, system).job()
    return (None if document.findings else job), document.findings


def _reader(document: Document, system: System) -> FideReader | StreamReader | GoReader:
    if system.entry.moves_by_game:
        return StreamReader(document, system)
    return FideReader(document, system) if system.entry.moves_by_period else GoReader(document, system)


def _system(document: Document) -> System | None:
    key = document.text("", document.root, "system")
    if key is None:
        return None
    system = COMPUTABLE.get(key)
    if system is None:
        document.find("system", UNKNOWN_SYSTEM, value=key, known=", ".join(computable()))
        return None
    return system


@dataclass(frozen=True, slots=True)
class Limits:
    """What a job may have at most; `steps` bounds the time the adjustment of the FFG ladder takes.

    By default where anyone may send one: each takes a few seconds at most.
    """

    players: int = 2_000
    events: int = 500
    games: int = 5_000
    entrants: int = 1_000  # of one event
    sides: int = 20_000  # rows of `games` in the answer
    steps: int = 1_000_000_000  # passes x games, and x entrants with the guard-rail; 1.5 s


OPEN = Limits()


def excess(job: Job, limits: Limits = OPEN) -> Iterator[JobFinding]:
    """Yield where a job is larger than the limits."""
    events: Sequence[_Event] = job.events
    for path, rows, most in (("players", job.players, limits.players), ("events", events, limits.events)):
        if len(rows) > most:
            yield JobFinding(path, TOO_MANY, {"most": most})
    if any(_entrants(event) > limits.entrants for event in events):
        yield JobFinding("events", TOO_MANY_ENTRANTS, {"most": limits.entrants})
    if sum(len(event.games) for event in events) > limits.games:
        yield JobFinding("events", TOO_MANY_GAMES, {"most": limits.games})
    if sum(map(_sides, events)) > limits.sides:
        yield JobFinding("events", TOO_MANY_SIDES, {"most": limits.sides})
    passes, steps = _passes(events), sum(map(_steps, events))
    if passes * steps > limits.steps:
        most = max(limits.steps // steps, 1)
        yield JobFinding("parameters.passes_most", TOO_MANY_PASSES, {"most": most})


def _entrants(event: _Event) -> int:
    if isinstance(event, StreamEvent):
        return len({seat.player for game in event.games for seat in game.seats})
    return len({player for game in event.games for player in (game.white, game.black)})


def _sides(event: _Event) -> int:
    """Count the rows an event has in the answer: two a game, four of two teams, n (n - 1) of a table of n."""
    if not isinstance(event, StreamEvent):
        return 2 * len(event.games)
    seats = ((game.kind, len(game.seats)) for game in event.games)
    return sum(count if kind == TEAMS else count * (count - 1) for kind, count in seats)


def _passes(events: Sequence[_Event]) -> int:
    most = (getattr(event.edition, "passes_most", 1.0) for event in events)
    return int(max(most, default=1.0))


def _steps(event: _Event) -> int:
    """Count what one pass of an event looks at: its games, once more for each entrant with the guard-rail."""
    guarded = getattr(event.edition, "guard_rail", False)
    return len(event.games) * (1 + (_entrants(event) if guarded else 0))
