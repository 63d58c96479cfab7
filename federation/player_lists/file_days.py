"""The day in the name of a list's file. Pure."""

import re
from contextlib import suppress
from datetime import date


def day_in(name: str) -> date | None:
    """Return the day in the name of a file, ech_ffg_V3_2019-11-05.txt; None without one."""
    for written in re.findall(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)", name):
        with suppress(ValueError):
            return date.fromisoformat(written)
    return None
