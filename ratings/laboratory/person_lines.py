"""Ratings of players under the rules in force and a variant, after each tournament, list or day.

A job computes them from the facts of the report and keeps them packed, some hundred players a row. Other
facts would give other lines than the report has figures: then none are made.
"""

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job, Player
from federation.models.display_name import PUBLIC
from ratings.charts import figures
from ratings.laboratory.figures.variant import read
from ratings.laboratory.models import Simulation, SimulationLines
from ratings.lists.list_words import is_by_licence
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.previews.steady import retry_if_moved

WORK = "ratings.simulation_lines"
ROW = 200  # players packed together
MOST_STEPS = 5_000_000  # a report of more keeps no lines
MOST_BYTES = 500_000_000  # of the lines of all reports; jobs that end at the same moment may exceed it once
DECIMALS = 2
# They stand for a tournament: where a variant converts every rating, and the games of a list or of a day.
CONVERTED, GAMES = -1, -2
OTHER_FACTS = gettext_noop("Data have changed since this report. Ask for the simulation again.")
TOO_MANY = gettext_noop("There are too many results to keep a page of every player.")
NO_ROOM = gettext_noop(
    "The pages of players of all reports would take too much room. Delete those of another report first."
)
ReportProgress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a player: the ratings after it under both rules; None: no rating yet."""

    day: date
    tournament: int  # primary key, 0 for a decision of the office, CONVERTED, GAMES
    old: float | None
    new: float | None


def request(kept: Simulation, *, account: Account | None) -> Job:
    """Ask for the lines of a report, unless they are asked for already."""
    with transaction.atomic():
        job = jobs.request_once(WORK, arguments={"simulation": kept.pk}, account=account)
    jobs.enqueue_after_commit(job)
    return job


def newest_job(kept: Simulation) -> Job | None:
    """Return the job that was asked for last."""
    return Job.objects.filter(kind=WORK, arguments__simulation=kept.pk).order_by("-pk").first()


def compute(kept: Simulation, *, report: ReportProgress = lambda _percent, _message: None) -> str:
    """Compute and keep the lines of a report; return why there are none, "" where there are."""
    from ratings.laboratory.figures.lines import lines_of  # here, because pages need no kernels

    if kept.lines.exists():
        return ""
    if bytes_kept() >= MOST_BYTES:
        return NO_ROOM
    report(5, gettext_noop("reading the data"))
    found = retry_if_moved(lambda: _replayed(kept))
    if found is None:
        return OTHER_FACTS
    report(50, gettext_noop("calculating"))
    loaded, base, other = found
    lines = lines_of(loaded.ground, base, other)
    if lines.player.size > MOST_STEPS:
        return TOO_MANY
    return _keep(kept, list(_rows(kept, lines, _events(loaded, lines), loaded.ground.players)))


def _replayed(simulation: Simulation) -> tuple[Any, Any, Any] | None:
    """Return the facts with what both rules make of them; None where they are not those of the report."""
    from ratings.laboratory import grounds
    from ratings.laboratory.figures.simulation import simulate

    loaded = grounds.load(simulation.system)
    if loaded.fingerprint != simulation.result.get("facts"):
        return None
    return loaded, simulate(loaded.ground, loaded.ground.base), loaded.under(read(simulation.variant))


def _events(loaded: Any, lines: Any) -> Any:
    """Return what each step stands for, as `Step.tournament` has it."""
    from ratings.laboratory import grounds
    from ratings.laboratory.figures.simulation import DECISION, EVENT, STEPS

    kind, place = lines.step % STEPS, lines.step // STEPS
    if loaded.tournament.size:
        named = loaded.tournament[np.minimum(place, loaded.tournament.size - 1)]
    else:
        decided = grounds.reader_of(loaded.system.key).decided(kind, lines.played)
        named = np.where(decided, 0, GAMES)
    return np.where((kind == EVENT) | (kind == DECISION), named, CONVERTED)


def _rounded(ratings: Any) -> list[float | None]:
    rounded = np.round(ratings, DECIMALS).tolist()
    return [None if value != value else value for value in rounded]


def _rows(simulation: Simulation, lines: Any, events: Any, players: Any) -> Iterator[SimulationLines]:
    """Yield the rows, `ROW` players in each; lines are sorted by player."""
    whose, first = np.unique(lines.player, return_index=True)
    bounds = np.append(first, lines.player.size).tolist()
    for at in range(0, whose.size, ROW):
        keys = players[whose[at : at + ROW]].tolist()
        begin, end = bounds[at], bounds[at + len(keys)]
        columns = (lines.day[begin:end].tolist(), events[begin:end].tolist())
        ratings = (_rounded(line[begin:end]) for line in (lines.old, lines.new))
        steps = list(zip(*columns, *ratings, strict=True))
        of_player = {
            key: steps[bounds[at + place] - begin : bounds[at + place + 1] - begin]
            for place, key in enumerate(keys)
        }
        yield SimulationLines(simulation=simulation, first=keys[0], last=keys[-1], data=packed(of_player))


def _keep(simulation: Simulation, rows: list[SimulationLines]) -> str:
    """Write the lines, unless the report was deleted meanwhile; return why they are not stored."""
    with transaction.atomic():
        if not Simulation.objects.select_for_update().filter(pk=simulation.pk).exists():
            return ""
        if bytes_kept() + sum(len(row.data) for row in rows) > MOST_BYTES:
            return NO_ROOM
        SimulationLines.objects.filter(simulation=simulation).delete()
        SimulationLines.objects.bulk_create(rows, batch_size=50)
    return ""


def bytes_kept(kept: Simulation | None = None) -> int:
    """Return how many bytes the lines of a report take; without one those of all."""
    rows = SimulationLines.objects.filter(simulation=kept) if kept else SimulationLines.objects.all()
    return int(rows.aggregate(total=Sum(Length("data")))["total"] or 0)


def sizes() -> list[tuple[Simulation, int]]:
    """Return the reports that have lines, the newest first, and how many bytes those take; one query."""
    with_lines = Simulation.objects.defer("result").filter(lines__isnull=False)
    found = with_lines.annotate(size=Sum(Length("lines__data"))).order_by("-pk")
    return [(simulation, int(simulation.size)) for simulation in found]


@transaction.atomic
def delete(kept: Simulation, *, account: Account) -> bool:
    """Delete the lines of a report, which stays; False where it has none."""
    Simulation.objects.select_for_update().get(pk=kept.pk)
    deleted, _kinds = SimulationLines.objects.filter(simulation=kept).delete()
    if not deleted:
        return False
    Simulation.objects.filter(pk=kept.pk).update(opened=None)
    journal.write("simulation.emptied", kept, account=account, name=kept.name, fingerprint=kept.fingerprint)
    return True


def packed(of_player: dict[int, list[Any]]) -> bytes:
    """Pack players' steps, [ordinal of the day, tournament, rating in force, rating of the variant] each."""
    return zlib.compress(json.dumps(of_player, separators=(",", ":")).encode())


