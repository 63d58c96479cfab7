"""Checks: a receiver's objection to a file, with weight, place and source. Pure.

Texts are English sentences with named gaps, translated when they are shown, as those of findings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.names import full_name
from tournaments.reports.findings import Place
from tournaments.reports.report import Entrant, Report


class Weight(StrEnum):
    """Consequence for a file: refused, perhaps refused, taken all the same."""

    REFUSED = "refused"
    MAYBE = "maybe"
    NOTE = "note"


class Mend(StrEnum):
    """Where it is mended: the facts, an entrant, the player in the register, a round, nowhere here."""

    FACTS = "facts"
    ENTRANT = "entrant"
    PLAYER = "player"
    ROUND = "round"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Source:
    """The document a check or a deadline is read from, by its name, and the clause or field."""

    document: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing a receiver would find; `values` fill the gaps of the text that belongs to `code`."""

    code: str
    weight: Weight
    source: Source
    mend: Mend
    place: Place = field(default_factory=Place)
    values: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The English sentence."""
        return TEXTS[self.code].format(**self.values)


@dataclass(frozen=True, slots=True)
class Dossier:
    """A tournament as a receiver will get it, and what only the office knows of it.

    `lines`: the line of each entrant in the file; `seasoned`: entrants who have been in the receiver's
    ratings before; `grades`: grades the register declares, by entrant.
    """

    report: Report
    today: date
    form: str = ""  # the format of the file, as tournaments.formats.table names it
    lines: Mapping[int, int] = field(default_factory=dict)
    seasoned: frozenset[int] = frozenset()
    grades: Mapping[int, str] = field(default_factory=dict)

    def at(self, entrant: int, number: int | None = None) -> Place:
        """Return the place of an entrant, and of a round, in the file."""
        return Place(self.lines.get(entrant), None, number, entrant)


def of_facts(code: str, weight: Weight, source: Source, /, **values: str | int) -> Check:
    """Make a check of the tournament as a whole."""
    return Check(code, weight, source, Mend.FACTS, values=values)


def of_file(code: str, weight: Weight, source: Source, /, **values: str | int) -> Check:
    """Make a check of what only another file mends."""
    return Check(code, weight, source, Mend.FILE, values=values)


def of_entrant(
    code: str, weight: Weight, source: Source, dossier: Dossier, entrant: Entrant, /, **values: str | int
) -> Check:
    """Make a check of an entrant as written; the text may name the entrant."""
    return Check(
        code, weight, source, Mend.ENTRANT, dossier.at(entrant.number), {"name": named(entrant), **values}
    )


def of_player(
    code: str, weight: Weight, source: Source, dossier: Dossier, entrant: Entrant, /, **values: str | int
) -> Check:
    """Make a check of what the register would fill in, were it known there."""
    return Check(
        code, weight, source, Mend.PLAYER, dossier.at(entrant.number), {"name": named(entrant), **values}
    )


def named(entrant: Entrant) -> str:
    """Return how a check names an entrant."""
    return full_name(entrant.surname, entrant.given_name) or str(entrant.number)


TEXTS: Mapping[str, str] = {
    # the tournament
    "no-event-name": gettext_noop("The tournament has no name."),
    "no-days": gettext_noop("The file has no first and last day."),
    "days-turned": gettext_noop("The last day is before the first."),
    "in-future": gettext_noop("The last day, {date}, is in the future."),
    "before-receiver": gettext_noop("Tournaments before {date} are not accepted."),
    "no-town": gettext_noop("The file has no town."),
    "no-event-country": gettext_noop("The file has no country."),
    "no-time-class": gettext_noop("The tournament has no class and cannot be rated without one."),
    "class-too-fast": gettext_noop(
        "Class {class} requires {least} adjusted minutes; the file has {minutes}."
    ),
    "class-of-servers": gettext_noop("A tournament played on a server is class D; the file has {class}."),
    "class-d-at-board": gettext_noop("Class D is only for tournaments played on a server."),
    "no-adjusted-minutes": gettext_noop("The file has no adjusted time."),
    "no-main-time": gettext_noop("The file has no main time."),
    "wrong-board": gettext_noop("Games on a board of size {size} are not rated."),
    "no-komi": gettext_noop("The file has no komi."),
    "odd-komi": gettext_noop("A komi of {komi} is unusual."),
    "no-reduction": gettext_noop("The handicap rule is unknown; the file lists each handicap."),
    # entrants
    "no-surname": gettext_noop("Entrant {number} has no surname."),
    "no-given-name": gettext_noop("{name} has no given name."),
    "name-cut": gettext_noop("The name of {name} is longer than {limit} letters and will be shortened."),
    "name-letters": gettext_noop("The file format does not have all the letters in the name of {name}."),
    "no-entrant-grade": gettext_noop("{name} has no grade."),
    "grade-elsewhere": gettext_noop("{name} is {written} in the file and {listed} in the register."),
    "no-entrant-country": gettext_noop("{name} has no country."),
    "odd-entrant-country": gettext_noop("{name}: the recipient does not know the country “{text}”."),
    "club-cut": gettext_noop("The club of {name}, “{text}”, will be cut to four letters."),
    "odd-club": gettext_noop("{name}: “{text}” is not an FFG club."),
    "no-club": gettext_noop("{name} has no club; the file says XXXX."),
    "no-pin": gettext_noop(
        "{name} already has a rating but no PIN; without it, a second record would be created."
    ),
    "new-without-pin": gettext_noop("{name} has no PIN and will be registered as a new player."),
    "odd-pin": gettext_noop("“{text}”, given for {name}, is not a PIN: a PIN has eight digits."),
    "no-licence": gettext_noop("{name} has no licence."),
    "odd-licence": gettext_noop(
        "“{text}”, given for {name}, is not a licence number: it has seven letters or digits."
    ),
    "licence-ended": gettext_noop("The licence of {name} has expired or is not valid yet."),
    "same-number": gettext_noop("{name} and {other} have the same number, {text}."),
    "no-fide-id": gettext_noop("{name} has no FIDE id."),
    "odd-fide-id": gettext_noop("“{text}”, given for {name}, is not a FIDE id: it has only digits."),
    "no-birth": gettext_noop("{name} has no date of birth."),
    "only-birth-year": gettext_noop("Only the year of birth of {name} is known."),
    "no-sex": gettext_noop("The sex of {name} is not given."),
    "no-federation": gettext_noop("{name} has no federation."),
    "odd-federation-code": gettext_noop("{name}: “{text}” is not a FIDE federation."),
    "odd-title": gettext_noop("{name}: “{text}” is not a FIDE title."),
    "womens-title": gettext_noop("{name} has the women’s title {text} but is male in the file."),
    "no-rank": gettext_noop("{name} has no final place."),
    "few-rated-games": gettext_noop(
        "{name} is unrated, with {count} games against rated players; a first rating needs {least}."
    ),
    # games
    "no-rated-games": gettext_noop("None of the games can be rated."),
    "round-without-games": gettext_noop("No one plays in round {number}."),
    "game-without-result": gettext_noop("The game {white} – {black} has no result."),
    "game-without-colours": gettext_noop("The colours are unknown: {white} – {black}."),
    "draw-or-unrated": gettext_noop("{white} – {black}: without colours, a draw looks like an unrated game."),
    "handicap-too-high": gettext_noop("{white} gives {black} {handicap} stones; at most 9 are accepted."),
    "defaults-marked": gettext_noop("Unplayed games, marked as such: {count}."),
    "defaults-free": gettext_noop("Unplayed games, written as byes: {count}."),
    # FIDE
    "no-host-federation": gettext_noop("The file has no federation."),
    "no-arbiter": gettext_noop("The file has no chief arbiter."),
    "arbiter-without-id": gettext_noop("The chief arbiter has no FIDE id in the file."),
    "no-clock": gettext_noop("The file has no time control."),
    "no-rate": gettext_noop("The time control is unknown: standard, rapid or blitz."),
    "rate-by-clock": gettext_noop("Submitted as {written}; its time control is {found}."),
    "rate-too-fast": gettext_noop("The time control is too fast to be rated."),
    "rate-by-name": gettext_noop("Submitted as {written}; the file says {found}."),
    "unequal-times": gettext_noop("The players have unequal times; such games are not rated."),
    "no-round-days": gettext_noop("The file does not give a day for every round."),
    "round-outside": gettext_noop("Round {number} is on {date}, outside the tournament dates."),
    "rounds-turned": gettext_noop("Round {number} is dated before the previous round."),
    "many-rounds-a-day": gettext_noop("{count} rounds on {date}; at most {limit} are rated."),
    "by-months": gettext_noop(
        "The tournament lasts {count} days; over 30 days it is reported month by month."
    ),
    "played-online": gettext_noop("Played on a server; FIDE rates only games over the board."),
    # the file
    "reads-otherwise": gettext_noop(
        "On a test read, the file has {entrants} entrants and {games} rateable games instead of "
        "{entrants_here} and {games_here}."
    ),
    "came-late": gettext_noop("It reached the office {count} days after the end; the limit is {days}."),
    "overdue": gettext_noop("The deadline was {date}."),
    "list-missed": gettext_noop("It missed its last list, {date}, and can no longer be rated."),
}
