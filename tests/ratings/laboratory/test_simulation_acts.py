"""Simulations cancelled, deleted and taken away as files by an officer."""

import csv
import io

import pytest
from django.test import Client

from federation.jobs import jobs
from federation.models import Job, JournalEntry
from ratings.laboratory import stored_simulations
from ratings.laboratory.figures.variant import read
from ratings.laboratory.models import Simulation
from ratings.models import ListEntry
from tests.ratings.laboratory.small_history import SIX, published

pytestmark = pytest.mark.django_db


def test_simulation_is_deleted_only_where_the_box_is_ticked(officer: Client) -> None:
    kept = stored_simulations.request(read(SIX), account=None)
    address = f"/review/laboratory/{kept.pk}/delete/"

    refused = officer.post(address)
    still = Simulation.objects.filter(pk=kept.pk).exists()
    done = officer.post(address, {"sure": "yes"})

    assert (refused.status_code, refused["Location"], still) == (302, kept.get_absolute_url(), True)
    assert done["Location"] == "/review/laboratory/"
    assert not Simulation.objects.exists()
    line = JournalEntry.objects.get(act="simulation.deleted")
    assert (line.subject_id, line.detail["name"], line.detail["system"]) == (str(kept.pk), "Divisor 6", "ffg")
    assert Job.objects.get().state == Job.State.STOPPED
    assert officer.get("/journal/").status_code == 200


def test_deleting_a_running_simulation_cancels_it_and_nothing_comes_back(officer: Client) -> None:
    published()
    kept = stored_simulations.request(read(SIX), account=None)
    job = jobs.claim(kept.job_id or 0)
    assert job is not None
    officer.post(f"/review/laboratory/{kept.pk}/delete/", {"sure": "yes"})

    stored_simulations.compute(kept)  # the worker that had begun

    assert not Simulation.objects.exists()
    with pytest.raises(jobs.JobLost):
        jobs.Progress(job, inline=True).report(50)


def test_job_of_a_deleted_simulation_ends_without_an_error() -> None:
    job = jobs.request(stored_simulations.WORK, arguments={"simulation": 99})

    done = jobs.run(job.pk)

    assert done is not None
    assert done.state == Job.State.DONE


def test_lists_that_differ_are_a_file_though_nothing_is_compared(officer: Client) -> None:
    players = published()
    entry = ListEntry.objects.filter(list__system__key="ffg", player=players[0])
    entry.update(exact=entry.get().exact + 0.001)
    kept = stored_simulations.compute(stored_simulations.request(read(SIX), account=None))
    address = kept.get_absolute_url()

    rows = list(csv.reader(io.StringIO(officer.get(f"{address}lists.csv").content.decode("utf-8-sig"))))
    whole = officer.get(f"{address}report.json").json()

    assert len(rows) == 2
    assert rows[1][1:3] == ["6", "1"]
    assert (whole["report"], whole["base"]["sound"]) == (None, False)
    assert officer.get(f"{address}level.csv").status_code == 404


def test_report_as_json_names_players_as_in_public(officer: Client) -> None:
    players = published()
    kept = stored_simulations.compute(stored_simulations.request(read(SIX), account=None))
    type(players[0]).objects.filter(pk=players[0].pk).update(privacy="anonymous")

    answer = officer.get(f"{kept.get_absolute_url()}report.json")

    text = answer.content.decode()
    assert answer["Content-Disposition"] == f'attachment; filename="simulation_{kept.pk}.json"'
    assert "SURNAME0" not in text.upper()
    assert "SURNAME1" in text.upper()
    assert len(answer.json()["report"]["level"]) == len(kept.result["report"]["level"])
    other = kept.get_absolute_url().replace(kept.fingerprint[:16], "0" * 16)
    assert officer.get(f"{other}report.json").status_code == 404
