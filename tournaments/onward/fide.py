"""Checks of what the rating server of FIDE would refuse or ask about. Pure.

Read from TRF16 (C.04, annex 2) and TRF26 (approved on 12 May 2025, applied from 1 September 2025), which name
the fields a rating needs and those it only warns about, from the rating regulations B.02 (1 March 2024) and
those for rapid and blitz. Sex and birth weigh more for players without FIDE id: the Qualification
Commission asks federations for them (letter of 26 February 2024).
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from federation.vocabulary.countries import COUNTRIES
from federation.vocabulary.messages import gettext_noop
from tournaments.formats.shared import chess
from tournaments.onward import shared
from tournaments.onward.checks import (
    Check,
    Dossier,
    Source,
    Weight,
    of_entrant,
    of_facts,
    of_file,
    of_player,
)
from tournaments.reports.report import Entrant

TRF26_SINCE = date(2025, 9, 1)
TRF16, TRF26 = Source("FIDE C.04, annex 2 (TRF16)"), Source("FIDE TRF26")
RULES = "FIDE B.02 (2024)"
FAST_RULES = gettext_noop("FIDE B.02, rapid and blitz (2024)")
LETTER = Source(gettext_noop("FIDE Qualification Commission, letter of 26 February 2024"))
FIDE_ID = shared.Numbers("fide", re.compile("[0-9]{1,11}"), "odd-fide-id")
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
NAME_LIMIT = 33
LONGEST_EVENT = 30  # days; B.02
FIRST_RATING_GAMES = 5  # B.02, 7.1.4
MOST_ROUNDS_A_DAY = {"rapid": 15, "blitz": 30}
_LETTERS_OF_FIDE = frozenset({letters for letters, _name in COUNTRIES.values()} | {"FID", "NON", "FIE"})
_UNEQUAL = re.compile(r"^222 .*\b[WB]")
_ID = re.compile("[0-9]{4,11}")


def _field(dossier: Dossier, field: str) -> Source:
    """Return a field of the form the file has."""
    form = TRF26 if dossier.form == "trf26" else TRF16
    return Source(form.document, field)


def check(dossier: Dossier) -> Iterator[Check]:
    """Yield what FIDE would find."""
    yield from shared.event(dossier, _field(dossier, "012"), _field(dossier, "022"), weight=Weight.REFUSED)
    yield from _head(dossier)
    needs_days = Weight.REFUSED if dossier.form == "trf26" else Weight.MAYBE
    yield from shared.days(dossier, _field(dossier, "042, 052"), missing=needs_days)
    yield from _rounds(dossier, needs_days)
    yield from _rate(dossier)
    yield from shared.numbers(dossier, FIDE_ID, _field(dossier, "001, 58–68"))
    for entrant in dossier.report.entrants:
        yield from _entrant(dossier, entrant)
    yield from _first_ratings(dossier)
    yield from shared.rated_games(dossier, _field(dossier, "001, 99"))
    yield from shared.results(dossier, _field(dossier, "001, 99"), weight=Weight.MAYBE)
    for game in dossier.report.pairings:
        if game.rateable and not game.colour_known:
            source = _field(dossier, "001, 97")
            yield shared.of_game("game-without-colours", Weight.MAYBE, source, dossier, game)
    yield from shared.defaults(dossier, "defaults-marked", _field(dossier, "001, 99"))


def _head(dossier: Dossier) -> Iterator[Check]:
    report = dossier.report
    if not (report.federation or COUNTRIES.get(report.country, ("", ""))[0]):
        yield of_facts("no-host-federation", Weight.REFUSED, _field(dossier, "032"))
    if not (report.arbiters and report.arbiters[0].strip()):
        yield of_file("no-arbiter", Weight.REFUSED, _field(dossier, "102"))
    elif not _ID.search(report.arbiters[0]):
        yield of_file("arbiter-without-id", Weight.MAYBE, _field(dossier, "102"))
    if not (report.time_system.strip() or any(line.startswith("222") for line in report.records)):
        yield of_file("no-clock", Weight.MAYBE, _field(dossier, "122"))
    if any(_UNEQUAL.match(line) for line in report.records):
        yield of_file("unequal-times", Weight.REFUSED, Source(FAST_RULES))
    if report.online:
        yield of_facts("played-online", Weight.REFUSED, Source(RULES, "2.1"))


def _rounds(dossier: Dossier, missing: Weight) -> Iterator[Check]:
    """Yield what is wrong with the days of the rounds, and events that are reported month by month."""
    report, days = dossier.report, dossier.report.round_dates
    source = _field(dossier, "132")
    if len(days) < report.rounds or None in days:
        yield of_file("no-round-days", missing, source)
    known = [(number, day) for number, day in enumerate(days[: report.rounds], start=1) if day]
    for number, day in known:
        if (report.start and day < report.start) or (report.end and day > report.end):
            yield of_file("round-outside", Weight.MAYBE, source, number=number, date=day.isoformat())
    for (_before, earlier), (number, day) in pairwise(known):
        if day < earlier:
            yield of_file("rounds-turned", Weight.MAYBE, source, number=number)
    yield from _pace(dossier, Counter(day for _number, day in known))


def _pace(dossier: Dossier, rounds_of: Counter[date]) -> Iterator[Check]:
    """Yield days with too many rounds, and events longer than a month."""
    report, most = dossier.report, MOST_ROUNDS_A_DAY.get(dossier.report.rate)
    for day, count in rounds_of.items():
        if most and count > most:
            source = Source(FAST_RULES)
            yield of_file(
                "many-rounds-a-day", Weight.REFUSED, source, count=count, date=day.isoformat(), limit=most
            )
    if report.start and report.end:
        lasts = (report.end - report.start).days + 1
        if lasts > LONGEST_EVENT:
            yield of_file("by-months", Weight.NOTE, Source(RULES), count=lasts)


def _rate(dossier: Dossier) -> Iterator[Check]:
    """Yield it where rate of play, time control and what the file calls itself are not one."""
    report = dossier.report
    by_clock = chess.rate(report.adjusted_minutes) if report.adjusted_minutes is not None else None
    if by_clock == "":
        yield of_facts("rate-too-fast", Weight.REFUSED, Source(FAST_RULES))
    elif not (report.rate or by_clock):
        yield of_facts("no-rate", Weight.REFUSED, _field(dossier, "122"))
    elif by_clock and report.rate and report.rate != by_clock:
        values = {"written": report.rate, "found": by_clock}
        yield of_facts("rate-by-clock", Weight.MAYBE, Source(RULES, "1.1"), **values)
    called = chess.rate(None, report.system, report.name)
    rate = report.rate or by_clock or ""
    if called and rate and called != rate:
        yield of_facts("rate-by-name", Weight.MAYBE, _field(dossier, "092"), written=rate, found=called)


def _entrant(dossier: Dossier, entrant: Entrant) -> Iterator[Check]:
    yield from shared.names(dossier, entrant, _field(dossier, "001, 15–47"), limit=NAME_LIMIT)
    known = bool(entrant.identifiers.get("fide", "").strip(" 0"))
    if not known:
        yield of_player("no-fide-id", Weight.REFUSED, _field(dossier, "001, 58–68"), dossier, entrant)
    weight, source = (Weight.MAYBE, _field(dossier, "001, 70–79")) if known else (Weight.REFUSED, LETTER)
    if not entrant.birth:
        yield of_player("no-birth", weight, source, dossier, entrant)
    elif len(entrant.birth) == 4:
        least = Weight.NOTE if known else Weight.MAYBE
        yield of_player("only-birth-year", least, source, dossier, entrant)
    if entrant.sex not in ("f", "m"):
        place = _field(dossier, "001, 10") if known else LETTER
        yield of_player("no-sex", weight, place, dossier, entrant)
    yield from _standing(dossier, entrant)


def _standing(dossier: Dossier, entrant: Entrant) -> Iterator[Check]:
    """Yield what is wrong with federation, title and rank."""
    federation = entrant.federation or COUNTRIES.get(entrant.country, ("", ""))[0]
    source = _field(dossier, "001, 54–56")
    if not federation:
        yield of_entrant("no-federation", Weight.MAYBE, source, dossier, entrant)
    elif federation not in _LETTERS_OF_FIDE:
        yield of_entrant("odd-federation-code", Weight.MAYBE, source, dossier, entrant, text=federation)
    title, source = entrant.title.upper(), _field(dossier, "001, 11–13")
    if title and title not in TITLES:
        yield of_entrant("odd-title", Weight.MAYBE, source, dossier, entrant, text=entrant.title)
    elif title.startswith("W") and entrant.sex == "m":
        yield of_entrant("womens-title", Weight.MAYBE, source, dossier, entrant, text=title)
    if not entrant.rank:
        yield of_entrant("no-rank", Weight.REFUSED, _field(dossier, "001, 86–89"), dossier, entrant)


def _first_ratings(dossier: Dossier) -> Iterator[Check]:
    """Yield who has no rating, and too few games here for a first one."""
    rated = {entrant.number for entrant in dossier.report.entrants if entrant.rating}
    games: Counter[int] = Counter()
    for game in dossier.report.pairings:
        if game.rateable:
            games.update(mine for mine, other in _sides(game.white, game.black) if other in rated)
    for entrant in dossier.report.entrants:
        if entrant.number not in rated and games[entrant.number] < FIRST_RATING_GAMES:
            values: dict[str, str | int] = {"count": games[entrant.number], "least": FIRST_RATING_GAMES}
            yield of_entrant(
                "few-rated-games", Weight.NOTE, Source(RULES, "7.1.4"), dossier, entrant, **values
            )


def _sides(white: int, black: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (white, black), (black, white)