def steps_of(kept: Simulation, player: int) -> list[Step]:
    """Return the line of a player, the oldest event first; one query."""
    row = SimulationLines.objects.filter(simulation=kept, first__lte=player, last__gte=player).first()
    steps = json.loads(zlib.decompress(bytes(row.data))).get(str(player), []) if row else []
    return [Step(date.fromordinal(day), tournament, old, new) for day, tournament, old, new in steps]


def moves(steps: list[Step]) -> list[tuple[int | None, int | None]]:
    """Return what each event moved under both rules; None where there was no rating before or after.

    They are the differences of the ratings as they are shown, like those of a player's own page: there no
    event has another figure than here, and rows add up.
    """
    found: list[tuple[int | None, int | None]] = []
    before: tuple[float | None, float | None] = (None, None)
    for step in steps:
        now = (step.old, step.new)
        pairs = zip(before, now, strict=True)
        first, second = (
            None if old is None or new is None else int(figures.moved(old, new)) for old, new in pairs
        )
        found.append((first, second))
        before = now
    return found


def is_open_to_all(kept: Simulation, player: Player) -> bool:
    """Return whether a player's line is public.

    The office has opened the report, the player is shown by name, and the newest list shows their rating:
    of players without licence the lists of the FFG show the foot of the grade only (FFG ladder rules 3.1).
    """
    if kept.opened is None or player.privacy != PUBLIC or player.merged_into_id is not None:
        return False
    return not is_by_licence(kept.system) or _is_licensed(kept.system, player)


def _is_licensed(system: RatingSystem, player: Player) -> bool:
    newest = PublishedList.objects.filter(system=system).newest().first()
    entries = ListEntry.objects.filter(list=newest, player=player, active_rank__isnull=False)
    return newest is not None and entries.exists()


@transaction.atomic
def open_to_all(kept: Simulation, *, is_open: bool, account: Account) -> bool:
    """Open the lines of a report to everybody, or close them; False where they are so already."""
    rows = Simulation.objects.filter(pk=kept.pk, opened__isnull=is_open)
    if not rows.update(opened=timezone.now() if is_open else None):
        return False
    act = "simulation.opened" if is_open else "simulation.closed"
    journal.write(act, kept, account=account, name=kept.name, fingerprint=kept.fingerprint)
    return True
