"""The oldest version that may serve the database: older ones refuse to start and say so."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from pytest_django.fixtures import Settings

import federation
from federation import tasks
from federation.management import oldest_version
from federation.management.commands import serve
from federation.models import Tally
from ratings.monitoring import readiness

SENTENCE = r"This is version 1\.1\.4, and the database has been upgraded: version 1\.2\.0 or newer"


@pytest.fixture
def _upgraded(db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that a later version has migrated, and 1.1.4 that is to serve it."""
    monkeypatch.setattr(federation, "OLDEST_SERVING", "1.2")
    call_command("migrate", verbosity=0)
    monkeypatch.setattr(federation, "OLDEST_SERVING", "1.0")
    settings.VERSION = "1.1.4"


@pytest.mark.parametrize("start", ["migrate", "serve"])
@pytest.mark.usefixtures("_upgraded")
def test_older_version_does_not_start(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "taken", lambda port: False)

    with translation.override("en"), pytest.raises(CommandError, match=SENTENCE):
        call_command(start, verbosity=0)


@pytest.mark.usefixtures("_upgraded")
def test_worker_of_an_older_version_ends() -> None:
    with translation.override("en"), pytest.raises(SystemExit, match=SENTENCE):
        tasks.refuse_newer_database()


@pytest.mark.usefixtures("_upgraded")
def test_readiness_of_an_older_version_names_the_one_that_is_needed() -> None:
    assert readiness.CHECKS["migrations"]() == "version 1.2.0 or newer needed"


@pytest.mark.usefixtures("_upgraded")
@pytest.mark.parametrize("version", ["1.2.0.dev0", "1.2.1", "1.10.0", "2.0"])
def test_version_that_suits_goes_on_and_lowers_nothing(settings: Settings, version: str) -> None:
    settings.VERSION = version

    call_command("migrate", verbosity=0)
    tasks.refuse_newer_database()

    assert Tally.objects.get(name="oldest-version").number == 1_002_000
    assert readiness.CHECKS["migrations"]() == "ok"


@pytest.mark.django_db
def test_database_without_a_note_may_be_served_since_1_0(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(federation, "OLDEST_SERVING", "1.0")
    Tally.objects.filter(name="oldest-version").delete()
    settings.VERSION = "1.0.0"
    call_command("migrate", verbosity=0)

    assert (oldest_version.needed(), Tally.objects.filter(name="oldest-version").exists()) == ("", False)


def test_this_version_may_serve_what_it_has_migrated() -> None:
    assert oldest_version._number(federation.OLDEST_SERVING) <= oldest_version._number(federation.__version__)
