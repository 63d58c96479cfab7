"""Checks of what the ladder of the French federation would refuse or ask about. Pure.

Read from the form of result files (TOU). Weights are our reading: a French player without licence, a licence
that cannot be one and a file without day or games cannot be entered; the rest leads to questions.
"""

import re
from collections.abc import Iterator

from federation.vocabulary.grades import place_of
from federation.vocabulary.messages import gettext_noop
from tournaments.onward import shared
from tournaments.onward.checks import Check, Dossier, Source, Weight, of_entrant, of_facts, of_player
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant

SIZES = (19, 13, 9)
NAME_LIMIT = 25
FRENCH, NO_CLUB = "FR", "XXXX"
_ENDED = ("-", "X")  # letters of the ladder file: no current licence
_CLUB = re.compile("[0-9]{2}[0-9A-Za-z]{2}")
_MAIN_TIME = re.compile("[0-9]")
_DOCUMENT = gettext_noop("FFG format for result files (TOU)")
FORM = Source(_DOCUMENT)
LICENCE = shared.Numbers("ffg", re.compile("[0-9A-Z]{7}"), "odd-licence")


def _field(name: str) -> Source:
    return Source(_DOCUMENT, name)


def check(dossier: Dossier) -> Iterator[Check]:
    """Yield what the FFG would find."""
    yield from shared.event(dossier, _field(";comm"), _field(";vill"), weight=Weight.MAYBE)
    yield from shared.days(dossier, _field(";date"), last=False)
    yield from _head(dossier)
    yield from shared.numbers(dossier, LICENCE, _field("34–41"))
    for entrant in dossier.report.entrants:
        yield from _entrant(dossier, entrant)
    yield from shared.rated_games(dossier, _field("46–"))
    yield from shared.results(dossier, _field("?"), weight=Weight.MAYBE)
    yield from shared.stones(dossier, _field("46–"))
    yield from _colours(dossier)
    yield from shared.defaults(dossier, "defaults-free", _field("0+"))


def _head(dossier: Dossier) -> Iterator[Check]:
    report = dossier.report
    if report.board_size not in SIZES:
        yield of_facts("wrong-board", Weight.REFUSED, _field(";size"), size=report.board_size)
    if report.adjusted_minutes is None:
        yield of_facts("no-adjusted-minutes", Weight.MAYBE, _field(";ta"))
    if not _MAIN_TIME.match(report.time_system):
        yield of_facts("no-main-time", Weight.NOTE, _field(";time"))
    if report.komi is None:
        yield of_facts("no-komi", Weight.NOTE, _field(";komi"))


def _entrant(dossier: Dossier, entrant: Entrant) -> Iterator[Check]:
    yield from shared.names(dossier, entrant, _field("5–29"), limit=NAME_LIMIT)
    yield from shared.letters(dossier, entrant, _field("5–29"), weight=Weight.NOTE)
    yield from shared.grades(dossier, entrant, _field("30–33"))
    yield from _grade(dossier, entrant)
    yield from _licence(dossier, entrant)
    yield from _club(dossier, entrant)


def _grade(dossier: Dossier, entrant: Entrant) -> Iterator[Check]:
    """Yield it where an entrant's grade is more than one away from that of the register."""
    listed = dossier.grades.get(entrant.number, "")
    here, there = place_of(entrant.grade), place_of(listed)
    if here is not None and there is not None and abs(here - there) > 1:
        values = {"written": entrant.grade, "listed": listed}
        yield of_entrant("grade-elsewhere", Weight.MAYBE, _field("30–33"), dossier, entrant, **values)


def _licence(dossier: Dossier, entrant: Entrant) -> Iterator[Check]:
    if entrant.identifiers.get("ffg", "").strip("- "):
        if entrant.licence_status in _ENDED:
            yield of_player("licence-ended", Weight.MAYBE, _field("34–41"), dossier, entrant)
    elif entrant.country == FRENCH:
        yield of_player("no-licence", Weight.REFUSED, _field("34–41"), dossier, entrant)
    elif not entrant.country:
        yield of_player("no-licence", Weight.MAYBE, _field("34–41"), dossier, entrant)


def _club(dossier: Dossier, entrant: Entrant) -> Iterator[Check]:
    """Yield clubs that are missing or cannot be; foreigners have their country in that field."""
    if entrant.country not in ("", FRENCH):
        yield from shared.countries(dossier, entrant, _field("42–46"))
    elif not entrant.club:
        yield of_entrant("no-club", Weight.NOTE, _field("42–46"), dossier, entrant)
    elif entrant.club.upper() != NO_CLUB and not _CLUB.fullmatch(entrant.club):
        yield of_entrant("odd-club", Weight.MAYBE, _field("42–46"), dossier, entrant, text=entrant.club)


def _colours(dossier: Dossier) -> Iterator[Check]:
    """Yield games of unknown colours: a draw among them looks like a game that is not rated."""
    for game in dossier.report.pairings:
        if game.colour_known or game.handicap or not game.rateable:
            continue
        drawn = game.outcome is Outcome.DRAW
        code = "draw-or-unrated" if drawn else "game-without-colours"
        weight = Weight.MAYBE if drawn else Weight.NOTE
        yield shared.of_game(code, weight, _field("46–"), dossier, game)
