"""Description of a bundle: `datapackage.json` (Data Package 2.0), canonical for its files."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.list_proof import archive
from ratings.list_proof.tables import FIDE, FLAG, GO, LIST, STREAMS, TABLES, Column, Table

NAME, RULES = "datapackage.json", "rules.json"
VERSION = 1
SCHEMA = "https://datapackage.org/profiles/2.0/datapackage.json"
_MOST_JSON = 1 << 20  # bytes


class BadPackage(ValueError):
    """A description that is none, or not of the files beside it; the text names the fault."""


@dataclass(frozen=True, slots=True)
class Before:
    """The list of the system before, whose rows have a digest."""

    date: date
    revision: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Head:
    """Which list a bundle is of."""

    system: str
    date: date
    revision: int
    before: Before | None

    @property
    def kind(self) -> str:
        """Return which tables its bundle has."""
        return kind_of(self.system)


def kind_of(system: str) -> str:
    """Return which tables a bundle of a system has: GO, FIDE or STREAMS."""
    declared = CATALOGUE[system]
    return GO if declared.moves_by_event else FIDE if declared.moves_by_period else STREAMS


def digest(data: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def in_json(value: Any) -> bytes:
    """Return a value as JSON in one form: sorted keys, a blank a level, ASCII, a line break at the end."""
    return (json.dumps(value, indent=1, sort_keys=True, allow_nan=False) + "\n").encode()


def describe(head: Head, files: Mapping[str, bytes]) -> bytes:
    """Return the description of the files of a bundle; the same files give the same bytes."""
    before = head.before
    about = {
        "version": VERSION,
        "system": head.system,
        "date": head.date.isoformat(),
        "revision": head.revision,
        "list": {"rows": files[LIST.file].count(b"\n") - 1, "sha256": digest(files[LIST.file])},
        "before": before
        and {"date": before.date.isoformat(), "revision": before.revision, "sha256": before.sha256},
    }
    tables = {table.file: table for table in TABLES[head.kind]}
    return in_json(
        {
            "$schema": SCHEMA,
            "name": f"{head.system}-{head.date.isoformat()}-r{head.revision}",
            "title": f"{CATALOGUE[head.system].name}, {head.date.isoformat()}",
            "palmares": about,
            "resources": [_resource(name, data, tables.get(name)) for name, data in files.items()],
        }
    )


def _resource(name: str, data: bytes, table: Table | None) -> dict[str, Any]:
    about: dict[str, Any] = {
        "name": name.partition(".")[0],
        "path": name,
        "bytes": len(data),
        "hash": f"sha256:{digest(data)}",
        "encoding": "utf-8",
    }
    if table is None:
        return about | {"format": "json", "mediatype": "application/json"}
    schema: dict[str, Any] = {"fields": [_field(column) for column in table.columns], "missingValues": [""]}
    if table.key:
        schema["primaryKey"] = list(table.key)
    if table.foreign:
        schema["foreignKeys"] = [
            {"fields": [column], "reference": {"resource": other, "fields": [its]}}
            for column, (other, its) in table.foreign.items()
        ]
    return about | {
        "type": "table",
        "format": "csv",
        "mediatype": "text/csv",
        "description": table.says,
        "schema": schema,
    }


def _field(column: Column) -> dict[str, Any]:
    about: dict[str, Any] = {"name": column.name, "type": column.type, "description": column.says}
    if column.type == FLAG:
        about |= {"trueValues": ["1"], "falseValues": ["0"]}
    if column.required:
        about["constraints"] = {"required": True}
    return about


def names_of(kind: str) -> tuple[str, ...]:
    """Return the files of a bundle in their order: the description, the rules, the tables."""
    return (NAME, RULES, *(table.file for table in TABLES[kind]))


def pack(head: Head, files: Mapping[str, bytes]) -> bytes:
    """Return the bundle of files: described, in the order of its kind, as one zip."""
    described = {NAME: describe(head, files), **files}
    return archive.pack([(name, described[name]) for name in names_of(head.kind)])


def parse_json(name: str, data: bytes) -> Any:
    """Return the content of a JSON file; BadPackage where it is none."""
    if len(data) > _MOST_JSON:
        raise BadPackage(f"{name} is longer than {_MOST_JSON} bytes.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise BadPackage(f"{name} is no JSON.") from None


def read(files: Mapping[str, bytes]) -> Head:
    """Return which list the files of a bundle are of; BadPackage where they are not as they are described."""
    if NAME not in files:
        raise BadPackage(f"There is no {NAME} in the zip: it is no bundle.")
    descriptor = parse_json(NAME, files[NAME])
    head = _head(descriptor)
    wanted = names_of(head.kind)
    for name in wanted:
        if name not in files:
            raise BadPackage(f"{name} is missing.")
    if further := [name for name in files if name not in wanted]:
        raise BadPackage(f"{further[0]} is no file of a bundle of {head.system}.")
    if tuple(files) != wanted:
        raise BadPackage("The files are not in the order of a bundle.")
    facts = {name: data for name, data in files.items() if name != NAME}
    _check_digests(descriptor, facts)
    if describe(head, facts) != files[NAME]:
        raise BadPackage(f"{NAME} does not describe these files in the form of a bundle.")
    return head


def _head(descriptor: Any) -> Head:
    try:
        about = descriptor["palmares"]
        if about["version"] != VERSION:
            raise BadPackage(
                f"The bundle has version {about['version']!r:.20}; this program reads {VERSION}."
            )
        before = about["before"]
        head = Head(_system(about["system"]), _day(about["date"]), _count(about["revision"]), None)
        if before is None:
            return head
        sha256 = before["sha256"]
        if not isinstance(sha256, str) or len(sha256) != 64:
            raise ValueError
        older = Before(_day(before["date"]), _count(before["revision"]), sha256)
        return Head(head.system, head.date, head.revision, older)
    except BadPackage:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        raise BadPackage(f"{NAME} does not say which list this is.") from None


def _system(value: Any) -> str:
    if not isinstance(value, str) or value not in CATALOGUE:
        raise BadPackage(f"{NAME} names a system this program does not know.")
    return value


def _day(value: Any) -> date:
    day = date.fromisoformat(value)
    if day.isoformat() != value:
        raise ValueError
    return day


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 1 << 31:
        raise ValueError
    return value


def _check_digests(descriptor: Any, facts: Mapping[str, bytes]) -> None:
    try:
        noted = {
            resource["path"]: (resource["bytes"], resource["hash"]) for resource in descriptor["resources"]
        }
    except (LookupError, TypeError):
        raise BadPackage(f"{NAME} does not list its files.") from None
    for name, data in facts.items():
        if noted.get(name) != (len(data), f"sha256:{digest(data)}"):
            raise BadPackage(f"{name} is not the file {NAME} describes: bytes or SHA-256 differ.")
