"""Reads: a revision in any format we write, with its corrections; for the public as its players are shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.text import slugify

from federation.models import Player
from federation.models.display_name import PUBLIC, public_name
from tournaments.formats import table
from tournaments.models import Entry, Tournament
from tournaments.reports.report import Entrant, Report
from tournaments.revisions import models_to_report

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
    name = slugify(tournament.name)[:60] or "tournament"
    # The two TRF share their ending; whoever takes both wants two files.
    return Export(f"{tournament.number}-{name}.{key}{table.FORMATS[key].extension}", content)


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
    """Show every player as they have chosen, and of nobody more than the year of birth.

    Remarks and findings, which may name players, stay inside.
    """
    rows = Entry.objects.filter(tournament=tournament).exclude(player__privacy=PUBLIC)
    hidden = {entry.number: entry.player for entry in rows.select_related("player") if entry.player}
    entrants = tuple(
        _mask_entrant(one, hidden[one.number]) if one.number in hidden else replace(one, birth=one.birth[:4])
        for one in report.entrants
    )
    nationals = tuple(
        replace(one, birth=one.birth[:4]) for one in report.nationals if one.entrant not in hidden
    )
    return replace(report, entrants=entrants, nationals=nationals, comments=(), records=(), findings=())


def _mask_entrant(entrant: Entrant, player: Player) -> Entrant:
    surname, given_name = public_name(player.pk, entrant.surname, entrant.given_name, player.privacy)
    return replace(
        entrant, surname=surname, given_name=given_name, identifiers={}, birth="", sex="", licence_status=""
    )
