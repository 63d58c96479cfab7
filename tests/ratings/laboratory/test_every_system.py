"""Lines of players and trials of systems rated by lists and game by game: as of those by tournaments."""

from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import pytest
from django.test import Client

from federation.jobs import jobs
from federation.models import Job, Player
from ratings.cadence.by_game.packing import unpack
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.laboratory import person_lines, stored_simulations, tasks, trials
from ratings.laboratory.figures.variant import read
from ratings.laboratory.models import Simulation, Trial
from ratings.lists import publication
from ratings.models import GameHistory, RatingChange, RatingSystem
from tests.ratings.chess_months import masters, system, year
from tests.ratings.histories import recalculate, stale
from tests.ratings.streams import DAY, World, chance_games, world

pytestmark = pytest.mark.django_db
READER = Client(headers={"Accept-Language": "en"})
LIST_DAYS = {"fics-blitz": date(2023, 12, 10), "ladder": date(2023, 12, 10)}
BEGUN = {
    "fide-standard": datetime(2025, 7, 1, 12, tzinfo=UTC),
    "fics-blitz": datetime(2023, 11, 22, 12, tzinfo=UTC),
    "ladder": datetime(2023, 11, 22, 12, tzinfo=UTC),
}
VARIANTS: dict[str, dict[str, Any]] = {
    "fide-standard": {"constants": {"2024": {"k": 10}}},
    "fics-blitz": {"constants": {"1997": {"k_minimum": 40}}},
    "ladder": {"k_factor": 2},
}


@pytest.fixture
def chess() -> list[Player]:
    """A year of FIDE's lists, calculated and published."""
    rated, players = system(), masters(14)
    year(rated, players)
    recalculate(stale(rated, date(2024, 12, 1)))
    for month in (7, 12):
        publication.publish(RatingSystem.objects.get(pk=rated.pk), date(2025, month, 1), account=None)
    return players


def online(key: str) -> World:
    """Games of some days on a server, rated and listed."""
    made = world(key)
    made.arrive(*chance_games(key, np.random.default_rng(4), 90))
    rate_pending(key)
    publication.publish(made.system, LIST_DAYS[key], account=None)
    return made


def report_of(key: str, **parts: Any) -> Simulation:
    said = {"name": "Other", "system": key, **(parts or VARIANTS[key])}
    kept = stored_simulations.compute(stored_simulations.request(read(said), account=None))
    assert kept.result["base"]["sound"], kept.result["base"]
    return kept


def on_trial(key: str, officer: Client) -> Trial:
    answer = officer.post(f"/review/laboratory/{report_of(key).pk}/trial/")
    Trial.objects.update(begun=BEGUN[key])
    trial = Trial.objects.get()
    assert answer["Location"] == trial.get_absolute_url()
    return trial


def test_line_of_fide_is_the_ledger_of_lists_and_ends_at_the_report(
    chess: list[Player], officer: Client
) -> None:
    kept = report_of("fide-standard")
    officer.post(f"/review/laboratory/{kept.pk}/lines/")
    done = jobs.run(Job.objects.get(kind=person_lines.WORK).pk)

    assert done is not None
    assert done.state == "done", done.error
    movers = {row[0]: row[1:] for row in kept.result["report"]["persons"]["movers"]}
    assert movers
    for player in chess:
        steps = person_lines.steps_of(kept, player.pk)
        ledger = RatingChange.objects.filter(player=player, system__key="fide-standard")
        last = {row.sequence: row.after for row in ledger.order_by("sequence")}
        told = [one.old for one in steps if one.tournament == person_lines.GAMES and one.old is not None]
        assert told
        assert set(told) <= set(last.values())
        if player.pk in movers:
            assert [steps[-1].old, steps[-1].new] == movers[player.pk]
    page = officer.get(
        f"/laboratory/{kept.pk}/{kept.fingerprint[:16]}/players/{chess[1].pk}/",
        headers={"accept-language": "en"},
    )
    assert page.status_code == 200
    assert "list" in page.content.decode()


