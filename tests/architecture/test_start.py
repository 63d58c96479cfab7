"""What a new process imports: who does not rate starts without numba, who sends nothing without a queue."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal
from django.utils.module_loading import import_string

from federation import signals as register
from tournaments import signals as tournaments
from tournaments.formats.samples import sample

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numba", "celery", "redis")
SET_UP = "import django; django.setup()\n"
EVERY_PAGE = (
    SET_UP + "from django.urls import get_resolver\nfrom ratings.rulebook.policy import engine_version\n"
    "get_resolver().url_patterns, engine_version('ffg'), engine_version('fics-blitz')\n"
)
ONE_FILE = (
    SET_UP + "from django.core.management import call_command\n"
    "try: call_command('check_report', {path!r}, stdout=open({out!r}, 'w'))\n"
    "except SystemExit as end: assert end.code == 0, end.code\n"
)


def imported(code: str, modules: tuple[str, ...]) -> list[str]:
    """Run code in a new interpreter without Redis; return which of the modules it has imported."""
    end = f"import json, sys; print(json.dumps([name for name in {modules!r} if name in sys.modules]))"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "federation.settings", "REDIS_URL": ""}
    done = subprocess.run(
        [sys.executable, "-c", code + end], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("code", [SET_UP, EVERY_PAGE], ids=["set up", "every page"])
def test_a_process_that_does_not_rate_imports_no_kernels(code: str) -> None:
    assert imported(code, HEAVY) == []


def test_page_of_a_player_imports_no_run_no_publication_and_no_letter() -> None:
    others = (
        "ratings.cadence.facts",
        "ratings.cadence.ledger",
        "ratings.cadence.lists",
        "federation.mail.outbox",
    )

    assert imported(SET_UP + "import ratings.views.players.players\n", others) == []


def test_set_up_imports_nothing_that_weighs_names() -> None:
    assert imported(SET_UP, ("rapidfuzz", "numpy", "ninja", "federation.urls")) == []


def test_commands_of_the_office_import_no_pages_to_check_them() -> None:
    code = (
        "import sys\nsys.argv = ['manage.py', 'sbom']\n"
        "from federation.management.command_line import main\n"
        "from contextlib import redirect_stdout\nimport io\n"
        "with redirect_stdout(io.StringIO()): main()\n"
    )

    assert imported(code, ("federation.urls", "ninja", *HEAVY)) == []


def test_only_what_changes_an_installation_runs_the_system_checks() -> None:
    ours = (name for name, app in get_commands().items() if app in settings.OUR_APPS)
    checked = {name for name in ours if load_command_class(get_commands()[name], name).requires_system_checks}

    assert checked == {"migrate", "serve"}


def test_check_of_a_report_imports_what_reads_files_only(tmp_path: Path) -> None:
    file, out = tmp_path / "open.h9", tmp_path / "told"
    file.write_text(sample("h9"))

    code = ONE_FILE.format(path=str(file), out=str(out))
    assert imported(code, (*HEAVY, "numpy", "ninja", "ratings.cadence", "federation.admin")) == []
    assert out.read_text()


def test_every_receiver_named_is_a_function() -> None:
    ours = [one for app in (register, tournaments) for one in vars(app).values() if isinstance(one, Signal)]
    names = [
        (signal, row[0][0])
        for signal in (*ours, post_save, post_delete)
        for row in signal.receivers
        if ".receivers." in str(row[0][0])
    ]

    assert {signal for signal, _ in names} == {*ours, post_save, post_delete}
    assert all(callable(import_string(name)) for _, name in names)
