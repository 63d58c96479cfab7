"""Measurements of `manage.py bench` for Go and any office: replay, publication, pages."""

from datetime import timedelta
from time import perf_counter

import numpy as np
from django.db import models
from django.test import Client
from django.urls import reverse

from federation.models import Player
from federation.vocabulary.grades import Scale
from ratings.cadence.shared import by_runs
from ratings.engines.contract import Changes, Facts
from ratings.engines.table import engine_named
from ratings.lists import publication
from ratings.models import ListEntry, PublishedList, RatingRun, RatingSystem
from ratings.rulebook.policy import policy_of
from ratings.runs import manual_events, recalculation
from tests.bench import filling
from tests.bench.facts import synthetic_facts
from tests.bench.figures import (
    Figure,
    Size,
    first_call_seconds,
    peak_megabytes,
    reader,
    statements,
)
from tournaments.models import Entry, Tournament


def _replay(key: str, size: Size) -> tuple[float, Facts, Changes]:
    """Replay a history from arrays to arrays, once to warm up and once by the clock."""
    scale, edition = (Scale.GOR, "2021") if key == "egf" else (Scale.FFG, "2022-10")
    facts, standing = synthetic_facts(size.games, size.tournaments, size.players, 1, scale=scale)
    engine = engine_named("gor" if key == "egf" else "ffg")
    parameters = policy_of(key, edition=edition, parameters={}).parameters
    small, nobody = synthetic_facts(100, 4, 60, 1, scale=scale)
    engine.replay(small, nobody, parameters)
    begun = perf_counter()
    changes, _ = engine.replay(facts, standing, parameters)
    return perf_counter() - begun, facts, changes


def history_ffg(size: Size) -> list[Figure]:
    """Replay the FFG ladder with its adjustments; a game evaluation is one game, both sides, in one pass."""
    seconds, facts, changes = _replay("ffg", size)
    evaluations = float((np.diff(facts.game_start) * changes.event_passes).sum())
    return [
        Figure("FFG kernel", evaluations / seconds / 1e6, "M games/s", least=40),
        Figure("FFG history, arrays to arrays", seconds, "s", most=1.5),
    ]


def history_egf(size: Size) -> list[Figure]:
    """Replay the GoR of 2021."""
    return [Figure("EGF 2021 history, arrays to arrays", _replay("egf", size)[0], "s", most=0.3)]


_FIRST_CALL = """
from time import perf_counter
begun = perf_counter()
from tests.bench.facts import synthetic_facts
from ratings.engines.table import engine_named
from ratings.rulebook.policy import policy_of
facts, standing = synthetic_facts(100, 4, 60, 1)
engine_named("ffg").replay(facts, standing, policy_of("ffg", edition="2022-10", parameters={}).parameters)
print(perf_counter() - begun)
"""


def first_call(_size: Size) -> list[Figure]:
    """Start a process that replays a little with compiled kernels in the cache, from its first import on."""
    return [Figure("first call in a new process", first_call_seconds(_FIRST_CALL), "s", most=1.0)]


def fill(size: Size) -> list[Figure]:
    """Write the history of the next steps; players without games get a base level, to be listed."""
    begun = perf_counter()
    filling.fill(games=size.games, tournaments=size.tournaments, players=size.players)
    played = Entry.objects.values("player").distinct()
    idle = Player.objects.exclude(pk__in=played).values_list("pk", flat=True)
    levels = [(player, float(player % 900) - 1400.0) for player in idle]
    manual_events.enter_base(_ffg(), levels, filling.FIRST_DAY)
    return [Figure("filling the tables", perf_counter() - begun, "s")]


def _ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


def _whole_run() -> tuple[float, float, RatingRun]:
    begun = perf_counter()
    run = recalculation.compute(recalculation.request_run(_ffg(), whole=True), whole=True)
    computed = perf_counter()
    recalculation.apply(run, account=None)
    return computed - begun, perf_counter() - computed, run


