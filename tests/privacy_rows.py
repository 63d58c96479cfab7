"""Rows of the privacy policy, taken out or turned for a test."""

from dataclasses import replace

import pytest

from federation.privacy import policy
from federation.privacy.policy import Audience, Level, Row


def turned(
    monkeypatch: pytest.MonkeyPatch,
    field: str,
    kind: str | None = None,
    *,
    minor: bool | None = None,
    to: Level | None = None,
) -> None:
    """Give a row another level: `to`, else inside for shown, and shown for anything else."""
    row = _row(field, kind, minor)
    level = to or (Level.INSIDE if row.level is Level.SHOWN else Level.SHOWN)
    table = tuple(replace(one, level=level) if one is row else one for one in policy.TABLE)
    monkeypatch.setattr(policy, "TABLE", table)


def removed(
    monkeypatch: pytest.MonkeyPatch, field: str, kind: str | None = None, *, minor: bool | None = None
) -> None:
    """Take a row out of the table."""
    row = _row(field, kind, minor)
    monkeypatch.setattr(policy, "TABLE", tuple(one for one in policy.TABLE if one is not row))


def _row(field: str, kind: str | None, minor: bool | None) -> Row:
    (row,) = [
        one
        for one in policy.TABLE
        if (one.field, one.kind, one.minor, one.audience) == (field, kind, minor, Audience.PUBLIC)
    ]
    return row
