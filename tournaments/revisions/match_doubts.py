"""Doubts about matches: unlikely players, and new players who are like a person erased on request."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from federation.models import Player
from federation.privacy import erased_marks
from federation.vocabulary.names import full_name
from tournaments import signals
from tournaments.inspection import plausibility
from tournaments.inspection.plausibility import ERASED
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage
from tournaments.reports.findings import Finding, Place, warning
from tournaments.reports.report import Entrant
from tournaments.revisions import report_to_models

_STANDING = (Stage.SUBMITTED.value, Stage.APPROVED.value)  # a draft may still become anything


@dataclass(frozen=True, slots=True)
class Level:
    """Current strength of a player by ratings: a figure of chess, or the grade in Go."""

    rating: float | None = None
    strength: str = ""


def of_matches(tournament: Tournament, rows: Iterable[Entry] | None = None) -> tuple[Finding, ...]:
    """Return what speaks against each entrant's player, or against a new one.

    Five queries at most, one less where rows are given, and where no one is called new.
    """
    stored_entries = Entry.objects.filter(tournament=tournament).order_by("number")
    all_entries = list(stored_entries if rows is None else rows)
    entries = [entry for entry in all_entries if entry.player_id is not None]
    known = known_players(tournament, {entry.player_id for entry in entries if entry.player_id})
    doubts = [
        finding
        for entry in entries
        if entry.player_id in known
        for finding in about(entry, known[entry.player_id], tournament)
    ]
    return (*doubts, *erased_among(all_entries))


def about(entry: Entry, known: plausibility.Known, tournament: Tournament) -> list[Finding]:
    """Return what speaks against one entrant being one player."""
    return list(plausibility.doubts(_entrant(entry), known, event_of(tournament)))


def event_of(tournament: Tournament) -> plausibility.Event:
    """Return the when and where of a tournament."""
    dated = tournament.start >= report_to_models.EARLIEST
    return plausibility.Event(
        name=tournament.name,
        place=tournament.place,
        start=tournament.start if dated else None,
        end=tournament.end if dated else None,
        online=tournament.online,
    )


def known_players(tournament: Tournament, players: Collection[int]) -> dict[int, plausibility.Known]:
    """Read what is known of players as of one tournament, by public number."""
    if not players:
        return {}
    people = Player.objects.filter(pk__in=players).only("surname", "given_name", "birth_year", "sex", "grade")
    known = {
        person.pk: plausibility.Known(str(person), person.birth_year, person.sex, person.grade)
        for person in people
    }
    for number, level in _levels(tournament, players).items():
        if number in known:
            known[number] = replace(known[number], rating=level.rating, strength=level.strength)
    for number, events in _events(tournament, players).items():
        if number in known:
            known[number] = replace(known[number], events=events)
    return known


def _levels(tournament: Tournament, players: Collection[int]) -> Mapping[int, Level]:
    """Ask the ratings app for the players' current ratings."""
    answers: list[tuple[Any, Any]] = signals.levels_asked.send(
        sender=Tournament, players=players, discipline=tournament.discipline, rate=tournament.rate
    )
    return {number: level for _, levels in answers for number, level in levels.items()}


def _events(tournament: Tournament, players: Collection[int]) -> Mapping[int, Sequence[plausibility.Event]]:
    """Find the other tournaments of these days the players are entered for."""
    if tournament.start < report_to_models.EARLIEST:
        return {}
    beside = Entry.objects.filter(
        player__in=players,
        tournament__stage__in=_STANDING,
        tournament__start__lte=tournament.end,
        tournament__end__gte=tournament.start,
    ).exclude(tournament__number=tournament.number)
    events: dict[int, list[plausibility.Event]] = {}
    names = ("name", "place", "start", "end", "online")
    columns = beside.order_by("tournament__number").values_list(
        "player", *(f"tournament__{name}" for name in names)
    )
    for player, *values in columns:
        event = plausibility.Event(*values)
        if event not in events.setdefault(player, []):
            events[player].append(event)
    return events


def _entrant(entry: Entry) -> Entrant:
    return Entrant(
        number=entry.number,
        surname=entry.surname,
        given_name=entry.given_name,
        grade=entry.grade,
        rating=entry.rating_written,
        sex=entry.sex,
        birth=str(entry.birth_year or ""),
        line=entry.line,
    )


def stored(findings: Iterable[Finding]) -> list[dict[str, object]]:
    """Return findings as a revision keeps them."""
    return [report_to_models.stored_finding(finding) for finding in findings]


def erased_among(rows: Iterable[Entry]) -> list[Finding]:
    """Return a warning for each entry called a new player whose name or number a mark has.

    It has no more than the entrant as written and the day of the erasure, as an organiser may read it: not
    whether the name or a number was met. One query, none where no one is called new.
    """
    called_new = [row for row in rows if row.is_called_new]
    if not called_new:
        return []
    marks = erased_marks.read()
    found = []
    for row in called_new:
        name = full_name(row.surname, row.given_name)
        numbers = [(scheme, str(value).strip()) for scheme, value in row.identifiers.items()]
        if day := marks.erased_on(name, numbers, row.birth_year):
            place = Place(row.line, entrant=row.number)
            found.append(warning(ERASED, place, name=name, date=day.isoformat()))
    return found
