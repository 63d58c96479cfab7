"""Whatever the office does in whatever order: what stands is what a replay from the beginning gives."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.models import Player
from ratings.cadence.shared.by_runs import first_day
from ratings.lists.publication import publish, verify
from ratings.models import CurrentRating, ManualEvent, RatingChange, RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.runs.approval import obstacle, undo
from ratings.runs.manual_events import Decision, enter, enter_base, withdraw
from ratings.runs.recalculation import compute, discard, mark_stale, request_run
from tests import seeds
from tests.ratings.histories import Played, hold, ledger, people, recalculate
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.signals import approved, reopened

pytestmark = pytest.mark.django_db
DAY = date(2022, 4, 28)  # the ladders part on 1 May
KEYS = ("ffg", "ffg-hybrid", "egf")
Act = dict[str, Any]


@st.composite
def acts(draw: st.DrawFn) -> Act:
    """One thing an office may do; numbers choose among what there is."""
    pairs = st.lists(
        st.tuples(st.integers(1, 2), st.permutations(range(5))),
        max_size=3,
        unique_by=(lambda pair: (pair[0], pair[1][0]), lambda pair: (pair[0], pair[1][1])),
    )
    games = [Played(number, seats[0], seats[1], draw(st.integers(0, 2)), draw(st.sampled_from([0, 0, 3])))
             for number, seats in draw(pairs)]  # fmt: skip
    return {
        "act": draw(st.sampled_from(
            ["approve", "approve", "revise", "revoke", "decide", "adjust", "base", "withdraw", "policy",
             "discard", "undo", "recalculate", "recalculate"]
        )),
        "day": DAY + timedelta(days=draw(st.integers(0, 8))),
        "games": games,
        "online": draw(st.booleans()),
        "pick": draw(st.integers(0, 9)),
        "player": draw(st.integers(0, 4)),
        "value": draw(st.sampled_from([-2950.0, -1230.5, -210.0, 640.0])),
        "kind": draw(st.sampled_from(["initial", "reevaluation", "reset"])),
        "system": draw(st.sampled_from(KEYS)),
    }  # fmt: skip


@dataclass
class Office:
    """What has happened so far."""

    players: list[Player]
    approved: list[Tournament] = field(default_factory=list)
    number: int = 0

    def do(self, act: Act) -> None:
        """Do one thing, as the views do it."""
        system = RatingSystem.objects.get(key=act["system"])
        getattr(self, act["act"])(act, system)

    def approve(self, act: Act, _system: RatingSystem) -> None:
        self.number += 1
        self._hold(act, number=self.number, revision=1, since=act["day"])

    def revise(self, act: Act, _system: RatingSystem) -> None:
        if self.approved:
            old = self.approved.pop(act["pick"] % len(self.approved))
            Tournament.objects.filter(pk=old.pk).update(stage=Stage.SUPERSEDED.value)
            since = min(old.start, act["day"])
            self._hold(act, number=old.number, revision=old.revision + 1, since=since)

    def revoke(self, act: Act, _system: RatingSystem) -> None:
        if self.approved:
            old = self.approved.pop(act["pick"] % len(self.approved))
            Tournament.objects.filter(pk=old.pk).update(stage=Stage.SUPERSEDED.value)
            reopened.send(sender=Tournament, tournament=old, since=old.start)

    def decide(self, act: Act, system: RatingSystem) -> None:
        who = self.players[act["player"]]
        enter(system, Decision(act["kind"], act["day"], "", who, act["value"]), account=None)

    def adjust(self, act: Act, system: RatingSystem) -> None:
        enter(system, Decision("adjustment", act["day"], "", factor=0.9, offset=50.0), account=None)

    def base(self, act: Act, system: RatingSystem) -> None:
        rows = [
            (player.pk, act["value"] + place) for place, player in enumerate(self.players[act["player"] :])
        ]
        enter_base(system, rows, act["day"])

    def withdraw(self, act: Act, system: RatingSystem) -> None:
        events = list(ManualEvent.objects.filter(system=system, withdrawn__isnull=True).order_by("pk"))
        if events:
            withdraw(events[act["pick"] % len(events)], account=None)

    def policy(self, act: Act, system: RatingSystem) -> None:

        floor = {"floor": -1500.0 - 100 * act["pick"]} if act["pick"] % 2 else {}
        system.parameters = floor if system.key != "egf" else {}
        system.edition = ("", "2021", "2011")[act["pick"] % 3] if system.key == "egf" else ""
        system.save(update_fields=["parameters", "edition"])
        mark_stale(system, first_day())

    def discard(self, _act: Act, system: RatingSystem) -> None:
        discard(compute(request_run(system)), account=None)

    def undo(self, _act: Act, system: RatingSystem) -> None:
        """Undo what was applied last, with facts of any kind come since; under nothing newer it must go."""
        run = RatingRun.objects.filter(system=system, stage=RunStage.APPLIED.value).order_by("-pk").first()
        if run and not obstacle(run, system):
            undo(run, account=None)

    def recalculate(self, _act: Act, system: RatingSystem) -> None:
        recalculate(system)

    def _hold(self, act: Act, *, number: int, revision: int, since: date) -> None:
        held = hold(
            act["day"], self.players, act["games"], number=number, revision=revision, online=act["online"]
        )
        self.approved.append(held)
        approved.send(sender=Tournament, tournament=held, since=since)


def settle() -> None:
    """Recalculate until nothing is stale."""
    for _ in range(4):
        for system in RatingSystem.objects.filter(stale_from__isnull=False).order_by("position", "key"):
            recalculate(system)


def standing() -> list[Any]:
    """Everything that stands: ledgers and current ratings."""
    fields = (
        "system__key",
        "player_id",
        "rating",
        "games",
        "highest_rating",
        "events",
        "last_played",
        "sequence",
    )
    current = sorted(CurrentRating.objects.values_list(*fields))
    return [*(ledger(system) for system in RatingSystem.objects.order_by("key")), current]


@pytest.mark.long
@settings(
    max_examples=seeds.examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(history=st.lists(acts(), min_size=1, max_size=9))
def test_what_stands_is_what_a_replay_from_the_beginning_gives(history: list[Act]) -> None:
    with transaction.atomic():
        office = Office(people(5))
        for act in history:
            office.do(act)
        settle()
        piecewise = standing()
        lists = [
            publish(system, DAY + timedelta(days=5), account=None)
            for system in RatingSystem.objects.filter(key__in=KEYS)
        ]

        assert [verify(one).differences for one in lists if one.system.key != "ffg-hybrid"] == [(), ()]
        RatingChange.objects.all().delete()
        CurrentRating.objects.all().delete()
        for key in KEYS:
            recalculate(RatingSystem.objects.get(key=key), whole=True)
        assert standing() == piecewise
        transaction.set_rollback(True)
