"""Lines of the log as JSON, and which request or job they belong to."""

import io
import json
import logging
import logging.config
import sqlite3
from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError
from django.test import Client

from federation.jobs import jobs
from federation.logs import json_lines
from federation.logs.json_lines import JsonLine, settings
from federation.models import Job
from tests.tournaments.conftest import account


def line(message: str, *values: object, error: bool = False) -> dict[str, object]:
    caught = (ValueError, ValueError("broken"), None) if error else None
    record = logging.LogRecord("palmares", logging.WARNING, __file__, 1, message, values, caught)
    text = JsonLine().format(record)
    assert "\n" not in text
    found: dict[str, object] = json.loads(text)
    return found


def test_line_outside_of_requests_and_jobs_names_neither() -> None:
    assert {key: value for key, value in line("%s jobs", 3).items() if key != "time"} == {
        "level": "WARNING", "logger": "palmares", "message": "3 jobs",
    }  # fmt: skip


def test_line_of_several_lines_and_a_traceback_is_one_line() -> None:
    found = line("first\nsecond", error=True)

    assert found["message"] == "first\nsecond"
    assert "ValueError: broken" in str(found["traceback"])


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Return what is written of requests, as the handler of the settings writes it."""
    text = io.StringIO()
    told = json.loads(json.dumps(settings("INFO", as_json=False)))
    made = logging.config.DictConfigurator(told)
    handler = logging.StreamHandler(text)
    for name in told["handlers"]["console"]["filters"]:
        handler.addFilter(made.configure_filter(told["filters"][name]))
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    yield text
    logger.removeHandler(handler)


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "status"), [("/players/?q=%00", 400), ("/journal/", 403)])
def test_refused_request_is_one_line_without_a_traceback(
    client: Client, written: io.StringIO, path: str, status: int
) -> None:
    client.force_login(account("nobody@example.org"))

    assert client.get(path).status_code == status

    assert len(written.getvalue().splitlines()) == 1


def test_request_that_failed_keeps_its_traceback(written: io.StringIO) -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        logging.getLogger("django.request").exception("Failed: /", extra={"status_code": 500})

    assert "ValueError: broken" in written.getvalue()


@pytest.mark.parametrize(
    ("caused_by", "is_one_line"),
    [
        (None, True),
        (psycopg.errors.AdminShutdown("terminating connection\nby administrator"), True),
        (psycopg.errors.QueryCanceled("statement timeout"), False),
    ],
)
def test_error_of_a_database_that_is_away_is_one_line(
    written: io.StringIO, caused_by: Exception | None, is_one_line: bool
) -> None:
    try:
        raise OperationalError("could not connect\nto server") from caused_by
    except OperationalError:
        logging.getLogger("django.request").exception("Failed: %s", "/", extra={"status_code": 503})

    said = "Failed: /: OperationalError: could not connect\n"
    assert (written.getvalue() == said) == is_one_line
    assert ("Traceback" in written.getvalue()) == (not is_one_line)


def test_mistake_in_a_statement_keeps_its_traceback(written: io.StringIO) -> None:
    try:
        try:
            sqlite3.connect(":memory:").execute("SELECT none")
        except sqlite3.OperationalError as problem:
            raise OperationalError("no such column: none") from problem
    except OperationalError:
        logging.getLogger("django.request").exception("Failed: /", extra={"status_code": 500})

    assert "Traceback" in written.getvalue()


def test_line_names_request_and_job_for_as_long_as_they_run() -> None:
    with json_lines.of_request("abc"), json_lines.of_job(7):
        inside = line("x")
    assert (inside["request"], inside["job"]) == ("abc", 7)
    assert "request" not in line("x")


@pytest.mark.parametrize("given", ["a" * 64, "4bf92f35-77b3.4d_A"])
def test_number_a_proxy_gave_is_taken(given: str) -> None:
    assert json_lines.request_id(given) == given


@pytest.mark.parametrize("given", ["", "a" * 65, "a b", 'a"b', "a\nb", "é"])
def test_number_of_another_form_is_replaced(given: str) -> None:
    made = json_lines.request_id(given)

    assert (len(made), made == given) == (32, False)


def test_text_is_what_is_written_unless_json_is_asked_for() -> None:
    assert settings("INFO", as_json=False)["formatters"] == {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
    }


@pytest.mark.django_db
def test_running_job_is_named_in_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, str | int]] = []
    monkeypatch.setattr(
        jobs, "handler_of", lambda kind: lambda progress: seen.append(json_lines.current_context())
    )
    job = Job.objects.create(kind="none")

    jobs.run(job.pk)

    assert (seen, json_lines.current_context()) == ([{"job": job.pk}], {})
