"""Preview of an approval: its effect on every rating, by a replay with one more revision.

All that the approval would make stale is replayed with the revision as if it were approved, and compared with
the ledger. Nothing but the answer is written: no lock is held meanwhile, and no public number used up.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import isnan
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.cadence.ledger import run_ledger_of
from ratings.cadence.shared.comparison import Rows, Standings, differ, standings, totals
from ratings.cadence.shared.hypothetical_facts import Recomputed, Span, Supposed
from ratings.cadence.traits import disciplines_of_lists, systems_with_runs
from ratings.models import Preview, RatingSystem
from ratings.previews.steady import retry_if_moved
from ratings.rulebook.systems import Played
from ratings.runs.recalculation import heirs_of, systems_of
from tournaments.checks.problems import Problem, Refused
from tournaments.checks.submission_checks import before_submission
from tournaments.models import Entry, Tournament
from tournaments.models.stages import OPEN, UNDECIDED
from tournaments.submission.expected_approval import expect_approval
from tournaments.submission.expected_facts import ExpectedApproval
from tournaments.submission.steps import first_reported

WORK = "ratings.preview"
ReportProgress = Callable[[float, str], None]


def obstacles(tournament: Tournament) -> tuple[Problem, ...]:
    """Return what has to be mended before anything can be computed: what hinders a submission."""
    return before_submission(tournament) if tournament.stage in UNDECIDED else (Problem("not-open"),)


_FACTS = ("number", *Played._fields, "end", "rounds", "official", "round_dates")


def digest(tournament: Tournament) -> str:
    """Hash everything of a revision that a rating may depend on; equal hashes, equal ratings.

    Its submission is nothing of it: the day of the report, on which lists of a period depend, is that of
    an open revision submitted now.
    """
    facts = {name: getattr(tournament, name) for name in _FACTS}
    facts["reported"] = _reported(tournament)
    entries = tournament.entries.order_by("number")
    who = entries.values_list("number", "player", "grade", "birth_year", "match")
    rows = [
        [(*row, match == Entry.Match.ENROL) for *row, match in who],
        list(
            tournament.games.order_by("pk").values_list(
                "round", "white", "black", "outcome", "by_default", "handicap"
            )
        ),
        list(tournament.byes.order_by("pk").values_list("round", "entry", "kind")),
    ]
    return hashlib.sha256(json.dumps([facts, rows], cls=DjangoJSONEncoder).encode()).hexdigest()


def _reported(tournament: Tournament) -> date | None:
    """Return the day an approval would take as that of the report; None where no list waits for it."""
    if tournament.discipline not in disciplines_of_lists():
        return None
    if tournament.stage not in OPEN:
        return tournament.reported
    return first_reported(Tournament.objects.filter(number=tournament.number), timezone.localdate())


def is_readable(preview: Preview) -> bool:
    """Return whether a preview holds what the page shows; one of an earlier release has to be made again."""
    return all("entrants" in system for system in preview.result.get("systems", ()))


@transaction.atomic
def request(tournament: Tournament, *, account: Account | None) -> tuple[Preview, Job]:
    """Ask for the preview of a revision; the one it had is forgotten.

    Raises Refused while obstacles stand.
    """
    if problems := obstacles(tournament):
        raise Refused(*problems)
    job = jobs.request(WORK, arguments={"tournament": tournament.pk}, account=account)
    fields = {"job": job, "digest": digest(tournament), "made": None, "result": {}}
    preview, _ = Preview.objects.update_or_create(tournament=tournament, defaults=fields)
    return preview, job


def make(tournament: Tournament, *, report: ReportProgress = lambda _percent, _message: None) -> Preview:
    """Compute the preview that was asked for; one that is refused keeps the problems, and is not made."""
    tournament_digest = digest(tournament)
    try:
        rehearsal = rehearse(tournament, report=report)
    except Refused as refused:
        result = _problems_result(refused.problems)
    else:
        result = _problems_result([Problem("not-open")]) if rehearsal is None else rehearsal
    moment = None if "problems" in result else timezone.now()
    fields = {"digest": tournament_digest, "made": moment, "result": result}
    return Preview.objects.update_or_create(tournament=tournament, defaults=fields)[0]


def _problems_result(problems: Iterable[Problem]) -> dict[str, Any]:
    return {"problems": [[problem.code, problem.values] for problem in problems]}


def refusal(preview: Preview) -> tuple[Problem, ...]:
    """Return the problems for which a preview could not be computed; empty where it was, or still waits."""
    return tuple(Problem(code, values) for code, values in preview.result.get("problems", ()))


def rehearse(
    tournament: Tournament, *, report: ReportProgress = lambda _percent, _message: None
) -> dict[str, Any] | None:
    """Replay the facts with the revision as if approved; None where it is no longer open.

    Raises Refused while obstacles stand.
    """

    def work() -> dict[str, Any] | None:
        approval = expect_approval(tournament, on=timezone.localdate())
        return _arrange_changes(approval, _columns(approval, report)) if approval else None

    return retry_if_moved(work)


@dataclass(frozen=True, slots=True)
class _Column:
    """What one system, or one list of it, would make of the tournament."""

    key: str
    day: date | None
    result: Standings  # where everybody concerned stands, and would: whether they played in it or not
    rows: Rows


def _columns(approval: ExpectedApproval, report: ReportProgress) -> list[_Column]:
    """Replay what would wait after the approval, system by system, those that others seed from first."""
    report(10, gettext_noop("reading the data"))
    systems = list(systems_with_runs().order_by("position"))
    stale = {system.key: system.stale_from for system in systems}
    _mark(stale, [system.key for system in systems_of(approval.tournament.number)], approval.since)
    ledgers: dict[str, Recomputed] = {}
    columns: list[_Column] = []
    for system in systems:
        since = stale[system.key]
        if since is None or not system.active:
            continue
        report(30, gettext_noop("calculating"))
        span = Span(since=since, supposed=Supposed(approval, ledgers=ledgers))
        replay, rows, result, counts = _recompute(system, span)
        ledgers[system.key] = Recomputed(replay.first, rows)
        if counts["new"] or counts["moved"] or counts["gone"]:
            _mark(stale, heirs_of(system.key), since)
        moves = replay.moves_of(approval.tournament.pk, rows)
        columns += [_Column(system.key, day, result, own) for day, own in moves]
    report(90, gettext_noop("reading the changes"))
    return columns


def _mark(stale: dict[str, date | None], keys: Iterable[str], since: date) -> None:
    """Note that systems would have to be replayed from a day on; the earliest day stands."""
    for key in keys:
        stale[key] = min(stale.get(key) or since, since)


def _recompute(system: RatingSystem, span: Span) -> tuple[Any, Rows, Standings, dict[str, float]]:
    """Replay a span; return the replay, its rows, the standings, and what differs from the ledger."""
    ledger = run_ledger_of(system.key)
    replay = ledger.load(system, span)
    proposed = ledger.rate(replay)[0]
    standing, keys = ledger.standing_rows(system, span, replay)
    result = standings(standing, proposed, players=replay.players, before=replay.before)
    return replay, proposed, result, totals(differ(standing, keys, proposed), result)


def _arrange_changes(approval: ExpectedApproval, columns: Sequence[_Column]) -> dict[str, Any]:
    """Arrange the changes as the page of the tournament does: by entry and system, or list of a system."""
    live = [_live_ratings(column.result) for column in columns]
    entrants = [player for player in approval.players.values() if player]
    figures = [_figures(column.rows, of_column) for column, of_column in zip(columns, live, strict=True)]
    return {
        "systems": [
            {
                "key": column.key,
                "list": column.day.isoformat() if column.day else "",
                "moved": _count_moved(of_column.values()),
                "entrants": _count_moved(of_column.get(player, _NO_RATING) for player in entrants),
            }
            for column, of_column in zip(columns, live, strict=True)
        ],
        "entries": {
            str(entry): [of_column.get(player) for of_column in figures]
            for entry, player in approval.players.items()
        },
    }


_Pair = tuple[float | None, float | None]  # rating today, rating then
_Live = Mapping[int, _Pair]
_NO_RATING: _Pair = (None, None)


def _count_moved(ratings: Iterable[_Pair]) -> int:
    return sum(now != then for now, then in ratings)


def _live_ratings(result: Standings) -> _Live:
    """Return where everybody stands today and would after the approval, by player."""
    columns = (result.player.tolist(), result.old.tolist(), result.new.tolist())
    return {player: (_known(now), _known(then)) for player, now, then in zip(*columns, strict=True)}


def _figures(rows: Rows, live: _Live) -> dict[int, list[float | None]]:
    """Return rating before and after the event, the games rated, rating today and then, by player.

    An entrant whom the event does not move, while the approval does, has no figures of the event.
    """
    columns = (rows.player.tolist(), rows.before.tolist(), rows.after.tolist(), rows.games.tolist())
    moved = {
        player: [_known(before), _known(after), games]
        for player, before, after, games in zip(*columns, strict=True)
    }
    through = [player for player, (now, then) in live.items() if now != then]
    return {
        player: [*moved.get(player, (None, None, 0)), *live.get(player, _NO_RATING)]
        for player in dict.fromkeys((*moved, *through))
    }


def _known(rating: float) -> float | None:
    return None if isnan(rating) else rating
