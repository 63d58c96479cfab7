"""Reads: a revision in any format we write, with its corrections; for the public as its players are shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.text import slugify

from tournaments.formats import table
from tournaments.models import Entry, Tournament
from tournaments.reports.report import Report
from tournaments.revisions import models_to_report
from tournaments.revisions.public_report import Person, public_report

WRITTEN: Sequence[table.Format] = tuple(one for one in table.FORMATS.values() if one.writer is not None)


@dataclass(frozen=True, slots=True)
class Export:
    """A file as it is handed out."""

    filename: str
    content: bytes


def export(tournament: Tournament, key: str, *, public: bool = False) -> Export:
    """Write a revision in a format. Raises KeyError for a format that is unknown or only read."""
    report = report_to_write(tournament)
    if public:
        report = _public(report, tournament)
    content = table.write(report, key)
    name = slugify(report.name)[:60] or "tournament"
    return Export(f"{tournament.number}-{name}{_ending(table.FORMATS[key])}", content)


def _ending(written: table.Format) -> str:
    """Return the ending of a file; the key stands before one that several formats share: `.trf16.trf`."""
    is_shared = sum(one.extension == written.extension for one in WRITTEN) > 1
    return f".{written.key}{written.extension}" if is_shared else written.extension


def report_to_write(tournament: Tournament) -> Report:
    """Return the report of a revision as files can hold it."""
    return _writable(models_to_report.report_of(tournament))


def _writable(report: Report) -> Report:
    """Leave out what no format has a place for: games of nobody, rounds before the first."""
    numbers = {entrant.number for entrant in report.entrants}
    pairings = tuple(
        one
        for one in report.pairings
        if one.round > 0 and one.white != one.black and {one.white, one.black} <= numbers
    )
    byes = tuple(one for one in report.byes if one.round > 0 and one.entrant in numbers)
    last = max([*(one.round for one in pairings), *(one.round for one in byes)], default=0)
    return replace(report, pairings=pairings, byes=byes, rounds=max(report.rounds, last))


def _public(report: Report, tournament: Tournament) -> Report:
    """Reduce a report to what the public sees of its players."""
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False)
    known = rows.values_list(
        "number", "player_id", "player__privacy", "player__birth_year", "player__club_hidden"
    )
    people = {
        number: Person(player or 0, choice or "", birth_year, bool(club_hidden))
        for number, player, choice, birth_year, club_hidden in known
    }
    return public_report(report, people, families=tournament.rated_for, year=tournament.start.year)
