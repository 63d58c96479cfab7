"""A report as rows: tournament, entries, games and byes, everything cut to what the columns hold."""

import math
import unicodedata
from collections.abc import Iterator, Set
from datetime import date
from decimal import Decimal
from typing import Any

from federation.models import Account
from federation.vocabulary.countries import letters_of
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.systems.catalogue import families_of
from tournaments.formats.shared import chess
from tournaments.formats.shared.contact import without_contact
from tournaments.models import Bye, Entry, Game, Tournament, Upload
from tournaments.reports import mcmahon
from tournaments.reports.findings import Finding
from tournaments.reports.outcomes import ByeKind
from tournaments.reports.report import Entrant, Pairing, Report

# OpenGotha writes this day when none was set; a draft that has it cannot be submitted.
NO_DATE = date(1900, 1, 1)
EARLIEST = date(1950, 1, 1)  # the inspection calls earlier years implausible
_SMALL = 32_767  # the largest value of a small column
_BATCH = 2_000

_UNSEEN = frozenset({"Cc", "Cf", "Cs"})
_JOINERS = "\u200c\u200d"


def tidy(text: str, limit: int) -> str:
    """Trim a text to a column: nothing invisible that ends, hides or turns round what a page shows.

    Control characters (PostgreSQL stores no NUL), lone surrogates, and signs of format but for the joiners
    that some scripts need.
    """
    visible = "".join(
        letter for letter in text if letter in _JOINERS or unicodedata.category(letter) not in _UNSEEN
    )
    return visible.strip()[:limit].strip()


def stored_finding(finding: Finding) -> dict[str, Any]:
    """Return a finding as the upload keeps it."""
    place = finding.place
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "place": {
            name: getattr(place, name)
            for name in ("line", "column", "round", "entrant")
            if getattr(place, name) is not None
        },
        "values": {
            name: tidy(value, 200) if isinstance(value, str) else value
            for name, value in finding.values.items()
        },
    }


def days(report: Report) -> tuple[date, date]:
    """First and last day; NO_DATE where the file has none or an absurd one."""
    start = report.start if report.start and report.start >= EARLIEST else NO_DATE
    end = report.end if report.end and report.end >= start else start
    return start, end if start != NO_DATE else NO_DATE


def families(report: Report) -> list[str]:
    """Propose which ratings a file was made for: TOU for the FFG, H9 for the EGF, OpenGotha by its licences.

    A discipline with one rating leaves no choice. The FFG is proposed for what was played in France or where
    half of the entrants have its licence; where fewer have, the organiser is asked (`doubtful_families`).
    """
    possible = families_of(report.discipline)
    if len(possible) == 1:
        return list(possible)
    if report.format == "h9":
        return ["egf"]
    french = (
        report.format == "tou"
        or report.country == "FR"
        or 2 * _licensed(report) >= (len(report.entrants) or 1)
    )
    fitting = [*(["ffg"] if french else []), *(["egf"] if report.time_class else [])]
    return [family for family in fitting if family in possible]


def doubtful_families(report: Report) -> list[str]:
    """Return the ratings of which some entrants have a licence, and too few to decide."""
    if report.format == "h9" or "ffg" not in families_of(report.discipline):
        return []
    return ["ffg"] if _licensed(report) and "ffg" not in families(report) else []


def _licensed(report: Report) -> int:
    return sum(bool(entrant.identifiers.get("ffg")) for entrant in report.entrants)


def tournament(report: Report, *, upload: Upload, organiser: Account | None) -> Tournament:
    """Return the unsaved tournament of a report, without its number."""
    start, end = days(report)
    minutes = report.adjusted_minutes
    komi = report.komi
    game = DISCIPLINES[report.discipline]
    return Tournament(
        upload=upload,
        organiser=organiser,
        name=tidy(without_contact(report.name), 200),
        start=start,
        end=end,
        place=tidy(without_contact(report.place), 100),
        country=tidy(report.country, 2),
        rounds=min(max(report.rounds, 0), _SMALL),
        board_size=min(max(report.board_size, 0), _SMALL) if game.has_sizes else game.sizes[0],
        komi=Decimal(str(round(komi, 1))) if komi is not None and abs(komi) < 999 else None,
        time_class=report.time_class[:1],
        adjusted_minutes=minutes if minutes is not None and math.isfinite(minutes) else None,
        online=bool(report.online),
        discipline=game.key,
        rate=rate_of(report),
        round_dates=[day.isoformat() if day else None for day in report.round_dates]
        if "round_dates" in game.facts
        else [],
        mcmahon=mcmahon.stored(report.mcmahon),
        rated_for=families(report),
        asked_for=doubtful_families(report) or None,
    )


def rate_of(report: Report) -> str:
    """Return the rate of play, as the file names it or else by its minutes; "" unknown, or of Go."""
    if not DISCIPLINES[report.discipline].has_rates:
        return ""
    return report.rate or chess.rate(report.adjusted_minutes)


