"""A line of the log as one JSON object."""

import json
import logging
from datetime import UTC, datetime

from federation.logs import context


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
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
    }
