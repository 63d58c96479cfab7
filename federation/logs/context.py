"""The request or job of the running code, named in each line of the log. Pure."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_REQUEST: ContextVar[str] = ContextVar("request", default="")
_JOB: ContextVar[int | None] = ContextVar("job", default=None)
# What a proxy may give: enough for a UUID or a trace, too little to write something else into a log.
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


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


def current() -> dict[str, str | int]:
    """Return the request and the job that run now, as far as there are any."""
    fields: dict[str, str | int] = {}
    if request := _REQUEST.get():
        fields["request"] = request
    if (job := _JOB.get()) is not None:
        fields["job"] = job
    return fields
