"""A list as JSON: the head, then the players in the order of the list. Pure."""

import json
from collections.abc import Iterable
from dataclasses import fields
from datetime import date

from ratings.exports.listed import AnyRow, Head, Row


def render(head: Head, rows: Iterable[AnyRow], *, kind: type[AnyRow] = Row) -> bytes:
    """Write one object, one player a line, keys in a fixed order: the same list gives the same bytes."""
    names = [field.name for field in fields(kind)]
    about = {
        "system": head.system,
        "name": head.name,
        "date": head.date.isoformat(),
        "revision": head.revision,
        "published": head.published.isoformat(timespec="seconds"),
        "count": head.players,
        "active": head.active_players,
    }
    lines = ",\n".join(_compact({name: _plain(getattr(row, name)) for name in names}) for row in rows)
    return f'{_compact(about)[:-1]},"players":[\n{lines}\n]}}\n'.encode()


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
