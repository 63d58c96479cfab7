"""Ratings of players under two rules, computed from the facts of a report, read by those who may."""

import csv
import io
from datetime import date

import pytest
from django.test import Client

from federation.jobs import jobs
from federation.models import Job, JournalEntry, Player
from ratings.charts import figures
from ratings.laboratory import person_lines, stored_simulations
from ratings.laboratory.figures.variant import read
from ratings.laboratory.models import Simulation, SimulationLines
from ratings.models import ListEntry, RatingChange
from tests.ratings.laboratory.small_history import SIX, published

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    return published("egf")


@pytest.fixture
def report(players: list[Player]) -> Simulation:
    """A report on a variant of the EGF's rules, with its lines."""
    assert players
    variant = read({"name": "Con and a half", "system": "egf", "k_factor": 1.5})
    kept = stored_simulations.compute(stored_simulations.request(variant, account=None))
    assert person_lines.compute(kept) == ""
    return kept


def address(report: Simulation, player: Player) -> str:
    return f"/laboratory/{report.pk}/{report.fingerprint[:16]}/players/{player.pk}/"


def test_line_in_force_is_the_ledger_and_that_of_the_variant_ends_at_the_report(
    report: Simulation, players: list[Player]
) -> None:
    movers = {row[0]: row[1:] for row in report.result["report"]["persons"]["movers"]}

    for player in players:
        steps = person_lines.steps_of(report, player.pk)
        ledger = RatingChange.objects.filter(player=player, system__key="egf").order_by("sequence")
        assert [one.old for one in steps] == [round(row.after or 0, 2) for row in ledger]
        assert [steps[-1].old, steps[-1].new] == [round(value, 2) for value in movers[player.pk]]
        moved = person_lines.moves(steps)
        assert moved[0] == (None, None)
        assert moved[1][1] == figures.moved(steps[0].new or 0, steps[1].new or 0)


def test_players_of_several_rows_are_found_and_nobody_else(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_lines, "ROW", 2)
    variant = read({"name": "Con and a half", "system": "egf", "k_factor": 1.5})
    kept = stored_simulations.compute(stored_simulations.request(variant, account=None))
    person_lines.compute(kept)
    person_lines.compute(kept)  # again: as it was

    assert SimulationLines.objects.count() == 3
    assert all(len(person_lines.steps_of(kept, player.pk)) == 3 for player in players)
    assert person_lines.steps_of(kept, 0) == person_lines.steps_of(kept, players[-1].pk + 1) == []


def test_no_lines_are_made_from_other_facts_than_the_report_has(
    players: list[Player], officer: Client
) -> None:
    variant = read({"name": "Con and a half", "system": "egf", "k_factor": 1.5})
    kept = stored_simulations.compute(stored_simulations.request(variant, account=None))
    Simulation.objects.filter(pk=kept.pk).update(result={**kept.result, "facts": "others"})
    officer.post(f"/review/laboratory/{kept.pk}/lines/")

    job = jobs.run(Job.objects.get(kind=person_lines.WORK).pk)
    page = officer.get(kept.get_absolute_url()).content.decode()

    assert job is not None
    assert job.result == {"why": person_lines.OTHER_FACTS}
    assert not SimulationLines.objects.exists()
    assert person_lines.OTHER_FACTS in page
    assert players