def write_entries(owner: Tournament, report: Report) -> None:
    """Insert the entries, games and byes of a report; what no column can hold is an error finding already."""
    written = Entry.objects.bulk_create(
        (entry_of(owner, entrant) for entrant in report.entrants if 0 < entrant.number <= _SMALL),
        batch_size=_BATCH,
    )
    by_number = {entry.number: entry for entry in written}
    Game.objects.bulk_create(_games(owner, report, by_number), batch_size=_BATCH)
    Bye.objects.bulk_create(_byes(owner, report, by_number), batch_size=_BATCH)


def copy_entries(source: Tournament, target: Tournament) -> None:
    """Copy the entries, games and byes of one revision to another."""
    entries = list(Entry.objects.filter(tournament=source).order_by("number"))
    games = list(Game.objects.filter(tournament=source))
    byes = list(Bye.objects.filter(tournament=source))
    old = {entry.pk: entry for entry in entries}
    for row in (*entries, *games, *byes):
        row.pk, row._state.adding = None, True
        setattr(row, "tournament", target)  # noqa: B010 - three tables with one column of this name
    Entry.objects.bulk_create(entries, batch_size=_BATCH)
    for game in games:
        game.white, game.black = old[game.white_id], old[game.black_id]
    for bye in byes:
        bye.entry = old[bye.entry_id]
    Game.objects.bulk_create(games, batch_size=_BATCH)
    Bye.objects.bulk_create(byes, batch_size=_BATCH)


def entry_of(owner: Tournament, entrant: Entrant) -> Entry:
    """Return the unsaved entry of an entrant."""
    return Entry(
        tournament=owner,
        number=entrant.number,
        surname=tidy(entrant.surname, 80),
        given_name=tidy(entrant.given_name, 80),
        grade=tidy(entrant.grade, 3),
        country=tidy(letters_of(entrant.country, 3), 3),
        club=tidy(entrant.club, 16),
        identifiers={scheme: number for scheme, number in _numbers(entrant) if 0 < len(number) <= 16},
        rank=tidy(entrant.rank, 8),
        **_columns(entrant, owner.game.entrants),
        line=entrant.line,
    )


def _numbers(entrant: Entrant) -> list[tuple[str, str]]:
    """Return the numbers of an entrant, never cut: half a number may be another person's."""
    return [(scheme, tidy(value, len(value))) for scheme, value in entrant.identifiers.items()]


def _columns(entrant: Entrant, known: Set[str]) -> dict[str, Any]:
    """Return what the files of some disciplines write of an entrant, in these columns."""
    rating = entrant.rating if entrant.rating is not None and math.isfinite(entrant.rating) else 0.0
    columns = {
        "title": tidy(entrant.title, 3),
        "sex": entrant.sex if entrant.sex in ("f", "m") else "",
        "birth_year": entrant.birth_year,
        "rating_written": round(rating) if 0 < rating <= _SMALL else None,
    }
    return {name: value for name, value in columns.items() if name in known}


def _games(owner: Tournament, report: Report, entries: dict[int, Entry]) -> Iterator[Game]:
    """Pairings the tables can hold: known, different sides, no one twice in a colour and round.

    The inspection calls every other pairing an error, so a file that loses one here cannot be submitted.
    """
    whites: set[tuple[int, int]] = set()
    blacks: set[tuple[int, int]] = set()
    for pairing in report.pairings:
        white, black = (pairing.round, pairing.white), (pairing.round, pairing.black)
        if not _is_storable(pairing, entries) or white in whites or black in blacks:
            continue
        whites.add(white)
        blacks.add(black)
        yield Game(
            tournament=owner,
            round=pairing.round,
            white=entries[pairing.white],
            black=entries[pairing.black],
            outcome=pairing.outcome.value,
            # A game that ended before both had moved is not rated either (FIDE B.02, 5.1).
            by_default=pairing.by_default or pairing.short,
            handicap=pairing.handicap,
            colour_known=pairing.colour_known,
            board=pairing.board if pairing.board is not None and 0 < pairing.board <= _SMALL else None,
        )


def _is_storable(pairing: Pairing, entries: dict[int, Entry]) -> bool:
    sides = {pairing.white, pairing.black}
    return (
        len(sides) == 2
        and sides <= entries.keys()
        and 0 < pairing.round <= _SMALL
        and 0 <= pairing.handicap <= _SMALL
    )


def _byes(owner: Tournament, report: Report, entries: dict[int, Entry]) -> Iterator[Bye]:
    seen: set[tuple[int, int]] = set()
    for bye in report.byes:
        key = (bye.round, bye.entrant)
        if key in seen or bye.entrant not in entries or not 0 < bye.round <= _SMALL:
            continue
        seen.add(key)
        yield Bye(tournament=owner, entry=entries[bye.entrant], round=bye.round, kind=ByeKind(bye.kind).value)
