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


def names(dossier: Dossier, entrant: Entrant, source: Source, *, limit: int) -> Iterator[Check]:
    """Yield what is wrong with a name: a part missing, or longer than its field."""
    if not entrant.surname.strip():
        yield Check(
            "no-surname",
            Weight.REFUSED,
            source,
            Mend.ENTRANT,
            dossier.at(entrant.number),
            {"number": entrant.number},
        )
    if not entrant.given_name.strip():
        yield of_entrant("no-given-name", Weight.MAYBE, source, dossier, entrant)
    if len(entrant.surname) + len(entrant.given_name) + 1 > limit:
        yield of_entrant("name-cut", Weight.MAYBE, source, dossier, entrant, limit=limit)


def letters(dossier: Dossier, entrant: Entrant, source: Source, *, weight: Weight) -> Iterator[Check]:
    """Yield it where ISO-8859-15 has not all letters of a name."""
    try:
        f"{entrant.surname}{entrant.given_name}".encode("iso-8859-15")
    except UnicodeEncodeError:
        yield of_entrant("name-letters", weight, source, dossier, entrant)


def countries(dossier: Dossier, entrant: Entrant, source: Source) -> Iterator[Check]:
    """Yield it where a country is missing or none of those Go files write."""
    if entrant.country in ("", UNKNOWN):
        yield of_entrant("no-entrant-country", Weight.MAYBE, source, dossier, entrant)
    elif entrant.country not in COUNTRIES:
        yield of_entrant("odd-entrant-country", Weight.MAYBE, source, dossier, entrant, text=entrant.country)


def numbers(dossier: Dossier, known: Numbers, source: Source) -> Iterator[Check]:
    """Yield numbers that cannot be one, and those two entrants have."""
    seen: dict[str, Entrant] = {}
    for entrant in dossier.report.entrants:
        text = entrant.identifiers.get(known.scheme, "").strip()
        if not text:
            continue
        if not known.looks.fullmatch(text):
            yield of_player(known.odd, Weight.REFUSED, source, dossier, entrant, text=text)
        elif text in seen:
            values = {"text": text, "other": named(seen[text])}
            yield of_player("same-number", Weight.REFUSED, source, dossier, entrant, **values)
        seen.setdefault(text, entrant)


def grades(dossier: Dossier, entrant: Entrant, source: Source) -> Iterator[Check]:
    """Yield it where an entrant has no grade."""
    if not entrant.grade.strip():
        yield of_entrant("no-entrant-grade", Weight.REFUSED, source, dossier, entrant)


def rated_games(dossier: Dossier, source: Source) -> Iterator[Check]:
    """Yield it where nothing can be rated, and rounds without games."""
    report = dossier.report
    if not any(pairing.rateable for pairing in report.pairings):
        yield Check("no-rated-games", Weight.REFUSED, source, Mend.FILE)
        return
    played = {pairing.round for pairing in report.pairings}
    for number in range(1, report.rounds + 1):
        if number not in played:
            yield Check("round-without-games", Weight.NOTE, source, Mend.FILE, values={"number": number})


def results(dossier: Dossier, source: Source, *, weight: Weight) -> Iterator[Check]:
    """Yield the games without a result."""
    for pairing in dossier.report.pairings:
        if pairing.outcome is Outcome.UNKNOWN:
            yield of_game("game-without-result", weight, source, dossier, pairing)


def stones(dossier: Dossier, source: Source) -> Iterator[Check]:
    """Yield handicaps above those a receiver counts."""
    for pairing in dossier.report.pairings:
        if pairing.handicap > MOST_STONES:
            yield of_game(
                "handicap-too-high", Weight.MAYBE, source, dossier, pairing, handicap=pairing.handicap
            )


def defaults(dossier: Dossier, code: str, source: Source) -> Iterator[Check]:
    """Yield how many games were not played, and how the file marks them."""
    count = sum(pairing.by_default for pairing in dossier.report.pairings)
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
