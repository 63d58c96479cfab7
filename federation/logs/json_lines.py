"""What is logged, as text or as JSON: a line each, with a traceback only where something of ours failed."""

import json
import logging
from datetime import UTC, datetime

from federation.logs import context


class RefusedWithoutTraceback(logging.Filter):
    """Take the traceback off the line of a request that was refused (4xx).

    Django writes where BadRequest and PermissionDenied were raised, which is no fault: whoever sends such
    requests would fill the log.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        status = getattr(record, "status_code", None)
        if record.name.startswith("django.") and isinstance(status, int) and 400 <= status < 500:
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
            **context.current(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def settings(level: str, *, as_json: bool) -> dict[str, object]:
    """Return what logging is told: everything to standard error, as text or as JSON."""
    text = {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
    line = {"()": "federation.logs.json_lines.JsonLine"} if as_json else text
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": line},
        "filters": {"refused": {"()": "federation.logs.json_lines.RefusedWithoutTraceback"}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["refused"]},
        },
        "root": {"handlers": ["console"], "level": level},
    }
