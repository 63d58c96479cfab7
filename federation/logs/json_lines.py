"""Log lines as text or JSON, with their request or job; a traceback only for failures of our own code."""

import json
import logging
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_REQUEST: ContextVar[str] = ContextVar("request", default="")
_JOB: ContextVar[int | None] = ContextVar("job", default=None)
# What a proxy may give: enough for a UUID or a trace, too little to write something else into a log.
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RefusedWithoutTraceback(logging.Filter):
    """Take the traceback off the line of a request that was refused (4xx).

    Django writes where BadRequest and PermissionDenied were raised, which is no fault: a client that sends
    such requests would fill the log.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        status = getattr(record, "status_code", None)
        if record.name.startswith("django.") and isinstance(status, int) and 400 <= status < 500:
            record.exc_info = record.exc_text = None
        return True


class AwayWithoutTraceback(logging.Filter):
    """Write one line where the database is away: what went wrong in the place of the traceback.

    Every request and every job meets it at a place of its own, and none of these is at fault.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        from federation.database.failures import is_away  # here, because settings configure the log

        problem = record.exc_info[1] if record.exc_info else None
        if is_away(problem):
            line = str(problem).partition("\n")[0]
            record.msg, record.args = f"{record.getMessage()}: {type(problem).__name__}: {line}", None
            record.exc_info = record.exc_text = None
        return True


class JsonLine(logging.Formatter):
    """Write time, level, logger, message, request, job and traceback; nothing else of a record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line of JSON."""
        line: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **current_context(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def settings(level: str, *, as_json: bool) -> dict[str, object]:
    """Return the logging configuration: everything to standard error, as text or as JSON."""
    text = {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
    line = {"()": "federation.logs.json_lines.JsonLine"} if as_json else text
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": line},
        "filters": {
            "refused": {"()": "federation.logs.json_lines.RefusedWithoutTraceback"},
            "away": {"()": "federation.logs.json_lines.AwayWithoutTraceback"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["refused", "away"],
            },
        },
        "root": {"handlers": ["console"], "level": level},
    }


def request_id(given: str) -> str:
    """Return the number a request was given, or a new one where it has none or one of another form."""
    return given if _ID.fullmatch(given) else uuid.uuid4().hex


@contextmanager
def of_request(number: str) -> Iterator[None]:
    """Name the request in every line that is logged inside."""
    token = _REQUEST.set(number)
    try:
        yield
    finally:
        _REQUEST.reset(token)


@contextmanager
def of_job(number: int) -> Iterator[None]:
    """Name the job in every line that is logged inside."""
    token = _JOB.set(number)
    try:
        yield
    finally:
        _JOB.reset(token)


def current_context() -> dict[str, str | int]:
    """Return the request and the job that run now, as far as there are any."""
    fields: dict[str, str | int] = {}
    if request := _REQUEST.get():
        fields["request"] = request
    if (job := _JOB.get()) is not None:
        fields["job"] = job
    return fields
