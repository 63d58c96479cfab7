"""The laboratory as an application: rows of earlier versions found again, an office that has left it out."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from federation.accounts import tokens
from federation.jobs import jobs
from federation.models import Account, Job
from ratings.laboratory import SCOPE
from ratings.laboratory.models import Simulation, SimulationLines, Trial, TrialResult
from tests.ratings.laboratory import made_reports
from tests.ratings.laboratory.small_history import published
from tests.tournaments.conftest import account, logged_in

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2026, 4, 1, tzinfo=UTC)
BEFORE = [("ratings", "0041_longer_system_keys")]
MODELS = ["simulation", "simulationlines", "trial", "trialresult"]
# The pages of an office without the laboratory, and everything else that may name a part of it.
ASK = """
import json, sys
import django; django.setup()
from django.conf import settings
from django.core.management import call_command, get_commands
from django.test import Client
from django.urls import get_resolver
from federation.accounts import tokens
from federation.celery import app
from federation.jobs import jobs
from federation.models import Account, Job
from federation.web.public_pages import public_pages
from ratings.tasks.runs import close_month
from tests.conftest import STATIC
settings.ALLOWED_HOSTS, settings.STORAGES["staticfiles"] = ["testserver"], STATIC
settings.SECOND_FACTOR_REQUIRED = False
call_command("check", stdout=sys.stderr)
call_command("makemigrations", check=True, dry_run=True, verbosity=0)
close_month()
app.loader.import_default_modules()
client = Client()
client.force_login(Account.objects.get(email="odile@example.org"))
public = ["/" + page.route for page in public_pages().values() if page.in_site_map]
paths = [*public, *json.loads(sys.argv[1])]
said = {path: client.get(path) for path in paths}
try:
    jobs.handler_of("ratings.simulate")
    handled = True
except jobs.UnknownWork:
    handled = False
names = [*get_resolver().reverse_dict, *get_commands(), *app.tasks, *settings.CELERY_BEAT_SCHEDULE]
names += [*settings.JOB_NAMES, *tokens.SCOPES, *client.get("/api/v1/openapi.json").json()["paths"], *public]
Job.objects.all().delete()
Account.objects.filter(email="ruth@example.org").delete()
print(json.dumps({
    "statuses": {path: answer.status_code for path, answer in said.items()},
    "links": [path for path, answer in said.items() if b"/laboratory/" in answer.content],
    "names": [str(name) for name in names],
    "handled": handled,
    "imported": [name for name in sys.modules if name.startswith("ratings.laboratory")],
}))
"""
PAGES = (  # with blanks between
    "/review/ /review/month-end/ /review/ffg/events/ /jobs/ /journal/ /desk/ /admin/ /account/tokens/"
    " /api/v1/openapi.json /lists/ffg/ /tournaments/1/"
)
PARTS = (
    "laboratory simulation trial trials late-events whole-history pool-health simulate fit"
    " ratings.tasks.compute_trials ratings.tasks.examine_pools compute-trials examine-pools"
    " ratings.simulate ratings.whole_history ratings.pool_health laboratory:write /api/v1/simulations"
)


def at(state: list[tuple[str, str]]) -> Any:
    """Migrate to a state, and return its models."""
    executor = MigrationExecutor(connection)
    executor.migrate(state)
    call_command("migrate", *state[0], verbosity=0)  # content types and permissions, as an office has them
    return MigrationExecutor(connection).loader.project_state(state).apps


@pytest.mark.dialect
@pytest.mark.django_db(transaction=True)
def test_simulations_and_trials_of_earlier_versions_are_found_again() -> None:
    old = at(BEFORE)
    system = old.get_model("ratings", "RatingSystem").objects.get(key="egf")
    named = old.get_model("federation", "Account").objects.create(email="odile@example.org")
    job = old.get_model("federation", "Job").objects.create(kind="ratings.simulate", heartbeat=NOW)
    kept = old.get_model("ratings", "Simulation").objects.create(
        system=system, name="Con and a half", variant={"k_factor": 1.5}, job=job, requested_by=named
    )
    old.get_model("ratings", "SimulationLines").objects.create(simulation=kept, first=1, last=2, data=b"12")
    trial = old.get_model("ratings", "Trial").objects.create(
        system=system, name="Tried", variant={}, begun=NOW, begun_by=named
    )
    old.get_model("ratings", "TrialResult").objects.create(trial=trial, state=3, made=NOW, figures={})
    types = old.get_model("contenttypes", "ContentType").objects.filter(model__in=MODELS)
    keys = dict(types.filter(app_label="ratings").values_list("model", "pk"))

    call_command("migrate", verbosity=0)

    found = Simulation.objects.get(lines__last=2)
    assert (found.pk, found.name, found.variant, found.job_id) == (kept.pk, kept.name, kept.variant, job.pk)
    assert bytes(SimulationLines.objects.get().data) == b"12"
    assert Trial.objects.get(results__state=3).begun_by_id == named.pk
    assert TrialResult.objects.get().trial_id == trial.pk
    assert sorted(keys) == MODELS
    assert dict(types.filter(app_label="laboratory").values_list("model", "pk")) == keys
    found.delete()  # with its lines
    assert not SimulationLines.objects.exists()


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="programs and pages are the same on every database")
def test_office_without_the_laboratory_has_nothing_of_it_and_all_else(tmp_path: Path) -> None:
    player, asked = published("ffg")[0], account("ruth@example.org", "officer")
    report = made_reports.report_on(player)
    Simulation.objects.update(job=jobs.request("ratings.simulate", arguments={"simulation": report.pk}))
    Simulation.objects.update(requested_by=asked)
    made_reports.trial_of(report, account=asked)
    account("odile@example.org", "officer", "registrar")
    Account.objects.filter(email="odile@example.org").update(is_superuser=True, is_staff=True)
    file = tmp_path / "copy.sqlite3"
    file.write_bytes(connection.connection.serialize())
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{file}",
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "LABORATORY": "False",
        "PALMARES_DATA": str(tmp_path),
    }
    command = [sys.executable, "-c", ASK, json.dumps([*PAGES.split(), f"/players/{player.pk}/"])]

    answered = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)

    found = json.loads(answered.stdout)
    assert {path: status for path, status in found["statuses"].items() if status != 200} == {}
    assert found["links"] == []
    assert set(PARTS.split()).intersection(found["names"]) == set()
    assert (found["handled"], found["imported"]) == (False, [])


@pytest.mark.django_db
def test_pages_read_rows_whose_job_and_accounts_were_removed_meanwhile() -> None:
    officer = account("odile@example.org", "officer")
    report = made_reports.report_on(published("ffg")[0])
    gone = jobs.request("ratings.simulate", arguments={"simulation": report.pk}).pk
    Simulation.objects.update(job=gone, requested_by=officer.pk + 1)
    trial = made_reports.trial_of(report)
    Trial.objects.update(begun_by=officer.pk + 1)
    Job.objects.filter(pk=gone)._raw_delete("default")
    _row, token = tokens.issue(officer, name="rules", scopes=[SCOPE])
    program = Client(headers={"authorization": f"Bearer {token}"})

    addresses = ["/review/laboratory/", report.get_absolute_url(), trial.get_absolute_url()]
    assert [logged_in(officer).get(address).status_code for address in addresses] == [200, 200, 200]
    assert program.get(f"/api/v1/simulations/{report.pk}").status_code == 200
    assert program.delete(f"/api/v1/simulations/{report.pk}").status_code == 200