def _run_figures(name: str, *, most: float) -> list[Figure]:
    computing, applying, run = _whole_run()
    rows = run.totals["new"] + run.totals["moved"] + run.totals["gone"]
    return [
        Figure(f"database to database, {name}", computing + applying, "s", most=most),
        Figure(f"  of it applied ({rows} rows)", applying, "s"),
        Figure("  peak memory", peak_megabytes() / 1024, "GB", most=1.5),
    ]


def everything_new(_size: Size) -> list[Figure]:
    """Compute and apply the whole history into an empty ledger."""
    return _run_figures("everything new", most=25)


def everything_moved(_size: Size) -> list[Figure]:
    """Compute and apply the whole history under another edition: every row moves."""
    RatingSystem.objects.filter(key="ffg").update(edition="2022-10")
    recalculation.mark_stale(_ffg(), by_runs.first_day())
    return _run_figures("everything changed", most=25)


def nothing_changed(_size: Size) -> list[Figure]:
    """Compute the whole history and find nothing."""
    return _run_figures("nothing changed", most=8)


def one_tournament(_size: Size) -> list[Figure]:
    """Rate a newly approved tournament of 162 players, engine already loaded; the best of three."""
    last = Tournament.objects.aggregate(number=models.Max("number"), day=models.Max("start"))
    rated: list[tuple[float, float, int]] = []
    for more in range(4):
        day = last["day"] + timedelta(days=more + 1)
        filling.one_more(players=162, rounds=5, start=day, number=last["number"] + more + 1)
        recalculation.mark_stale(_ffg(), day)
        run = recalculation.request_run(_ffg())
        begun = perf_counter()
        with statements() as sent:
            run = recalculation.compute(run)
        computed = perf_counter()
        recalculation.apply(run, account=None)
        rated.append((computed - begun, perf_counter() - computed, len(sent)))
    computing, applying, query_count = min(rated[1:])
    return [
        Figure("rating one tournament of 162", computing, "s", most=0.2),
        Figure("  statements, COPY aside", query_count, "", most=20),
        Figure("  applying it", applying, "s", most=0.2),
    ]


def publish(_size: Size) -> list[Figure]:
    """Publish two lists; the second compares itself with the first."""
    last = Tournament.objects.aggregate(day=models.Max("start"))["day"]
    seconds = []
    for day in (last, last + timedelta(days=30)):
        begun = perf_counter()
        published = publication.publish(_ffg(), day, account=None)
        seconds.append(perf_counter() - begun)
    return [Figure(f"publishing {published.players} players", max(seconds), "s", most=3.0)]


def pages(_size: Size) -> list[Figure]:
    """Ask for the pages everybody reads; statements of a first visit, milliseconds of the best of five."""
    entry = ListEntry.objects.filter(list__ready=True).order_by("-games").first()
    newest = PublishedList.objects.filter(ready=True).latest("date")
    if entry is None:
        raise PublishedList.DoesNotExist
    addresses = {
        "list page": (reverse("list", args=["ffg", newest.date.isoformat()]) + "?all=1", 4),
        "player page": (reverse("player", args=[entry.player_id]), 8),
    }
    figures: list[Figure] = []
    with reader() as client:
        client.get(reverse("home"))
        for name, (address, most) in addresses.items():
            figures += _page(client, name, address, most)
    return figures


def _page(client: Client, name: str, address: str, most: int) -> list[Figure]:
    with statements() as sent:
        status = client.get(address).status_code
    if status != 200:
        raise RuntimeError(f"{address} answered {status}")
    seconds = []
    for _ in range(5):
        begun = perf_counter()
        client.get(address)
        seconds.append(perf_counter() - begun)
    return [
        Figure(f"{name}, statements", len(sent), "", most=most + 1),
        Figure("  time", 1000 * min(seconds), "ms"),
    ]
