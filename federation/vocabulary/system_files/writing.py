"""Writer of a system's file: entries in the order of the records, those at their default left out."""

import json
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from typing import Any

from federation.vocabulary.system_files.fields import Spec, entries_of
from federation.vocabulary.system_files.records import SCHEMA, SystemFile


def written(system: SystemFile) -> str:
    """Return the file of a system; parsed again it gives an equal one."""
    return "\n".join([f"schema = {SCHEMA}", *_table(system, "", is_top=True)]).rstrip("\n") + "\n"


def digest(system: SystemFile) -> str:
    """Return the SHA-256 of a system's file as it is written here."""
    return sha256(written(system).encode()).hexdigest()


def _entries(record: Any) -> Iterator[tuple[str, Spec, Any]]:
    """Yield name, spec and value of each entry that is not at its default."""
    for entry in entries_of(type(record)).values():
        value = getattr(record, entry.attribute)
        if value != entry.default:
            yield entry.name, entry.spec, value


def _table(record: Any, path: str, *, is_top: bool = False) -> Iterator[str]:
    """Yield the lines of a table: its entries, then the tables inside."""
    inside = []
    for name, spec, value in _entries(record):
        if spec.kind in ("record", "records", "texts"):
            inside.append((f"{path}.{name}" if not is_top else name, spec.kind, value))
        else:
            yield f"{name} = {_value(spec, value)}"
    for name, kind, value in inside:
        if kind == "texts":
            yield from ("", f"[{name}]")
            yield from (f"{_string(word)} = {_text(words)}" for word, words in value)
            continue
        for item in value if kind == "records" else (value,):
            yield from ("", f"[[{name}]]" if kind == "records" else f"[{name}]")
            yield from _table(item, name)


def _value(spec: Spec, value: Any) -> str:
    if spec.kind == "text":
        return _text(value)
    if spec.kind == "rows":
        return "[\n" + "".join(f"  {_row(row)},\n" for row in value) + "]"
    if isinstance(value, tuple):
        return f"[{', '.join(_value(spec, item) for item in value)}]"
    return _scalar(value)


def _row(record: Any) -> str:
    return f"{{ {', '.join(f'{name} = {_value(spec, value)}' for name, spec, value in _entries(record))} }}"


def _text(text: Any) -> str:
    return f"{{ {', '.join(f'{language} = {_string(words)}' for language, words in text)} }}"


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(int(value)) if float(value).is_integer() else repr(value)


def _string(text: str) -> str:
    """Return a basic string of TOML: as in JSON, but for the one control that JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
