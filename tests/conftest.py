"""What every test stands on: a world of its own, without the data folder of whoever runs it."""

import contextlib
import gc
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
import pytest
import time_machine
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from tests import databases, scheduling, seeds, time_limit, times
from tests.dialects import capture, marking

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "live_server", "stand"})
PROGRAMS = (
    "tests/faults/",
    "tests/browser/test_story.py",
)  # real programs
DIALECT = re.compile(r"\bmark\.(?:dialect|postgresql|redis)\b")
_CLOCK = time.time
STATIC = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


def pytest_configure(config: pytest.Config) -> None:
    """Settle what no test shall wait for or leave behind, and what those that draw begin with."""
    seeds.settle()
    # TERM ends the run like Ctrl-C: what tests have started is stopped, and pytest-xdist ends its workers.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # Workers side by side have a database each, so their lists have the same numbers: a folder for each.
    settings.DATA_DIR = settings.DATA_DIR / os.environ.get("PYTEST_XDIST_WORKER", "alone")
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings.STORAGES = {**settings.STORAGES, "staticfiles": STATIC}
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    # Real password hashing takes longer than most tests; the real queues are met in tests/faults.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.CELERY_BROKER_URL = "memory://"
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {}
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    # one store: cache.clear() empties both
    settings.CACHES = {
        "default": memory,
        "pages": {**memory, "KEY_FUNCTION": "federation.privacy.generation.cache_key"},
        "template_fragments": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
    }
    # Pages are made anew for most tests, which count what that costs; those of kept answers ask for it.
    settings.PAGE_CACHE_ENABLED = False
    # Most officers of the tests log in by magic; the second factor has its own tests, which ask for it.
    settings.SECOND_FACTOR_REQUIRED = False
    config.pluginmanager.register(time_limit.Limit())
    folder = config.getoption("--capture-sql")
    if folder is not None:
        config.pluginmanager.register(capture.Recorder(folder))
    if file := config.getoption("--times"):
        config.pluginmanager.register(times.Times(Path(file)))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage while tests are read: nothing of them goes, and looking at it took a seventh."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Let garbage collections pass over what is loaded: they took an eighth of the time of all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the seeds of a run that has some of its own."""
    if seeds.number():
        terminalreporter.write_line(f"The seeds of this run: {seeds.VARIABLE}={seeds.number()}")


