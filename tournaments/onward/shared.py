"""Checks several receivers make: days, names, numbers, games; each with a source of its own. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from federation.vocabulary.countries import COUNTRIES, UNKNOWN
from tournaments.onward.checks import (
    Check,
    Dossier,
    Mend,
    Source,
    Weight,
    named,
    of_entrant,
    of_facts,
    of_player,
)
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing

MOST_STONES = 9


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers a receiver knows people by: their scheme, how they look, and what an odd one is called."""

    scheme: str
    looks: re.Pattern[str]
    odd: str  # code of the check


def days(
    dossier: Dossier, source: Source, *, missing: Weight = Weight.REFUSED, last: bool = True
) -> Iterator[Check]:
    """Yield what is wrong with the first and the last day; `last`: whether the form has a last day."""
    start, end = dossier.report.start, dossier.report.end
    if not last and end is None:
        end = start
    if start is None or end is None:
        yield of_facts("no-days", missing, source)
    elif end < start:
        yield of_facts("days-turned", Weight.REFUSED, source)
    elif end > dossier.today:
        yield of_facts("in-future", Weight.REFUSED, source, date=end.isoformat())


def event(dossier: Dossier, name: Source, place: Source, *, weight: Weight) -> Iterator[Check]:
    """Yield it where the tournament has no name or no town; `weight` is that of the town."""
    if not dossier.report.name.strip():
        yield of_facts("no-event-name", Weight.REFUSED, name)
    if not dossier.report.place.strip():
        yield of_facts("no-town", weight, place)


def names(dossier: Dossier, one: Entrant, source: Source, *, limit: int) -> Iterator[Check]:
    """Yield what is wrong with a name: a part missing, or longer than its field."""
    if not one.surname.strip():
        yield Check(
            "no-surname",
            Weight.REFUSED,
            source,
            Mend.ENTRANT,
            dossier.at(one.number),
            {"number": one.number},
        )
    if not one.given_name.strip():
        yield of_entrant("no-given-name", Weight.MAYBE, source, dossier, one)
    if len(one.surname) + len(one.given_name) + 1 > limit:
        yield of_entrant("name-cut", Weight.MAYBE, source, dossier, one, limit=limit)


def letters(dossier: Dossier, one: Entrant, source: Source, *, weight: Weight) -> Iterator[Check]:
    """Yield it where ISO-8859-15 has not all letters of a name."""
    try:
        f"{one.surname}{one.given_name}".encode("iso-8859-15")
    except UnicodeEncodeError:
        yield of_entrant("name-letters", weight, source, dossier, one)


def countries(dossier: Dossier, one: Entrant, source: Source) -> Iterator[Check]:
    """Yield it where a country is missing or none of those Go files write."""
    if one.country in ("", UNKNOWN):
        yield of_entrant("no-entrant-country", Weight.MAYBE, source, dossier, one)
    elif one.country not in COUNTRIES:
        yield of_entrant("odd-entrant-country", Weight.MAYBE, source, dossier, one, text=one.country)


def numbers(dossier: Dossier, known: Numbers, source: Source) -> Iterator[Check]:
    """Yield numbers that cannot be one, and those two entrants have."""
    seen: dict[str, Entrant] = {}
    for one in dossier.report.entrants:
        text = one.identifiers.get(known.scheme, "").strip()
        if not text:
            continue
        if not known.looks.fullmatch(text):
            yield of_player(known.odd, Weight.REFUSED, source, dossier, one, text=text)
        elif text in seen:
            values = {"text": text, "other": named(seen[text])}
            yield of_player("same-number", Weight.REFUSED, source, dossier, one, **values)
        seen.setdefault(text, one)


def grades(dossier: Dossier, one: Entrant, source: Source) -> Iterator[Check]:
    """Yield it where an entrant has no grade."""
    if not one.grade.strip():
        yield of_entrant("no-entrant-grade", Weight.REFUSED, source, dossier, one)


def rated_games(dossier: Dossier, source: Source) -> Iterator[Check]:
    """Yield it where nothing can be rated, and rounds in which nobody plays."""
    report = dossier.report
    if not any(one.rateable for one in report.pairings):
        yield Check("no-rated-games", Weight.REFUSED, source, Mend.FILE)
        return
    played = {one.round for one in report.pairings}
    for number in range(1, report.rounds + 1):
        if number not in played:
            yield Check("round-without-games", Weight.NOTE, source, Mend.FILE, values={"number": number})


def results(dossier: Dossier, source: Source, *, weight: Weight) -> Iterator[Check]:
    """Yield the games without a result."""
    for one in dossier.report.pairings:
        if one.outcome is Outcome.UNKNOWN:
            yield of_game("game-without-result", weight, source, dossier, one)


def stones(dossier: Dossier, source: Source) -> Iterator[Check]:
    """Yield handicaps above those a receiver counts."""
    for one in dossier.report.pairings:
        if one.handicap > MOST_STONES:
            yield of_game("handicap-too-high", Weight.MAYBE, source, dossier, one, handicap=one.handicap)


def defaults(dossier: Dossier, code: str, source: Source) -> Iterator[Check]:
    """Yield how many games were not played, and how the file says so."""
    count = sum(one.by_default for one in dossier.report.pairings)
    if count:
        yield Check(code, Weight.NOTE, source, Mend.FILE, values={"count": count})


def of_game(
    code: str, weight: Weight, source: Source, dossier: Dossier, game: Pairing, /, **values: str | int
) -> Check:
    """Make a check of a game, at White's line; the text names both."""
    named_values = {"white": _name(dossier, game.white), "black": _name(dossier, game.black), **values}
    return Check(code, weight, source, Mend.ROUND, dossier.at(game.white, game.round), named_values)


def _name(dossier: Dossier, number: int) -> str:
    entrants = dossier.report.entrants
    return named(entrants[number - 1]) if 0 < number <= len(entrants) else str(number)