def test_lines_that_would_take_too_much_room_are_refused_until_others_are_deleted(
    report: Simulation, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = read({"name": "Con twice", "system": "egf", "k_factor": 2})
    other = stored_simulations.compute(stored_simulations.request(variant, account=None))
    taken = person_lines.bytes_kept()
    assert taken == sum(len(bytes(row.data)) for row in SimulationLines.objects.all()) > 0
    monkeypatch.setattr(person_lines, "MOST_BYTES", taken + 50)
    overview = officer.get("/review/laboratory/", headers={"accept-language": "en"}).content.decode()
    officer.post(f"/review/laboratory/{other.pk}/lines/")
    refused = jobs.run(Job.objects.filter(kind=person_lines.WORK).latest("pk").pk)
    page = officer.get(other.get_absolute_url(), headers={"accept-language": "en"}).content.decode()

    officer.post(f"/review/laboratory/{report.pk}/open/", {"open": "yes"})
    officer.post(f"/review/laboratory/{report.pk}/lines/delete/")
    again = officer.post(f"/review/laboratory/{report.pk}/lines/delete/")

    assert f"{taken} bytes" in overview.replace("\xa0", " ")
    assert refused is not None
    assert refused.result == {"why": person_lines.NO_ROOM}
    assert person_lines.NO_ROOM in page
    assert again.status_code == 404
    report.refresh_from_db()
    assert report.opened is None
    assert JournalEntry.objects.filter(act="simulation.emptied").count() == 1
    assert person_lines.compute(other) == ""
    assert [one.pk for one, _size in person_lines.sizes()] == [other.pk]


def test_report_of_too_many_steps_keeps_no_lines(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert players
    monkeypatch.setattr(person_lines, "MOST_STEPS", 17)  # six players, three tournaments
    variant = read({"name": "Con and a half", "system": "egf", "k_factor": 1.5})
    kept = stored_simulations.compute(stored_simulations.request(variant, account=None))

    assert person_lines.compute(kept) == person_lines.TOO_MANY
    assert not SimulationLines.objects.exists()


def test_only_officers_read_what_the_office_has_not_opened(
    report: Simulation, players: list[Player], officer: Client
) -> None:
    at = address(report, players[0])

    assert Client().get(at).status_code == 404
    assert officer.get(at).status_code == 200
    assert officer.get(at.replace(report.fingerprint[:16], "0" * 16)).status_code == 404
    assert officer.get(at.replace(report.fingerprint[:16], report.fingerprint[:1])).status_code == 404


def test_office_opens_and_closes_the_pages_of_players_by_acts_of_the_journal(
    report: Simulation, players: list[Player], officer: Client
) -> None:
    act, at = f"/review/laboratory/{report.pk}/open/", address(report, players[0])
    officer.post(act, {"open": "yes"})
    officer.post(act, {"open": "yes"})
    opened = Client().get(at)
    officer.post(act, {"open": "no"})

    assert opened.status_code == 200
    assert "Surname0" in opened.content.decode()
    assert f"http://testserver{at}" in opened.content.decode()
    assert Client().get(at).status_code == 404
    acts = JournalEntry.objects.filter(subject="simulation").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["simulation.opened", "simulation.closed"]


@pytest.mark.parametrize("privacy", ["initials", "anonymous"])
def test_players_who_hide_their_names_have_no_public_line(
    report: Simulation, players: list[Player], officer: Client, privacy: str
) -> None:
    officer.post(f"/review/laboratory/{report.pk}/open/", {"open": "yes"})
    Player.objects.filter(pk=players[0].pk).update(privacy=privacy)

    assert Client().get(address(report, players[0])).status_code == 404
    assert Client().get(f"{address(report, players[0])[:-1]}.csv").status_code == 404
    page = officer.get(address(report, players[0]))
    assert page.status_code == 200
    assert "Surname0" not in page.content.decode()


def test_of_players_without_licence_the_public_line_of_a_ladder_would_tell_more_than_the_list(
    officer: Client,
) -> None:
    licensed, other = published("ffg")[:2]
    kept = stored_simulations.compute(stored_simulations.request(read(SIX), account=None))
    person_lines.compute(kept)
    officer.post(f"/review/laboratory/{kept.pk}/open/", {"open": "yes"})
    ListEntry.objects.filter(player=licensed).update(active_rank=1)
    ListEntry.objects.filter(player=other).update(active_rank=None)

    assert Client().get(address(kept, licensed)).status_code == 200
    assert Client().get(address(kept, other)).status_code == 404


def test_file_has_every_event_and_the_merged_lead_on(
    report: Simulation, players: list[Player], officer: Client
) -> None:
    text = officer.get(f"{address(report, players[1])[:-1]}.csv").content.decode("utf-8-sig")
    found = officer.get(f"/review/laboratory/{report.pk}/player/?number={players[1].pk}")
    nobody = [
        officer.get(f"/review/laboratory/{report.pk}/player/", {"number": asked})["Location"]
        for asked in ("99999999", "x", "", "٣")
    ]

    assert len(list(csv.reader(io.StringIO(text)))) == 4
    assert found["Location"] == address(report, players[1])
    assert nobody == [report.get_absolute_url()] * 4


def test_event_has_the_change_of_the_players_own_page_and_rows_add_up() -> None:
    levels = [(-428.6, -428.6), (-418.4, -403.2), (-406.855, None), (-399.5, -378.5)]
    steps = [person_lines.Step(date(2023, 1, 1), 1, old, new) for old, new in levels]

    moved = person_lines.moves(steps)

    assert moved == [(None, None), (11, 26), (11, None), (8, None)]
    assert sum(old or 0 for old, _new in moved) == figures.moved(-428.6, -399.5)


def test_conversion_is_a_step_of_its_own_and_no_event_seems_to_have_moved_it(
    players: list[Player], officer: Client
) -> None:
    said = {"name": "Plus 50", "system": "egf", "conversion": {"date": "2023-08-01", "offset": 50}}
    kept = stored_simulations.compute(stored_simulations.request(read(said), account=None))
    assert person_lines.compute(kept) == ""

    steps = person_lines.steps_of(kept, players[0].pk)
    moved = person_lines.moves(steps)

    assert [one.tournament == person_lines.CONVERTED for one in steps] == [False, False, True, False]
    assert moved[2] == (0, 50)
    assert moved[1][0] == moved[1][1]
    page = officer.get(address(kept, players[0]), headers={"accept-language": "en"}).content.decode()
    assert "conversion" in page


def test_line_of_a_number_that_was_merged_is_shown_to_nobody_outside(
    report: Simulation, players: list[Player], client: Client
) -> None:
    Simulation.objects.filter(pk=report.pk).update(opened=report.made)
    at = address(report, players[0])
    assert client.get(at).status_code == 200

    Player.objects.filter(pk=players[0].pk).update(merged_into=players[1])

    assert client.get(f"{at.rstrip('/')}.csv").status_code == 404
