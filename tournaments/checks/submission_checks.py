"""Hindrances between a draft and its submission, each with a code and a sentence."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.language.dates import format_date
from federation.models import Player
from federation.vocabulary.systems.catalogue import families_of
from tournaments import signals
from tournaments.checks import warning_confirmations
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

TEXTS: dict[str, str | Promise] = {
    "findings": _(
        "Errors of entrants and games: %(count)s. Correct them here, or correct the file and upload it again."
    ),
    "warnings": _("Unconfirmed warnings: %(count)s."),
    "erased": _(
        "%(name)s is to be a new player, but a person of this name or number was erased on request on"
        " %(day)s: confirm that it is another person, or that they want to be enrolled again."
    ),
    "undecided": _("Entrants not yet matched to a player: %(count)s."),
    "no-name": _("The tournament needs a name."),
    "no-date": _("The tournament needs its dates."),
    "future": _("The tournament has not ended yet."),
    "no-family": _("Say which rating the tournament is submitted for."),
    "where-counts": _("Say which ratings it counts for: few of the entrants have a licence of %(families)s."),
    "strange-answer": _("There is nothing left to answer."),
    "other-game": _("The tournament is submitted for a rating of another game: %(families)s."),
    "no-system": _(
        "No rating system here rates it (%(families)s): submit it for another rating, or ask the office."
    ),
    "too-early": _("It was played before the rules of any rating it is submitted for: it cannot be rated."),
    "no-rate": _("Give the time control: each has its own rating."),
    "no-games": _("The tournament has no games."),
    "same-games": _("Its games are already approved as tournament %(number)s: revoke one of the two."),
    "not-sendable": _("Only a submitted or approved tournament can be sent."),
    "dispatch-state": _("This cannot follow the last step."),
    "dispatch-reason": _("Say why."),
    "dispatch-nothing": _("There is nothing to undo."),
    "dispatch-file": _("The file has changed since you opened the page; check it again."),
    "not-open": _("This revision has been decided; there is nothing to preview."),
    "newer-revision": _("A newer revision of this tournament exists."),
    "own-tournament": _("You uploaded this tournament yourself; another officer has to approve it."),
    "claimed": _("%(who)s is reviewing this tournament, until %(until)s if inactive."),
    "word-missing": _("Say why you are taking it over."),
    "not-clean": _("It has findings or new players: open it and decide separately."),
    "remark-empty": _("Write a note for every finding you tick."),
    "reason-missing": _("Say why, so that the organiser knows what to correct."),
    "resembles": _(
        "%(name)s was to be enrolled as a new player but now resembles %(players)s: decide again."
    ),
    "number-held": _(
        "%(name)s cannot be a new player with the number %(number)s, which belongs to %(players)s: choose"
        " that player, or drop the number."
    ),
    "register": _("The register rejects a new player: %(message)s"),
    "merged": _("%(name)s and another entrant have been merged into one player: match them again."),
    "changed-meanwhile": _(
        "Someone has changed this in the meantime. Check the current state and decide again."
    ),
    "no-such-entrant": _("The tournament has no entrant %(number)s."),
    "no-such-round": _("There is no round %(round)s; the tournament has %(rounds)s."),
    "plays-himself": _("%(name)s cannot play against %(name)s."),
    "plays-already": _("%(name)s already plays %(opponent)s in round %(round)s: correct that game first."),
    "changed-since-enrolled": _("has been changed by a list since the enrolment"),
    "enrolment-moved": _(
        "Nothing was undone: the players affected are no longer those shown. Check and confirm again."
    ),
    "overtaken": _("Someone has just enrolled one of the new players. Try again."),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that has to be mended first; `values` fill the gaps of the text of `code`.

    `entry` among them is the key of the entry it is about, to be settled on the match page; `players` are
    pairs of public number and name.
    """

    code: str
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """Return the sentence in the reader's language."""
        players = ", ".join(_name_and_number(*player) for player in self.values.get("players", ()))
        day = format_date(date.fromisoformat(self.values["date"]), "j F Y") if "date" in self.values else ""
        return str(TEXTS[self.code]) % {**self.values, "players": players, "day": day}


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


def _name_and_number(number: int, name: str) -> str:
    return gettext("%(name)s (no. %(number)s)") % {"name": name, "number": number}


class Refused(Exception):
    """A move is not possible yet; `problems` say what has to be mended."""

    def __init__(self, *found: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in found))
        self.problems = found