@pytest.mark.parametrize("key", ["fics-blitz", "ladder"])
def test_line_of_a_server_has_a_step_for_each_day_with_games(key: str, officer: Client) -> None:
    made = online(key)
    kept = report_of(key)
    assert person_lines.compute(kept) == ""

    for player in made.players:
        parts = GameHistory.objects.filter(player=player, system=made.system).order_by("part")
        rows = unpack([bytes(part.data) for part in parts]).rows
        days = rows["moment"] // DAY
        last = {int(day): round(float(after), 2) for day, after in zip(days, rows["after"], strict=True)}
        steps = person_lines.steps_of(kept, player.pk)
        assert [one.old for one in steps] == list(last.values())
        assert {one.tournament for one in steps} == {person_lines.GAMES}
    address = f"/laboratory/{kept.pk}/{kept.fingerprint[:16]}/players/{made.players[0].pk}/"
    assert "games of the day" in officer.get(address, headers={"accept-language": "en"}).content.decode()


def test_conversion_of_a_list_is_a_step_of_its_own_after_the_games_of_the_list(chess: list[Player]) -> None:
    kept = report_of("fide-standard", conversion={"date": "2025-06-01", "offset": 50})
    assert person_lines.compute(kept) == ""

    steps = person_lines.steps_of(kept, chess[1].pk)
    at = [one.tournament for one in steps].index(person_lines.CONVERTED)

    assert steps[at].day == date(2025, 6, 1)
    assert steps[at].new == (steps[at - 1].new or 0) + 50
    assert steps[at].old == steps[at - 1].old
    assert [one.tournament for one in steps].count(person_lines.CONVERTED) == 1


def test_conversion_of_a_server_comes_before_the_games_of_its_day() -> None:
    made = online("ladder")
    day = date(2023, 11, 20)
    kept = report_of("ladder", conversion={"date": day.isoformat(), "offset": 30})
    assert person_lines.compute(kept) == ""

    for player in made.players:
        steps = person_lines.steps_of(kept, player.pk)
        at = [one.tournament for one in steps].index(person_lines.CONVERTED)
        assert all(one.old == one.new for one in steps[:at])
        assert all(one.day < day for one in steps[:at])
        assert steps[at].new == pytest.approx((steps[at - 1].new or 1500.0) + 30)


def test_variant_of_fide_is_on_trial_after_every_run(chess: list[Player], officer: Client) -> None:
    trial = on_trial("fide-standard", officer)
    jobs.run(Job.objects.get(kind=trials.WORK).pk)

    (result,) = trial.results.all()
    assert result.figures["base"]["sound"]
    assert result.figures["before"]["games"] > 20
    assert result.figures["since"]["games"] > 20
    assert trials.due() == []
    recalculate(stale(trial.system, date(2025, 6, 1)))
    assert trials.due() == [trial]
    page = READER.get(trial.get_absolute_url()).content.decode()
    assert "(k) = 10" in page
    assert "2 of 2 reproduced" in page
    assert chess


@pytest.mark.parametrize("key", ["fics-blitz", "ladder"])
def test_variant_of_a_server_is_calculated_again_after_a_list_not_after_each_game(
    key: str, officer: Client
) -> None:
    made = online(key)
    trial = on_trial(key, officer)
    jobs.run(Job.objects.get(kind=trials.WORK).pk)
    state = trial.results.get().state
    made.arrive(*chance_games(key, np.random.default_rng(5), 5))
    rate_pending(key)
    tasks.compute_trials()

    waiting = Job.objects.filter(kind=trials.WORK, state="queued").count()
    publication.publish(made.system, date(2023, 12, 17), account=None)
    tasks.compute_trials()
    jobs.run(Job.objects.get(kind=trials.WORK, state="queued").pk)

    assert waiting == 0
    assert RatingSystem.objects.get(key=key).state > state
    newest, oldest = trial.results.all()
    assert newest.figures["before"]["events"] >= oldest.figures["before"]["events"] > 0
    assert newest.figures["base"]["sound"]
    assert trials.due() == []
    page = READER.get(trial.get_absolute_url()).content.decode()
    assert "samples of whole days" in page
    assert "after every list of the system" in page
