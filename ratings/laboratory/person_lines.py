"""Me under both: what the rules in force and a variant gave each player after each of his events.

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
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job, Player
from federation.models.display_name import PUBLIC
from ratings.laboratory.figures.variant import read
from ratings.lists.activity_words import is_by_licence
from ratings.models import ListEntry, PublishedList, RatingSystem, Simulation, SimulationLines
from ratings.previews.steady import retry_if_moved

WORK = "ratings.simulation_lines"
ROW = 200  # players packed together
MOST_ENTRIES = 5_000_000  # a report of more keeps no lines
DECIMALS = 2
CONVERTED = -1  # stands for a tournament where a variant converts every rating
OTHER_FACTS = gettext_noop("Data have changed since this report. Ask for the simulation again.")
TOO_MANY = gettext_noop("There are too many results to keep the line of every player.")
ReportProgress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a player: where both rules had him after it; None: no rating yet."""

    day: date
    tournament: int  # primary key, 0 for a decision of the office, CONVERTED
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
    from ratings.laboratory import event_ground  # here, because pages need no kernels

    if kept.lines.exists():
        return ""
    report(5, gettext_noop("reading the data"))
    ground, base, other = retry_if_moved(lambda: _replayed(event_ground.load(kept.system), kept))
    if ground.fingerprint != kept.result.get("facts"):
        return OTHER_FACTS
    facts = ground.ground.facts
    if facts.entry_player.size > MOST_ENTRIES:
        return TOO_MANY
    report(50, gettext_noop("calculating"))
    event = ground.ground.event_of_entry
    rows = zip(
        ground.ground.days[event].tolist(),
        ground.tournament[event].tolist(),
        _rounded(ground.ground.after_entries(base)),
        _rounded(ground.ground.after_entries(other)),
        strict=True,
    )
    steps = list(rows)
    order = np.argsort(facts.entry_player, kind="stable")
    ends = np.searchsorted(facts.entry_player[order], np.arange(ground.ground.players.size + 1))
    conversion = _Conversion.of(ground.ground, other)
    of_player = {}
    for place, key in enumerate(ground.ground.players.tolist()):
        rows_of_player = order[ends[place] : ends[place + 1]]
        line = [steps[row] for row in rows_of_player.tolist()]
        if conversion is not None:
            conversion.put_into(line, place, event[rows_of_player])
        if line:
            of_player[key] = line
    _keep(kept, of_player)
    return ""


@dataclass(frozen=True, slots=True)
class _Conversion:
    """A conversion as a step of its own, so that no tournament seems to have moved what it moved."""

    event: int  # before which everybody was converted
    day: int
    ratings: list[float | None]  # of every player then

    @classmethod
    def of(cls, ground: Any, outcome: Any) -> "_Conversion | None":
        """Return the conversion of an outcome; None where there is none."""
        found = ground.conversion_of(outcome)
        if found is None:
            return None
        event, ratings = found
        return cls(event, outcome.rules.conversion.day.toordinal(), _rounded(ratings))

    def put_into(self, line: list[Any], place: int, events: Any) -> None:
        """Put the step between those of a player, whose rows are of `events`; who had no rating has none."""
        at = int(np.searchsorted(events, self.event))
        if at and self.ratings[place] is not None:
            line.insert(at, (self.day, CONVERTED, line[at - 1][2], self.ratings[place]))


def _replayed(ground: Any, kept: Simulation) -> tuple[Any, Any, Any]:
    from ratings.laboratory.figures.simulation import simulate

    return ground, simulate(ground.ground, ground.ground.base), ground.under(read(kept.variant))


def _rounded(ratings: Any) -> list[float | None]:
    rounded = np.round(ratings, DECIMALS).tolist()
    return [None if value != value else value for value in rounded]


def _keep(kept: Simulation, of_player: dict[int, list[Any]]) -> None:
    """Write the lines, unless the report was deleted meanwhile."""
    with transaction.atomic():
        if not Simulation.objects.select_for_update().filter(pk=kept.pk).exists():
            return
        SimulationLines.objects.filter(simulation=kept).delete()
        SimulationLines.objects.bulk_create(_rows(kept, of_player), batch_size=50)


def _rows(kept: Simulation, of_player: dict[int, list[Any]]) -> Iterator[SimulationLines]:
    keys = sorted(of_player)
    for at in range(0, len(keys), ROW):
        some = keys[at : at + ROW]
        data = packed({key: of_player[key] for key in some})
        yield SimulationLines(simulation=kept, first=some[0], last=some[-1], data=data)


def packed(of_player: dict[int, list[Any]]) -> bytes:
    """Pack players' steps, [ordinal of the day, tournament, rating in force, rating of the variant] each."""
    return zlib.compress(json.dumps(of_player, separators=(",", ":")).encode())


def steps_of(kept: Simulation, player: int) -> list[Step]:
    """Return the line of a player, the oldest event first; one query."""
    row = SimulationLines.objects.filter(simulation=kept, first__lte=player, last__gte=player).first()
    told = json.loads(zlib.decompress(bytes(row.data))).get(str(player), []) if row else []
    return [Step(date.fromordinal(day), tournament, old, new) for day, tournament, old, new in told]


def moves(steps: list[Step]) -> list[tuple[float | None, float | None]]:
    """Return what each event moved under both rules; None where there was no rating before or after."""
    found: list[tuple[float | None, float | None]] = []
    before: tuple[float | None, float | None] = (None, None)
    for one in steps:
        now = (one.old, one.new)
        pairs = zip(before, now, strict=True)
        first, second = (None if old is None or new is None else new - old for old, new in pairs)
        found.append((first, second))
        before = now
    return found


def is_open_to_all(kept: Simulation, player: Player) -> bool:
    """Return whether everybody may read a player's line.

    The office has opened the report, the player is shown by name, and the newest list tells his rating: of
    who has no licence the lists of the FFG tell the foot of the grade only (FFG ladder rules 3.1).
    """
    if kept.opened is None or player.privacy != PUBLIC or player.merged_into_id is not None:
        return False
    return not is_by_licence(kept.system.key) or _is_licensed(kept.system, player)


def _is_licensed(system: RatingSystem, player: Player) -> bool:
    lists = PublishedList.objects.filter(system=system, ready=True)
    newest = lists.filter(date=lists.aggregate(day=Max("date"))["day"]).order_by("-revision").first()
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
