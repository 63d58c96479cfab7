"""The invented tournaments as files, in the formats organisers hand in."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from federation.management.demo.places import HOME
from tournaments.formats.h9 import writer as h9_writer
from tournaments.formats.tou import writer as tou_writer
from tournaments.management.demo import opengotha_file
from tournaments.management.demo.calendar import Kind
from tournaments.management.demo.world import InventedTournament
from tournaments.reports.report import Report

TOU_EVERY = 6  # of the tournaments at home, every sixth comes as TOU, the others as saved by OpenGotha


@dataclass(frozen=True, slots=True)
class InventedFile:
    """A file an organiser would hand in."""

    filename: str
    content: bytes


def _has_namesakes(tournament: InventedTournament) -> bool:
    """Return whether OpenGotha would confuse two entrants: it knows players by their names."""
    names = [(entrant.surname, entrant.given_name) for entrant in tournament.report.entrants]
    return len(set(names)) < len(names)


def ending(tournament: InventedTournament, number: int) -> str:
    """Choose the format: H9 from abroad, TOU from some clubs and for namesakes, else OpenGotha."""
    if tournament.event.country != HOME:
        return "h9"
    if number % TOU_EVERY == 0 or tournament.event.kind is Kind.CLUB or _has_namesakes(tournament):
        return "tou"
    return "xml"


def handed_in(tournament: InventedTournament, *, number: int) -> InventedFile:
    """Write the file of the tournament with this number, counted from 1 by date."""
    event, report = tournament.event, tournament.report
    kind = ending(tournament, number)
    # Towns hold no blanks or slashes that would matter, but a file name should stay plain.
    town = "".join(letter if letter.isalnum() else "-" for letter in event.place.lower())
    filename = f"{event.start:%y%m%d}-{number:03d}-{town}.{kind}"
    if kind == "xml":
        content = opengotha_file.write(report, minutes=event.minutes, seconds=event.period)
        return InventedFile(filename, content)
    return InventedFile(filename, h9_writer.write(report) if kind == "h9" else tou_writer.write(report))


def _unsure(report: Report) -> Report:
    """Leave out and misspell as an organiser in a hurry does: a number, a name, an unknown name."""
    entrants = list(report.entrants)
    for place in (1, 2, 3):
        entrants[place] = replace(entrants[place], identifiers={})
    written = entrants[1].surname
    entrants[1] = replace(entrants[1], surname=written[:-2] + written[-1] + written[-2])
    entrants[3] = replace(entrants[3], surname="Quelquetour", given_name="Inconnue")
    return replace(report, entrants=tuple(entrants))


def damaged(tournament: InventedTournament) -> InventedFile:
    """Write the file as TOU as a hasty hand would leave it: the winner's first result no longer agrees."""
    text = tou_writer.write(_unsure(tournament.report)).decode("iso-8859-15")
    head, first, rest = text.partition("\n   1 ")
    line, end, others = rest.partition("\n")
    line = line.replace("+", "-", 1) if "+" in line else line.replace("-", "+", 1)
    filename = f"{tournament.event.start:%y%m%d}-brouillon.tou"
    return InventedFile(filename, f"{head}{first}{line}{end}{others}".encode("iso-8859-15"))


def write_folder(folder: Path, tournaments: Iterable[InventedTournament]) -> int:
    """Write every tournament to a folder, which is made if need be; return how many."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for count, tournament in enumerate(tournaments, start=1):
        file = handed_in(tournament, number=count)
        (folder / file.filename).write_bytes(file.content)
    return count
