"""Export of a revision in any written format, corrected; for the public, as players are shown."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from django.utils.text import slugify

from federation.database.slicing import slices
from federation.models import Identifier, Player
from federation.register import queries
from tournaments.formats import table
from tournaments.models import Entry, Tournament
from tournaments.reports.report import Report
from tournaments.revisions import models_to_report
from tournaments.revisions.public_report import Person, public_report

WRITTEN: Sequence[table.Format] = tuple(
    known_format for known_format in table.FORMATS.values() if known_format.writer is not None
)

_AT_ONCE = 500  # names looked up by one statement
_NAME = range(2, 5)  # words of a name that is looked for in a line
_FEW = 6  # words of a line of which any are tried, in a longer one only those that stand together
_NUMBER = re.compile(r"\d{4,}")
_BETWEEN = re.compile(r"[\s,;:()/\[\]]+")


def formats_for(tournament: Tournament) -> list[table.Format]:
    """Return the formats a tournament is offered in: those of its game."""
    return [written for written in WRITTEN if written.game in ("", tournament.discipline)]


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
    is_shared = sum(other.extension == written.extension for other in WRITTEN) > 1
    return f".{written.key}{written.extension}" if is_shared else written.extension


def report_to_write(tournament: Tournament) -> Report:
    """Return the report of a revision as files can hold it."""
    return _writable(models_to_report.report_of(tournament))


def _writable(report: Report) -> Report:
    """Leave out what no format has a place for: games of no entrant, rounds before the first."""
    numbers = {entrant.number for entrant in report.entrants}
    pairings = tuple(
        pairing
        for pairing in report.pairings
        if pairing.round > 0 and pairing.white != pairing.black and {pairing.white, pairing.black} <= numbers
    )
    byes = tuple(bye for bye in report.byes if bye.round > 0 and bye.entrant in numbers)
    last = max([*(item.round for item in pairings), *(item.round for item in byes)], default=0)
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
    year, arbiters = tournament.start.year, _shown_arbiters(report.arbiters)
    return public_report(report, people, families=tournament.rated_for, year=year, arbiters=arbiters)


@dataclass(frozen=True, slots=True)
class _Named:
    """Words of a line that may be a person's name, or a number."""

    line: str
    surname: str = ""
    given_name: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)


def _shown_arbiters(lines: Collection[str]) -> dict[str, set[str]]:
    """Return how the players are shown whom each line of the arbiters names, in any spelling; two queries.

    A number of any register suffices where its player has the name too; of another name, it may
    be a number of something else.
    """
    players: dict[str, dict[bool, set[int]]] = {line: {True: set(), False: set()} for line in lines}
    for part in slices([person for line in lines for person in _names_in(line)], _AT_ONCE):
        for person, numbers in zip(part, queries.exactly(part), strict=True):
            players[person.line][bool(person.identifiers)].update(numbers)
    meant = {
        line: found[True] & found[False] or found[True] | found[False] for line, found in players.items()
    }
    rows = Player.objects.filter(pk__in=set().union(*meant.values())) if any(meant.values()) else ()
    choice = {player.pk: player.privacy for player in rows}
    return {line: {choice[number] for number in numbers} for line, numbers in meant.items()}


def _names_in(line: str) -> Iterator[_Named]:
    """Yield what may name a player: numbers, some words of the line in each way to part them, all of it."""
    for number in _NUMBER.findall(line):
        yield _Named(line, identifiers=dict.fromkeys(Identifier.Scheme.values, number))
    words = [word for word in _BETWEEN.split(line) if word and not word.isdigit()]
    for length in _NAME:
        runs = [tuple(words[at : at + length]) for at in range(len(words) - length + 1)]
        for name in combinations(words, length) if len(words) <= _FEW else runs:
            for at in range(1, length):
                yield _Named(line, " ".join(name[:at]), " ".join(name[at:]))
    yield _Named(line, " ".join(words))
