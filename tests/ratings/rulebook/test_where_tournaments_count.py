"""Where a tournament counts is one answer: of the rules, of the run, and of the pages where it waits."""

from collections.abc import Mapping
from datetime import date
from itertools import product
from typing import Any

import pytest

from ratings.cadence.by_event import facts as by_event
from ratings.cadence.by_period import facts as by_period
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.policy import period_policy_of
from ratings.cadence.shared.hypothetical_facts import Span
from ratings.crosstables.progress import progress
from ratings.models import RatingSystem
from ratings.rulebook.policy import policy_of
from ratings.rulebook.systems import SYSTEMS, played, takes
from ratings.runs.recalculation import systems_of
from ratings.site import home_lists, pending
from tournaments.models import Tournament
from tournaments.models.stages import Stage

pytestmark = pytest.mark.django_db
EVERYWHERE = ["ffg", "egf", "fide"]
# The FFG's ladders part on 1 May 2022.
DAYS = (date(2009, 3, 7), date(2012, 3, 3), date(2021, 3, 6), date(2025, 3, 1))
# What an office may have chosen of the rules younger than release 1.0.0, by key of its system.
CHOICES: Mapping[str, Mapping[str, dict[str, Any]]] = {
    "as printed": {},
    "as in 1.0": {
        "ffg": {"exempt_counts_all": False},
        "ffg-hybrid": {"exempt_counts_all": False},
        "egf": {"least_minutes": 0},
    },
}
ONLINE = (False, True)
CLASSES = ("A", "B", "C", "D")
MINUTES = (None, 75.0, 45.0, 30.0, 15.0, 10.0)
RATES = ("standard", "rapid", "blitz")


def every_kind() -> list[Tournament]:
    """Write an approved tournament of every game, on a board and online, at every time control."""
    go: list[dict[str, Any]] = [
        {"discipline": "go", "rate": "", "board_size": size, "start": day, "online": online,
         "time_class": kind, "adjusted_minutes": minutes}
        for day, online, kind, minutes, size in product(DAYS, ONLINE, CLASSES, MINUTES, (19, 13, 9, 7))
    ]  # fmt: skip
    chess: list[dict[str, Any]] = [
        {"discipline": "chess", "rate": rate, "board_size": 8, "start": day, "online": online,
         "time_class": "A", "adjusted_minutes": minutes}
        for day, online, rate, minutes in product(DAYS, ONLINE, RATES, MINUTES)
    ]  # fmt: skip
    return Tournament.objects.bulk_create(
        Tournament(
            number=number, revision=1, stage=Stage.APPROVED.value, name=f"T{number}", rounds=3,
            end=facts["start"], rated_for=families, **facts,
        )
        for number, (facts, families) in enumerate(product([*go, *chess], (EVERYWHERE, ["egf"])), 1)
    )  # fmt: skip


def rated_by_runs(systems: Mapping[str, RatingSystem]) -> dict[str, set[int]]:
    """Return by system the keys of the tournaments its run reads."""
    found: dict[str, set[int]] = {}
    for key, system in systems.items():
        if SYSTEMS[key].entry.moves_by_event:
            policy = policy_of(key, edition=system.edition, parameters=system.parameters)
            found[key] = set(by_event.events(system, Span(), policy).tournament.tolist())
        elif SYSTEMS[key].entry.moves_by_period:
            rules = period_policy_of(key, edition=system.edition, parameters=system.parameters)
            found[key] = {part.key for part in by_period.parts(system, Window(), rules)}
    return found


def choose(name: str) -> None:
    """Let the office have chosen something of the rules."""
    for key, parameters in CHOICES[name].items():
        RatingSystem.objects.filter(key=key).update(parameters=parameters)


@pytest.mark.parametrize("choice", CHOICES)
def test_run_and_rules_agree_on_every_kind_of_tournament(choice: str) -> None:
    choose(choice)
    made = every_kind()
    systems = {one.key: one for one in RatingSystem.objects.all()}
    rated = rated_by_runs(systems)

    for key, read in rated.items():
        assert read == {one.pk for one in made if takes(systems[key], played(one))}, key
        assert 0 < len(read) < len(made)
    by_game = [key for key, system in SYSTEMS.items() if system.entry.moves_by_game]
    assert not any(takes(systems[key], played(one)) for key in by_game for one in made)


@pytest.mark.parametrize("choice", CHOICES)
def test_pages_wait_for_the_systems_whose_run_will_rate_the_tournament(choice: str) -> None:
    choose(choice)
    made = every_kind()
    RatingSystem.objects.update(active=True, stale_from=date(2000, 1, 1))
    rated = rated_by_runs({one.key: one for one in RatingSystem.objects.all()})

    for one in made[::5]:
        expected = {key for key, read in rated.items() if one.pk in read}
        assert {counted.system for counted in progress(one, checked=True).counted} == expected, played(one)
        assert {system.key for system in systems_of(one.number)} == expected, played(one)


@pytest.mark.parametrize("online", ONLINE)
def test_home_page_names_a_tournament_where_the_run_will_rate_it(online: bool) -> None:
    RatingSystem.objects.filter(key__in=("ffg", "ffg-hybrid", "egf")).update(stale_from=date(2025, 1, 1))
    held = Tournament.objects.create(
        number=1, revision=1, stage=Stage.APPROVED.value, name="T", rounds=3, start=DAYS[-1], end=DAYS[-1],
        discipline="go", rate="", board_size=19, time_class="A", adjusted_minutes=75.0, online=online,
        rated_for=["ffg"],
    )  # fmt: skip
    rated = rated_by_runs({one.key: one for one in RatingSystem.objects.filter(active=True)})

    under_way, _recent = pending.under_way(home_lists.boards(home_lists.systems())[0])

    (waiting,) = under_way.waiting
    assert list(waiting.systems) == [key for key, read in rated.items() if held.pk in read]
    assert ("ffg" in waiting.systems) is not online
