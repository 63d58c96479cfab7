"""Writer of whole reports as JSON, findings included, for other programs."""

import json
from dataclasses import asdict, fields
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any

from tournaments.reports.mcmahon import McMahon
from tournaments.reports.report import Report

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

VERSION = 1


def write(report: Report) -> bytes:
    """Write a report as UTF-8 JSON; fields as in tournaments.reports.report, outcomes and byes by name."""
    findings = [
        {
            "code": finding.code,
            "severity": finding.severity.value,
            "place": asdict(finding.place),
            "values": dict(finding.values),
            "message": finding.message,
        }
        for finding in report.findings
    ]
    content = {"schema": "palmares-report", "version": VERSION, **_fields(report), "findings": findings}
    # By hand: asdict copies everything inside as well, which takes seconds for a hundred thousand results.
    for name in ("entrants", "pairings", "byes", "teams", "nationals"):
        content[name] = [_fields(record) for record in getattr(report, name)]
    for pairing in content["pairings"]:
        pairing["outcome"] = pairing["outcome"].name.lower()
    for bye in content["byes"]:
        bye["kind"] = bye["kind"].name.lower()
    return json.dumps(content, ensure_ascii=False, indent=1, default=_plain).encode() + b"\n"


def _fields(record: "DataclassInstance") -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, McMahon):
        return asdict(value)
    raise TypeError(type(value).__name__)
