"""Whatever is handed in, approved, revoked and undone in whatever order: the register fits what counts."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.models import Account, Player
from tests import seeds
from tests.tournaments.congresses import LATER, STRANGERS, drafted
from tournaments.checks.problems import Refused
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Enrolment, Entry, Tournament
from tournaments.models.stages import OPEN, OVER, UNDECIDED, Stage
from tournaments.submission import rematching, steps, undo_enrolment

pytestmark = pytest.mark.django_db
FILES = (STRANGERS, LATER)
ACTS = (
    "hand_in",
    "decide",
    "submit",
    "submit",
    "approve",
    "approve",
    "revoke",
    "reopen",
    "withdraw",
    "undo",
    "undo",
)
acts = st.tuples(st.sampled_from(ACTS), st.integers(0, 9))


@dataclass
class Office:
    """Who works here, and the files handed in so far."""

    organiser: Account
    officer: Account
    files: int = field(default=0)

    def do(self, act: str, pick: int) -> None:
        """Do one thing, if there is anything to do it to; what is refused changes nothing."""
        try:
            with transaction.atomic():
                getattr(self, act)(pick)
        except (Refused, steps.AlreadyDecided):
            pass

    def hand_in(self, pick: int) -> None:
        self.files += 1
        drafted(self.organiser, f"Open {self.files}", FILES[pick % 2])

    def decide(self, pick: int) -> None:
        """Call who resembles nobody new, and whoever else is asked about the player offered first, or new."""
        for one in _some(OPEN, pick):
            rows = list(one.entries.filter(player=None).order_by("number"))
            offered = [entries.offered_players(row) for row in rows]
            said: dict[int, entries.Decision] = {
                row.pk: some[0] if some and pick % 3 else entries.ENROL
                for row, some in zip(rows, offered, strict=True)
            }
            try:
                rematching.decide(one, rematching.Outlook(said), account=self.organiser)
            except entries.Collision:
                return

    def submit(self, pick: int) -> None:
        for one in _some(OPEN, pick):
            steps.submit(one, account=self.organiser)

    def approve(self, pick: int) -> None:
        for one in _some([Stage.SUBMITTED], pick):
            steps.approve(one, account=self.officer)

    def revoke(self, pick: int) -> None:
        for one in _some([Stage.APPROVED], pick):
            steps.revoke(one, account=self.officer, reason="Wrong file")

    def withdraw(self, pick: int) -> None:
        for one in _some(UNDECIDED, pick):
            steps.withdraw(one, account=self.organiser)

    def reopen(self, pick: int) -> None:
        for one in _some([Stage.APPROVED, *OVER], pick):
            intake.reopen(one, account=self.organiser)

    def undo(self, pick: int) -> None:
        found = list(Enrolment.objects.order_by("pk"))
        if found:
            one = found[pick % len(found)]
            undo_enrolment.undo(one, seen=undo_enrolment.foresee(one).seen, account=self.officer)


def _some(stages: Any, pick: int) -> list[Tournament]:
    """Return one revision in some stages, or none."""
    found = list(Tournament.objects.filter(stage__in=stages).order_by("number", "revision"))
    return [found[pick % len(found)]] if found else []


def check() -> None:
    """Assert what holds after every act."""
    connection.check_constraints()
    counted = Entry.objects.filter(tournament__stage=Stage.APPROVED)
    assert not counted.filter(player=None).exists()
    waiting = Entry.objects.filter(tournament__stage=Stage.SUBMITTED, player=None)
    assert not waiting.exclude(match=Entry.Match.ENROL).exists()
    players = set(Player.objects.values_list("pk", flat=True))
    suggested = Entry.objects.filter(tournament__stage__in=UNDECIDED)
    assert {player for row in suggested for player in entries.offered_players(row)} <= players
    left = [player for one in Enrolment.objects.all() for player in one.left]
    assert sorted(left) == sorted(players)  # nobody is enrolled twice, nobody is lost


@settings(
    max_examples=seeds.examples(25),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(history=st.lists(acts, min_size=6, max_size=16))
def test_register_fits_what_counts_after_every_act(
    history: list[tuple[str, int]], organiser: Account, officer: Account
) -> None:
    with transaction.atomic():
        office = Office(organiser, officer)
        for place in range(2):
            office.do("hand_in", place)
        for act, pick in history:
            office.do(act, pick)
            check()
        for one in Tournament.objects.filter(stage=Stage.APPROVED):
            steps.revoke(one, account=officer, reason="Wrong file")
        for one in Tournament.objects.filter(stage__in=UNDECIDED):
            steps.withdraw(one, account=organiser)
        for pick in range(Enrolment.objects.count()):
            office.do("undo", pick)

        # Nothing counts: all is undone, but of whom somebody decided that another spelling is theirs.
        assert not Player.objects.filter(known_names=None).exists()
        transaction.set_rollback(True)
