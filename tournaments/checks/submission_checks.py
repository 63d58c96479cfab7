"""Hindrances between a draft and its submission, each with a code and a sentence."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from federation.models import Player
from federation.vocabulary.systems.catalogue import families_of
from tournaments import signals
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Problem
from tournaments.entrants import entries
from tournaments.entrants.entries import appeared, declined_by
from tournaments.entrants.held_numbers import held_by_others
from tournaments.inspection.plausibility import ERASED
from tournaments.models import Entry, Game, Tournament
from tournaments.revisions.report_to_models import EARLIEST

# Findings about facts the organiser can correct in the form: there the draft is judged, not the file.
MENDABLE = frozenset(
    {
        "missing-name",
        "placeholder-name",
        "missing-date",
        "impossible-date",
        "partial-date",
        "undated-games",
        "implausible-date",
        "end-before-start",
        "future-date",
        "not-ended",
        "unknown-class",
        "time-unknown",
        "time-too-short",
        "class-time",
    }
)

# Problems that are settled on the match page.
OF_MATCHES = frozenset({"undecided", "resembles", "number-held"})


def error_count(findings: Iterable[Mapping[str, Any]]) -> int:
    """Count the errors a correction or a mended file has to cure; those of facts are judged by themselves."""
    return sum(finding["severity"] == "error" and finding["code"] not in MENDABLE for finding in findings)


def of_facts(tournament: Tournament, *, today: date) -> Iterator[Problem]:
    """Yield problems of name, dates and purpose."""
    if not tournament.name.strip():
        yield Problem("no-name")
    if tournament.start < EARLIEST:
        yield Problem("no-date")
    elif tournament.end > today:
        yield Problem("future")
    if tournament.asked_for and not tournament.ruled:
        yield Problem("where-counts", {"families": ", ".join(tournament.asked_for).upper()})
    elif not tournament.rated_for:
        yield Problem("no-family")
    fitting = families_of(tournament.discipline)
    strange = [family for family in tournament.rated_for if family not in fitting]
    if strange:
        yield Problem("other-game", {"families": ", ".join(strange)})
    if tournament.game.has_rates and not tournament.rate:
        yield Problem("no-rate")
    elif tournament.rated_for and not strange and tournament.start >= EARLIEST:
        yield from _of_systems(tournament)


def _of_systems(tournament: Tournament) -> Iterator[Problem]:
    """Yield the reasons why no system will ever rate the tournament, as ratings report them."""
    answers: list[tuple[Any, Any]] = signals.rating_asked.send(sender=Tournament, tournament=tournament)
    for _receiver, code in answers:
        if code:
            yield Problem(code, {"families": ", ".join(tournament.rated_for).upper()})


def before_submission(tournament: Tournament, rows: Sequence[Entry] | None = None) -> tuple[Problem, ...]:
    """Return what keeps a draft from being submitted; `rows`: its entries, if not as stored."""
    problems = list(of_facts(tournament, today=timezone.localdate()))
    findings = warning_confirmations.unsettled(tournament)
    errors = error_count(findings)
    if errors:
        problems.append(Problem("findings", {"count": errors}))
    open_warnings = [finding for finding in findings if warning_confirmations.wants_confirmation(finding)]
    erased = [finding for finding in open_warnings if finding["code"] == ERASED]
    if len(open_warnings) > len(erased):
        problems.append(Problem("warnings", {"count": len(open_warnings) - len(erased)}))
    problems += of_erased(erased)
    problems += of_matches(tournament, rows)
    if not Game.objects.filter(tournament=tournament).exists():
        problems.append(Problem("no-games"))
    return tuple(problems)


def of_erased(findings: Iterable[Mapping[str, Any]]) -> Iterator[Problem]:
    """Yield a problem for each warning about a new player who is like a person erased on request."""
    for finding in findings:
        yield Problem("erased", dict(finding["values"]))


def of_matches(tournament: Tournament, rows: Sequence[Entry] | None = None) -> Iterator[Problem]:
    """Yield which entrants are to be matched yet, as their matches are noted; three queries at most."""
    if rows is None:
        rows = list(Entry.objects.filter(tournament=tournament, player__isnull=True).order_by("number"))
    waiting = [row for row in rows if row.player_id is None]
    is_open = [row for row in waiting if row.match != Entry.Match.ENROL]
    called_new = [row for row in waiting if row.match == Entry.Match.ENROL or row.declined is not None]
    named = list(of_newcomers(called_new, declined=declined_by(called_new)))
    with_problem = {problem.values["entry"] for problem in named}
    undecided = sum(row.pk not in with_problem for row in is_open)
    if undecided:
        yield Problem("undecided", {"count": undecided})
    yield from named


def of_newcomers(rows: Sequence[Entry], *, declined: Mapping[int, Collection[int]]) -> Iterator[Problem]:
    """Yield entries that cannot become new players: they resemble a player or have their number.

    `declined`: the players decided against, by entry. Two queries at most.
    """
    held_numbers = held_by_others(rows)
    alike = {row.pk: appeared(row, declined[row.pk]) for row in rows}
    people = _names_by_number({player for players in alike.values() for player in players})
    for row in rows:
        about = {"name": str(row), "entry": row.pk}
        if row.pk in held_numbers:
            numbers = ", ".join(held_number.number for held_number in held_numbers[row.pk])
            owners = {held_number.player.pk: str(held_number.player) for held_number in held_numbers[row.pk]}
            yield Problem("number-held", {**about, "number": numbers, "players": _pairs(owners)})
        elif alike[row.pk]:
            players = {
                player: people[player] for player in entries.offered_players(row) if player in alike[row.pk]
            }
            yield Problem("resembles", {**about, "players": _pairs(players)})


def _names_by_number(numbers: Collection[int]) -> dict[int, str]:
    """Read the names of players by public number; one query, none without numbers."""
    return {player.pk: str(player) for player in Player.objects.filter(pk__in=numbers)} if numbers else {}


def _pairs(players: Mapping[int, str]) -> list[list[int | str]]:
    """Return players as JSON keeps them."""
    return [[number, name] for number, name in players.items()]
