import json
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ratings.models import ListEntry, PublishedList, RatingRun, RatingSystem
from ratings.runs.recalculation import mark_stale
from tests.ratings.histories import hold, ledger, people, round_robin, stale

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)


@pytest.fixture
def ffg() -> RatingSystem:
    system = RatingSystem.objects.get(key="ffg")
    hold(DAY, people(3), round_robin(3), number=1)
    return stale(system, DAY)


def said(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_recalculate_leaves_a_proposal_unless_told_to_apply(ffg: RatingSystem) -> None:
    first = said("recalculate")
    assert (RatingRun.objects.get().stage, ledger(ffg)) == ("proposed", {})

    second = said("recalculate", "--apply")

    assert len(ledger(ffg)) == 3
    assert first.startswith("ffg: run ")
    assert "new 3, moved 0, gone 0" in second


def test_recalculate_goes_on_to_the_system_that_seeds_from_the_first(ffg: RatingSystem) -> None:
    lines = said("recalculate", "--apply").splitlines()

    assert [line.split(":")[0] for line in lines] == ["ffg", "ffg-hybrid"]
    assert RatingSystem.objects.filter(stale_from__isnull=False).count() == 0


def test_recalculate_refuses_a_system_there_is_not() -> None:
    with pytest.raises(CommandError, match="no system go; there are ffg, ffg-hybrid, egf"):
        said("recalculate", "go")


def test_publish_and_verify_from_the_console(ffg: RatingSystem) -> None:
    said("recalculate", "--apply")

    published = said("publish_list", "ffg", "2023-03-31")
    verified = said("verify_list", "ffg", "2023-03-31")

    assert published == "ffg 2023-03-31 revision 1: 3 players, 0 active\n"
    assert verified == "3 players, 0 differences\n"


def test_publish_of_a_stale_system_says_what_to_do(ffg: RatingSystem) -> None:
    with pytest.raises(CommandError, match="recalculate first"):
        said("publish_list", "ffg", "2023-03-31")

    assert PublishedList.objects.count() == 0


def test_verify_exits_with_one_and_names_the_player(
    ffg: RatingSystem, capsys: pytest.CaptureFixture[str]
) -> None:
    said("recalculate", "--apply")
    said("publish_list", "ffg", "2023-03-31")
    entry = ListEntry.objects.get(position=1)
    ListEntry.objects.filter(pk=entry.pk).update(exact=0.5)
    out = StringIO()

    with pytest.raises(SystemExit) as exit_:
        call_command("verify_list", "ffg", "2023-03-31", stdout=out)

    assert exit_.value.code == 1
    assert out.getvalue().splitlines() == [
        f"player {entry.player_id}: listed 0.5, computed {entry.exact}",
        "3 players, 1 differences",
        "  1 no cause found",
    ]


def test_verify_says_when_facts_wait(ffg: RatingSystem) -> None:
    said("recalculate", "--apply")
    said("publish_list", "ffg", "2023-03-31")
    mark_stale(ffg, DAY)

    assert said("verify_list", "ffg", "2023-03-31").startswith("Data or ratings have changed")


def test_bench_measures_a_step_inside_a_process() -> None:
    told = said("bench", "history-egf", "--inside", "--games=100", "--tournaments=4", "--players=60")
    figures = [json.loads(line) for line in told.splitlines()]

    assert [(one["unit"], one["most"]) for one in figures] == [("s", 0.3)]
    assert figures[0]["value"] > 0


def test_bench_refuses_a_step_there_is_not() -> None:
    with pytest.raises(CommandError, match="no step speed"):
        said("bench", "speed")
