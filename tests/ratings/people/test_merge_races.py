"""Merges against merges, approvals, runs and matchers at once: nothing hangs, nobody is lost."""

import threading
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.db import connection

from federation.models import Merge, Player
from federation.register import merging
from federation.register.merging import Choice
from ratings.models import ManualEvent, RatingSystem
from ratings.runs.manual_events import Decision, enter
from ratings.runs.recalculation import apply, compute, request_run
from tests.ratings.histories import hold, ledger, people, recalculate, round_robin
from tournaments.entrants import entries
from tournaments.models import Entry, Tournament
from tournaments.submission import steps

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]
DAY = date(2026, 3, 1)
WHY = Choice(reason="One person.")


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Let every act go in a thread and connection of its own; say how each ended."""
    gate, said = threading.Barrier(len(acts)), [""] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        try:
            gate.wait(120)
            act()
            said[place] = "done"
        except Exception as problem:
            said[place] = type(problem).__name__
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert not any(thread.is_alive() for thread in threads)
    return said


def merge(kept: Player, gone: Player) -> Callable[[], object]:
    return lambda: merging.merge(
        Player.objects.get(pk=kept.pk), Player.objects.get(pk=gone.pk), WHY, account=None
    )


def undo(made: Merge) -> Callable[[], object]:
    return lambda: merging.undo(Merge.objects.get(pk=made.pk), account=None)


def test_of_merges_there_and_back_at_once_one_wins() -> None:
    for _ in range(10):
        one, other = people(2)

        said = at_once(merge(one, other), merge(other, one))

        assert sorted(said) == ["MergeError", "done"]
        made = Merge.objects.latest("pk")
        assert {made.kept_id, made.gone_id} == {one.pk, other.pk}
        assert Player.objects.filter(pk__in=[one.pk, other.pk], merged_into=None).count() == 1


def test_three_merged_in_a_circle_leave_somebody() -> None:
    for _ in range(5):
        a, b, c = people(3)

        said = at_once(merge(a, b), merge(b, c), merge(c, a))

        standing = Player.objects.filter(pk__in=[a.pk, b.pk, c.pk], merged_into=None)
        assert standing.count() == 3 - said.count("done")
        assert said.count("done") in (1, 2)
        led = Player.objects.filter(pk__in=[a.pk, b.pk, c.pk]).exclude(merged_into=None)
        assert all(player.merged_into and player.merged_into.merged_into_id is None for player in led)


def test_merge_and_undo_at_once_end_with_one_truth() -> None:
    for _ in range(5):
        one, other = people(2)
        made = merging.merge(one, other, WHY, account=None)

        said = at_once(*[undo(made)] * 3)

        assert sorted(said) == ["MergeError", "MergeError", "done"]
        assert Player.objects.get(pk=other.pk).merged_into_id is None


def test_merges_against_approvals_leave_no_entry_behind() -> None:
    for turn in range(10):
        kept, gone, *others = people(4)
        number = 10 + turn
        draft = hold(DAY, [gone, *others], round_robin(3), number=number, stage="submitted")

        said = at_once(
            merge(kept, gone),
            lambda draft=draft: steps.approve(Tournament.objects.get(pk=draft.pk), account=None),  # type: ignore[misc]  # mypy infers no lambda with a default
        )

        assert said == ["done", "done"]
        assert set(Entry.objects.filter(tournament=draft).values_list("player", flat=True)) == {
            kept.pk, *(one.pk for one in others),
        }  # fmt: skip
        waits = RatingSystem.objects.get(key="ffg").stale_from
        assert waits == DAY


def test_merges_against_matchers_are_led_right_at_the_approval() -> None:
    for turn in range(10):
        kept, gone, other = people(3)
        draft = hold(DAY, [other, gone], round_robin(2), number=30 + turn, stage="draft")
        Entry.objects.filter(tournament=draft, number=2).update(player=None, match="unknown")
        (entry,) = Entry.objects.filter(tournament=draft, number=2)

        said = at_once(
            merge(kept, gone),
            lambda draft=draft, entry=entry, gone=gone: entries.decide(  # type: ignore[misc]  # mypy infers no lambda with a default
                Tournament.objects.get(pk=draft.pk), {entry.pk: gone.pk}, account=None
            ),
        )

        assert said == ["done", "done"]
        Tournament.objects.filter(pk=draft.pk).update(stage="submitted")
        # A matcher who came too late is asked again.
        if Entry.objects.get(pk=entry.pk).player_id is not None:
            steps.approve(Tournament.objects.get(pk=draft.pk), account=None)
            assert Entry.objects.get(pk=entry.pk).player_id == kept.pk


def test_merge_against_a_run_ends_with_the_ratings_of_one_person() -> None:
    system = RatingSystem.objects.get(key="ffg")
    for turn in range(5):
        kept, gone, *others = people(5)
        start = DAY + timedelta(days=30 * turn)
        hold(start, [*others, kept], round_robin(4), number=50 + 2 * turn)
        hold(start + timedelta(days=7), [gone, *others], round_robin(4), number=51 + 2 * turn)
        recalculate(system, whole=True)
        RatingSystem.objects.filter(pk=system.pk).update(stale_from=start)
        run = compute(request_run(system))

        said = at_once(merge(kept, gone), lambda run=run: apply(run, account=None))  # type: ignore[misc]  # mypy infers no lambda with a default

        assert said[0] == "done"
        assert said[1] in ("done", "RunOvertakenError")
        recalculate(system)
        assert gone.pk not in {player for _place, player in ledger(system)}
        assert recalculate(system, whole=True).totals["moved"] == 0


def test_merge_against_decisions_leaves_none_behind() -> None:
    system = RatingSystem.objects.get(key="egf")
    for _ in range(10):
        kept, gone = people(2)

        said = at_once(
            merge(kept, gone),
            lambda gone=gone: enter(system, Decision("initial", DAY, "", gone, 100.0), account=None),  # type: ignore[misc]  # mypy infers no lambda with a default
        )

        assert said == ["done", "done"]
        assert ManualEvent.objects.latest("pk").player_id == kept.pk
