"""A check: what a receiver would say of a file, how much it weighs, where it stands and who says so. Pure.

Texts are English sentences with named gaps, translated at the door like those of findings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from federation.vocabulary.messages import gettext_noop
from tournaments.reports.findings import Place
from tournaments.reports.report import Entrant, Report


class Weight(StrEnum):
    """What becomes of a file with it: refused, perhaps refused, taken all the same."""

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
    code: str, weight: Weight, source: Source, dossier: Dossier, one: Entrant, /, **values: str | int
) -> Check:
    """Make a check of an entrant as written; the text may name the entrant."""
    return Check(code, weight, source, Mend.ENTRANT, dossier.at(one.number), {"name": named(one), **values})


def of_player(
    code: str, weight: Weight, source: Source, dossier: Dossier, one: Entrant, /, **values: str | int
) -> Check:
    """Make a check of what the register would fill in, were it known there."""
    return Check(code, weight, source, Mend.PLAYER, dossier.at(one.number), {"name": named(one), **values})


def named(one: Entrant) -> str:
    """Return how a check names an entrant."""
    return f"{one.given_name} {one.surname}".strip() or str(one.number)


TEXTS: Mapping[str, str] = {
    # the tournament
    "no-event-name": gettext_noop("The tournament has no name."),
    "no-days": gettext_noop("The file says no first and last day."),
    "days-turned": gettext_noop("The last day is before the first."),
    "in-future": gettext_noop("The last day, {date}, is still to come."),
    "before-receiver": gettext_noop("Tournaments before {date} are not taken."),
    "no-town": gettext_noop("The file names no town."),
    "no-event-country": gettext_noop("The file names no country."),
    "no-time-class": gettext_noop("The tournament has no class; without one it is not rated."),
    "class-too-fast": gettext_noop("Class {class} wants {least} adjusted minutes; the file says {minutes}."),
    "class-of-servers": gettext_noop("Played on a server, it is class D; the file says {class}."),
    "class-d-at-board": gettext_noop("Class D is for tournaments on a server."),
    "no-adjusted-minutes": gettext_noop("The file says no adjusted minutes."),
    "no-main-time": gettext_noop("The file says no main time."),
    "wrong-board": gettext_noop("A board of {size} is not rated."),
    "no-komi": gettext_noop("The file says no komi."),
    "odd-komi": gettext_noop("A komi of {komi} is unusual."),
    "no-reduction": gettext_noop(
        "The rule of handicaps is not known; each handicap is written out in the file."
    ),
    # entrants
    "no-surname": gettext_noop("Entrant {number} has no surname."),
    "no-given-name": gettext_noop("{name} has no given name."),
    "name-cut": gettext_noop("The name of {name} is longer than {limit} letters and is cut."),
    "name-letters": gettext_noop("The form has not all the letters of the name of {name}."),
    "no-entrant-grade": gettext_noop("{name} has no grade."),
    "grade-elsewhere": gettext_noop("{name} is entered as {written}; the register says {listed}."),
    "no-entrant-country": gettext_noop("{name} has no country."),
    "odd-entrant-country": gettext_noop("{name}: “{text}” is not a country the receiver knows."),
    "club-cut": gettext_noop("The club of {name}, “{text}”, is cut to four letters."),
    "odd-club": gettext_noop("{name}: “{text}” is not a club of the FFG."),
    "no-club": gettext_noop("{name} has no club and is written as XXXX."),
    "no-pin": gettext_noop(
        "{name} has been rated before and has no PIN; without it there would be two of them."
    ),
    "new-without-pin": gettext_noop("{name} has no PIN and will be entered as new."),
    "odd-pin": gettext_noop("“{text}” of {name} is not a PIN: it has eight digits."),
    "no-licence": gettext_noop("{name} has no licence."),
    "odd-licence": gettext_noop("“{text}” of {name} is not a licence: it has seven letters or digits."),
    "licence-ended": gettext_noop("The licence of {name} is not current."),
    "same-number": gettext_noop("{name} has the number {text}, which {other} has too."),
    "no-fide-id": gettext_noop("{name} has no FIDE id."),
    "odd-fide-id": gettext_noop("“{text}” of {name} is not a FIDE id: it has digits alone."),
    "no-birth": gettext_noop("{name} has no date of birth."),
    "only-birth-year": gettext_noop("Of the date of birth of {name} only the year is known."),
    "no-sex": gettext_noop("The sex of {name} is not stated."),
    "no-federation": gettext_noop("{name} has no federation."),
    "odd-federation-code": gettext_noop("{name}: “{text}” is not a federation of FIDE."),
    "odd-title": gettext_noop("{name}: “{text}” is not a title of FIDE."),
    "womens-title": gettext_noop("{name} has the women’s title {text} and is entered as male."),
    "no-rank": gettext_noop("{name} has no final rank."),
    "few-rated-games": gettext_noop(
        "{name} has no rating; games against rated players: {count}, a first rating takes {least}."
    ),
    # games
    "no-rated-games": gettext_noop("None of the games can be rated."),
    "round-without-games": gettext_noop("Nobody plays in round {number}."),
    "game-without-result": gettext_noop("The game of {white} against {black} has no result."),
    "game-without-colours": gettext_noop("Who had which colour is not known: {white} against {black}."),
    "draw-or-unrated": gettext_noop(
        "{white} against {black}: without colours, a draw looks like a game that is not rated."
    ),
    "handicap-too-high": gettext_noop("{white} gives {black} {handicap} stones; at most 9 are taken."),
    "defaults-marked": gettext_noop("Games not played, marked as such: {count}."),
    "defaults-free": gettext_noop("Games not played, written as free rounds: {count}."),
    # FIDE
    "no-host-federation": gettext_noop("The file names no federation."),
    "no-arbiter": gettext_noop("The file names no chief arbiter."),
    "arbiter-without-id": gettext_noop("The chief arbiter is named without FIDE id."),
    "no-clock": gettext_noop("The file says no time control."),
    "no-rate": gettext_noop("The rate of play is not known: standard, rapid or blitz."),
    "rate-by-clock": gettext_noop("Handed in as {written}; its time control is {found}."),
    "rate-too-fast": gettext_noop("The time control is too fast to be rated."),
    "rate-by-name": gettext_noop("Handed in as {written}; the file calls itself {found}."),
    "unequal-times": gettext_noop("The players have unequal times; such games are never rated."),
    "no-round-days": gettext_noop("The file does not say the day of every round."),
    "round-outside": gettext_noop("Round {number} is on {date}, outside the days of the tournament."),
    "rounds-turned": gettext_noop("Round {number} is before the round that precedes it."),
    "many-rounds-a-day": gettext_noop("{count} rounds on {date}; at most {limit} are rated."),
    "by-months": gettext_noop("It lasts {count} days: over 30 it is reported month by month."),
    "played-online": gettext_noop("It was played on a server; FIDE rates games at the board."),
    # the file
    "reads-otherwise": gettext_noop(
        "Read back, the file has {entrants} entrants and {games} games to rate instead of"
        " {entrants_here} and {games_here}."
    ),
    "came-late": gettext_noop("It came to the office {count} days after the end; {days} are given."),
    "overdue": gettext_noop("The last day to send it was {date}."),
    "list-missed": gettext_noop("It has missed its last list, that of {date}, and is rated no more."),
}