@pytest.fixture(scope="session")
def real_data() -> Path:
    """Return the folder of real data beside the repository; its names are people's and stay there."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("no real data beside the repository")
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a second run, on another database, pass over what the first has proved."""
    parser.addoption(
        "--on-the-database",
        action="store_true",
        help="leave out tests that ask no database and no server: they prove the same on every one",
    )
    parser.addoption(
        "--dialect",
        action="store_true",
        help="run only tests of real programs, and those whose result depends on the database",
    )
    parser.addoption(
        "--capture-sql", type=Path, metavar="FOLDER", help="write the SQL of each test there (tests.dialects)"
    )
    parser.addoption(
        "--times", metavar="FILE", help="append the processor time of each test to a file (tests.times)"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let tests of a group go to one worker (`--dist loadgroup`)."""
    return scheduling.Groups(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no file of which `--dialect` takes nothing."""
    if not config.getoption("--dialect") or not collection_path.name.startswith("test_"):
        return None
    name = collection_path.relative_to(config.rootpath).as_posix()
    is_taken = (
        name.startswith(PROGRAMS) or name in marking.files() or DIALECT.search(collection_path.read_text())
    )
    return None if is_taken else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what was asked to be, and settle what tests that commit need."""
    gone = marking.mark(items, marking.read_cases(marking.CASES.read_text()))
    if gone:
        raise pytest.UsageError(
            f"{marking.CASES.name} names cases that are gone: run python -m tests.dialects\n{gone}"
        )
    if config.getoption("--on-the-database"):
        _keep(config, items, _asks_a_database)
    if config.getoption("--dialect"):
        _keep(config, items, _depends_on_the_database)
    _whole_again(items)


def _keep(config: pytest.Config, items: list[pytest.Item], wanted: Callable[[pytest.Item], bool]) -> None:
    """Deselect what is not wanted."""
    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = filter(wanted, items)


def _depends_on_the_database(item: pytest.Item) -> bool:
    """Return whether a test runs on both databases, needs a server, or starts programs of its own."""
    markers = (marking.MARK, "postgresql", "redis")
    return item.nodeid.startswith(PROGRAMS) or any(item.get_closest_marker(name) for name in markers)


def _asks_a_database(item: pytest.Item) -> bool:
    """Return whether a test may reach a database: pytest-django refuses queries of one that does not say so.

    Those that start an installation of their own say it by their fixtures.
    """
    markers = any(item.get_closest_marker(name) for name in ("django_db", "postgresql", "redis"))
    return markers or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def _whole_again(items: list[pytest.Item]) -> None:
    """Bring roles and rating systems back before tests that commit, and put these after all others.

    Django empties every table behind a test that commits, and others rely on the migrated rows. pytest brings
    together what shares a browser, whatever pytest-django has sorted: the order is settled here, at last.
    """
    whole = pytest.mark.django_db(transaction=True, serialized_rollback=True)
    last = set()
    for item in items:
        marker = item.get_closest_marker("django_db")
        fixtures = getattr(item, "fixturenames", ())
        commits = marker is not None and marker.kwargs.get("transaction", False)
        if commits or "live_server" in fixtures or "transactional_db" in fixtures:
            item.add_marker(whole, append=False)
            last.add(item)
    # The longest of them first: at the end one worker would be left with it, and the other with nothing. A
    # module stays whole, or what it builds once would be built again.
    longest = {item.path for item in items if item.get_closest_marker("long") is not None}
    items.sort(key=lambda item: (item in last, item.path not in longest, item.path))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Drop the database that was copied, once no worker needs it any more."""
    is_worker = hasattr(config, "workerinput")
    if not is_worker and os.environ.get("DATABASE_URL", "").startswith("postgres"):
        with contextlib.suppress(psycopg.OperationalError):  # there is no server, and nothing was made
            databases.drop_migrated_database()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_keepdb: bool, django_db_use_migrations: bool
) -> Iterator[None]:
    """Copy what was migrated once, unless pytest was asked for something else."""
    with pytest.MonkeyPatch.context() as patch:
        if django_db_use_migrations and not django_db_keepdb:
            databases.copy_instead_of_migrating(connections[DEFAULT_DB_ALIAS], patch)
            if databases.is_able_to_put_back(connections[DEFAULT_DB_ALIAS]):
                databases.put_back_instead_of_emptying(patch)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let every connection know the migrated rows: beside playwright, tests get another connection.

    At the end PostgreSQL drops no database a server's thread is still connected to: one that waits for the
    next request of a client of the very last test.
    """
    rows = getattr(connection, "_test_serialized_contents", None)
    if rows is not None:
        type(connections[DEFAULT_DB_ALIAS])._test_serialized_contents = rows  # type: ignore[attr-defined]  # where Django keeps them
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session", autouse=True)
def _emptied_journal() -> Iterator[None]:
    """Let Django empty the tables behind tests that commit: only then the journal's guards stand aside."""
    guard = import_module("federation.migrations.0007_journal_sealed")
    postgresql = connection.vendor == "postgresql"
    off = guard.POSTGRESQL_BACK if postgresql else guard.SQLITE_BACK
    on = guard.POSTGRESQL if postgresql else guard.SQLITE
    operations = type(connection.ops)
    flush = operations.sql_flush

    def flush_unguarded(self: Any, *args: Any, **options: Any) -> list[str]:
        return [*off, *flush(self, *args, **options), *on]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", flush_unguarded)
        yield


@pytest.fixture(autouse=True)
def _no_language_chosen() -> None:
    """Let every test begin in the office's own language, whatever the visitor of the test before it read."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _counted_in_memory(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Count the requests of each test from zero, and in memory, as an office with Redis counts them.

    Tests of what a page costs count its queries. Where a test leaves the clock alone, no minute and no day
    ends within it. A module about the counting puts a fixture of this name in the place of this one.
    """
    from django.core.cache import cache

    from federation.web import counting

    test = hash(request.node.nodeid)

    def count(name: str, *, by: int, seconds: int) -> int:
        if time.time is _CLOCK and not time_machine.escape_hatch.is_travelling():
            name = re.sub(r"^allowance-\d+-", "allowance-", name)
        name = f"{test}-{name}"
        cache.add(name, 0, seconds)
        return cache.incr(name, by)

    monkeypatch.setattr(counting, "count", count)


@pytest.fixture(autouse=True)
def _nobody_has_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every test begin where nobody has chosen how to be shown: it is asked of the database now and then.

    That query belongs to no page, and the tests count those of each.
    """
    from federation.privacy import generation  # here, because settings are not made when this file is read

    monkeypatch.setattr(generation, "SECONDS", float("inf"))
    monkeypatch.setattr(generation, "_known", generation._Known("", 0.0))
