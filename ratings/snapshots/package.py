"""Metadata of the snapshot: `datapackage.json` (Data Package 2.0), digests for `sha256sum`.

The same form as that of bundles (`list_proof.package`): sorted keys, ASCII.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ratings.list_proof.package import NAME, SCHEMA, in_json
from ratings.snapshots.licences import Licence
from ratings.snapshots.tables import FLAG, MOMENT, TABLES, TEXT, Column, Table
from ratings.snapshots.write_files import CSV, PARQUET, Note

VERSION = 1
SUMS = "SHA256SUMS"
PROMISED_HOURS = 24
_MEDIA = {CSV: "application/gzip", PARQUET: "application/vnd.apache.parquet"}
MEDIA: Mapping[str, str] = _MEDIA

__all__ = ["MEDIA", "NAME", "SUMS", "describe", "sums"]


def describe(
    files: Mapping[str, Note], *, office: str, licence: Licence | None, made: datetime | None, folder: str
) -> bytes:
    """Return the description of the files noted; `folder`: what stands before their names in paths.

    What is withdrawn is not there. `made` is the moment of which all files are at least.
    """
    resources = [
        _resource(name, form, note, folder=folder)
        for name, note in files.items()
        for form in sorted(note["formats"])
    ]
    about: dict[str, Any] = {
        "$schema": SCHEMA,
        "name": "public-data",
        "title": f"{office}: all public data",
        "palmares": {"version": VERSION, "hours": PROMISED_HOURS},
        "resources": resources,
    }
    if made is not None:
        about["created"] = made.isoformat(timespec="seconds")
    if licence is not None:
        about["licenses"] = [{"name": licence.key, "path": licence.address, "title": licence.title}]
    return in_json(about)


def sums(files: Mapping[str, Note]) -> bytes:
    """Return the digests of the files noted, a line a file, as `sha256sum -c` reads them."""
    noted = [file for note in files.values() for _form, file in sorted(note["formats"].items())]
    return "".join(f"{file['sha256']}  {file['name']}\n" for file in noted).encode()


def _resource(name: str, form: str, note: Note, *, folder: str) -> dict[str, Any]:
    file, table = note["formats"][form], TABLES[note["table"]]
    part = {"system": note["system"], "year": note["year"]} if note["system"] else {}
    about: dict[str, Any] = {
        "name": f"{name}-{form}".lower().replace("_", "-"),
        "path": folder + file["name"],
        "bytes": file["bytes"],
        "hash": f"sha256:{file['sha256']}",
        "mediatype": _MEDIA[form],
        "format": form,
        "title": table.title,
        "palmares": {"table": table.name, "rows": note["rows"], "made": note["made"], **part},
    }
    if form == PARQUET:
        return about
    return about | {
        "type": "table",
        "encoding": "utf-8",
        "dialect": {"lineTerminator": "\r\n"},
        "compression": "gz",
        "schema": _schema(table),
    }


def _schema(table: Table) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "fields": [_field(column) for column in table.columns],
        "primaryKey": list(table.key),
    }
    # Files of a table are many where it comes by years, so only tables of one file are led to.
    leads = [
        {"fields": [column], "reference": {"resource": f"{other}-{CSV}", "fields": [TABLES[other].key[0]]}}
        for column, other in table.foreign.items()
    ]
    return schema | {"missingValues": [""]} | ({"foreignKeys": leads} if leads else {})


def _field(column: Column) -> dict[str, Any]:
    about: dict[str, Any] = {"name": column.name, "type": column.type, "description": column.says}
    if column.type == FLAG:
        about |= {"trueValues": ["1"], "falseValues": ["0"]}
    if column.type == MOMENT:
        about["format"] = "%Y-%m-%dT%H:%M:%S.%fZ"
    if column.type == TEXT:
        about["missingValues"] = []
    return about
