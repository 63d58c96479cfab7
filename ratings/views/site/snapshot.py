"""The page of all public data: which files there are, of when, under which licence, and what is in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ratings.snapshots import data_files, public_snapshot
from ratings.snapshots.licences import granted
from ratings.snapshots.noted import current
from ratings.snapshots.public_snapshot import File
from ratings.snapshots.tables import TABLES, Table
from ratings.snapshots.write_files import CSV, PARQUET, Note
from ratings.views.site.tables import PartTable, YearTable


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a table as the page shows it."""

    name: str
    title: str
    year: int
    system: str
    rows: int
    made: datetime
    files: Mapping[str, File]

    @property
    def csv(self) -> File | None:
        """The file every program reads; None while it is being made again."""
        return self.files.get(CSV)

    @property
    def parquet(self) -> File | None:
        """The same as Parquet; None without one."""
        return self.files.get(PARQUET)


@dataclass(frozen=True, slots=True)
class ByYears:
    """A table that comes in many files: those of each system."""

    table: Table
    systems: Sequence[tuple[str, Sequence[Shown], YearTable]]


def show(request: HttpRequest) -> HttpResponse:
    """Show the files that are given at present."""
    row = current()
    shown = [_shown(name, note) for name, note in row.files.items()]
    files = list(public_snapshot.files(row))
    has_parquet = any(file.name.endswith(data_files.PARQUET_ENDING) for file in files)
    without = () if has_parquet else ("parquet",)
    context = {
        "made": public_snapshot.oldest(row.files),
        "is_late": bool(shown) and not public_snapshot.is_promised(row),
        "is_being_made": bool(public_snapshot.missing(row)),
        "licence": granted(),
        "whole": PartTable([part for part in shown if not part.system], exclude=without),
        "by_years": _by_years([part for part in shown if part.system], without),
        "tables": [TABLES[name] for name in dict.fromkeys(note["table"] for note in row.files.values())],
        "files": files,
        "size": sum(file.size for file in files),
        "has_parquet": has_parquet,
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "ratings/snapshot.html", context)


def _shown(name: str, note: Note) -> Shown:
    return Shown(
        name,
        _(TABLES[note["table"]].title),
        note["year"],
        note["system"],
        note["rows"],
        datetime.fromisoformat(note["made"]),
        public_snapshot.files_of(note),
    )


def _by_years(shown: Sequence[Shown], without: tuple[str, ...]) -> list[ByYears]:
    """Sort the parts of tables that come by years: table by table, system by system, the newest first."""
    found = []
    for title, of_table in groupby(shown, key=lambda part: part.title):
        systems = [
            (system, years, YearTable(years, exclude=without))
            for system, group in groupby(of_table, key=lambda part: part.system)
            if (years := sorted(group, key=lambda part: -part.year))
        ]
        table = next(candidate for candidate in TABLES.values() if _(candidate.title) == title)
        found.append(ByYears(table, systems))
    return found
