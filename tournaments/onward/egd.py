"""Checks of what the European Go Database would refuse or ask about. Pure.

Read from the form of result tables (H9) and the classes of the EGF rating system. Weights are our reading:
what the form has no place for or the database cannot enter is refused, what its keepers ask about perhaps.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.systems.catalogue import CATALOGUE, systems_of_register
from tournaments.onward import shared
from tournaments.onward.checks import Check, Dossier, Source, Weight, of_entrant, of_facts, of_player
from tournaments.reports.report import Entrant

_COUNTS = CATALOGUE[systems_of_register("egd")[0]].counts  # what the EGD takes is what the EGF rates
FIRST_EVENT = _COUNTS.first_day or date.min
LEAST_MINUTES: Mapping[str, float] = {kind.name: kind.adjusted for kind in _COUNTS.classes}
SIZE = _COUNTS.sizes[0]
NAME_LIMIT, CLUB_LIMIT = 38, 4
_KOMI = (0.0, 9.5)
_DOCUMENT = gettext_noop("EGD format for result tables (H9)")
_SYSTEM = gettext_noop("EGF rating system")
FORM = Source(_DOCUMENT)
PIN = shared.Numbers("egd", re.compile("[0-9]{8}"), "odd-pin")


def _field(name: str) -> Source:
    return Source(_DOCUMENT, name)


def check(dossier: Dossier) -> Iterator[Check]:
    """Yield what the EGD would find."""
    yield from shared.event(dossier, _field("EV"), _field("PC"), weight=Weight.MAYBE)
    if not dossier.report.country:
        yield of_facts("no-event-country", Weight.MAYBE, _field("PC"))
    yield from shared.days(dossier, _field("DT"))
    start = dossier.report.start
    if start is not None and start < FIRST_EVENT:
        yield of_facts("before-receiver", Weight.REFUSED, Source(_SYSTEM), date=FIRST_EVENT.isoformat())
    yield from _class(dossier)
    yield from _board(dossier)
    yield from shared.numbers(dossier, PIN, _field("|PIN"))
    for entrant in dossier.report.entrants:
        yield from _entrant(dossier, entrant)
    yield from shared.rated_games(dossier, _field("games"))
    yield from shared.results(dossier, _field("?"), weight=Weight.MAYBE)
    yield from shared.stones(dossier, _field("/w0 – /w9"))
    yield from shared.defaults(dossier, "defaults-marked", _field("!"))


def _class(dossier: Dossier) -> Iterator[Check]:
    """Yield what does not fit the class of time."""
    report, classes = dossier.report, Source(_SYSTEM, "A B C D")
    letter, minutes = report.time_class, report.adjusted_minutes
    if letter not in LEAST_MINUTES:
        yield of_facts("no-time-class", Weight.REFUSED, _field("CL"))
    elif report.online and letter != "D":
        yield of_facts("class-of-servers", Weight.MAYBE, classes, **{"class": letter})
    elif report.online is False and letter == "D":
        yield of_facts("class-d-at-board", Weight.MAYBE, classes)
    if minutes is None:
        yield of_facts("no-adjusted-minutes", Weight.MAYBE, _field("TM"))
    elif letter in LEAST_MINUTES and minutes < LEAST_MINUTES[letter]:
        values = {"class": letter, "least": f"{LEAST_MINUTES[letter]:g}", "minutes": f"{minutes:g}"}
        yield of_facts("class-too-fast", Weight.MAYBE, classes, **values)


def _board(dossier: Dossier) -> Iterator[Check]:
    """Yield what is odd about board, komi and the rule of handicaps."""
    report = dossier.report
    if report.board_size != SIZE:
        yield of_facts("wrong-board", Weight.REFUSED, Source(_SYSTEM), size=report.board_size)
    if report.komi is None:
        yield of_facts("no-komi", Weight.NOTE, _field("KM"))
    elif not _KOMI[0] <= report.komi <= _KOMI[1]:
        yield of_facts("odd-komi", Weight.MAYBE, _field("KM"), komi=f"{report.komi:g}")
    if report.handicap_reduction is None and any(pairing.handicap for pairing in report.pairings):
        yield of_facts("no-reduction", Weight.NOTE, _field("HA"))


def _entrant(dossier: Dossier, entrant: Entrant) -> Iterator[Check]:
    yield from shared.names(dossier, entrant, _field("name"), limit=NAME_LIMIT)
    yield from shared.letters(dossier, entrant, _field("name"), weight=Weight.NOTE)
    yield from shared.grades(dossier, entrant, _field("grade"))
    yield from shared.countries(dossier, entrant, _field("country"))
    if len(entrant.club) > CLUB_LIMIT:
        yield of_entrant("club-cut", Weight.NOTE, _field("club"), dossier, entrant, text=entrant.club)
    if not entrant.identifiers.get("egd", "").strip():
        if entrant.number in dossier.seasoned:
            yield of_player("no-pin", Weight.REFUSED, _field("|PIN"), dossier, entrant)
        else:
            yield of_player("new-without-pin", Weight.NOTE, _field("|PIN"), dossier, entrant)
