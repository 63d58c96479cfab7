"""Entries and players: matches proposed, decided, kept and declined, strangers called new."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation.journal import journal
from federation.models import Account, Player
from federation.register import queries, register
from federation.vocabulary import names
from tournaments.matching.matching import SIMILAR, Match, Reason, State, match_all
from tournaments.models import Entry, Tournament
from tournaments.models.stages import OPEN, Stage
from tournaments.reports.report import Entrant
from tournaments.revisions import models_to_report

ENROL = "enrol"
_BATCH = 500

# Reasons by which a suggested player may well be the entrant.
_TELLING = frozenset(
    {
        "name-same",
        "name-swapped",
        "name-known",
        "name-transcribed",
        "number-same",
        "number-other-name",
        "claimed-twice",
    }
)

# Decision about an entry: a player's number, ENROL, or None for "not decided".
Decision = int | str | None


class Closed(Exception):
    """The revision is open no more, its details and matches are final; `stage` is its stage."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(f"The revision is {stage}")
        self.stage = stage

    @property
    def message(self) -> str:
        """The sentence in the reader's language."""
        return _("The tournament is under review or decided; it can no longer be changed.")


class Collision(Exception):
    """Two entries would be the same player; `entry` is the second one."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(f"Entry {entry.number} would be a player who stands in the tournament already")
        self.entry = entry

    @property
    def message(self) -> str:
        """The sentence in the reader's language."""
        text = _("%(name)s is matched to a player who is already in this tournament. Nothing was saved.")
        return text % {"name": self.entry}


def lock_open(tournament: Tournament, *, stages: Collection[str] = OPEN) -> Tournament:
    """Lock a revision and return it as it stands; raise Closed when it is in none of the stages."""
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if current.stage not in stages:
        raise Closed(Stage(current.stage))
    return current


def is_decided(entry: Entry) -> bool:
    """Return whether an entry has its player, or has been decided to be a new one."""
    return entry.player_id is not None or entry.match == Entry.Match.ENROL


def propose(tournament: Tournament) -> None:
    """Match the undecided entries: the certain get their player, the others their suggestions."""
    rows = list(tournament.entries.order_by("number"))
    decided = (Entry.Match.CONFIRMED, Entry.Match.ENROL)
    waiting = [row for row in rows if row.match not in decided]
    if not waiting:
        return
    taken = {row.player_id for row in rows if row.match in decided and row.player_id is not None}
    for entry, match in zip(waiting, matches_of(waiting), strict=True):
        note(entry, match, taken=taken)
    save(waiting)


def carry_over(tournament: Tournament) -> int:
    """Copy decisions about the same entrants from the revision before; return how many.

    The same entrant: name, grade and numbers as before, and no other in the revision with all three.
    """
    before = Tournament.objects.filter(number=tournament.number, revision__lt=tournament.revision)
    newest = before.order_by("-revision").first()
    if newest is None:
        return 0
    return apply_decided(tournament, decided_by_identity(newest))


def decided_by_identity(tournament: Tournament) -> dict[Any, Entry]:
    """Return the decided entries by the entrants' identity as written."""
    decided = (Entry.Match.CONFIRMED, Entry.Match.ENROL)
    return _by_identity(row for row in tournament.entries.all() if row.match in decided)


def apply_decided(tournament: Tournament, known: Mapping[Any, Entry]) -> int:
    """Copy decisions about the same entrants; return how many."""
    rows = _by_identity(tournament.entries.all())
    carried = [rows[key] for key in known.keys() & rows.keys()]
    for row in carried:
        old = known[_identity(row)]
        row.player_id, row.match, row.declined = old.player_id, old.match, old.declined
    save(carried)
    return len(carried)


def decide(
    tournament: Tournament,
    decisions: Mapping[int, Decision],
    *,
    account: Account | None,
    shown: Mapping[int, Collection[int]] | None = None,
    stages: Collection[str] = OPEN,
) -> int:
    """Store decisions, by entry id; return how many entries changed.

    `shown`: the players offered with each entry, where they are not those noted with it. Numbers of no player
    are ignored. Raises Closed, and Collision when two entries would be one player.
    """
    with transaction.atomic():
        current = lock_open(tournament, stages=stages)
        rows = list(tournament.entries.order_by("number"))
        players = {player for player in decisions.values() if isinstance(player, int)}
        existing = set(Player.objects.filter(pk__in=players, merged_into=None).values_list("pk", flat=True))
        changed = [
            row for row in rows if row.pk in decisions and _changes(row, decisions[row.pk], existing=existing)
        ]
        before = decisions_of(changed)
        for row in changed:
            _decide(row, decisions[row.pk], shown=(shown or {}).get(row.pk, offered_players(row)))
        _refuse_collisions(rows)
        save(changed)
        if changed:
            journal.write(
                "tournament.matched",
                tournament,
                account=account,
                entries=len(changed),
                before=before,
                after=decisions_of(changed),
            )
            models_to_report.reconsider(current)
            tournament.findings = current.findings
    return len(changed)


def decisions_of(rows: Iterable[Entry]) -> dict[str, int | str | None]:
    """Return who each entry is, by its number in the file: a player's number, or that they are new."""
    new = Entry.Match.ENROL
    return {str(row.number): new.value if row.match == new else row.player_id for row in rows}


def accept_likely(tournament: Tournament) -> int:
    """Take the likely player of every entry that has one no other entry has; return how many."""
    rows = list(tournament.entries.order_by("number"))
    taken = {row.player_id for row in rows if row.player_id is not None}
    accepted = []
    for row in rows:
        best = row.suggestions[0]["player"] if row.suggestions else None
        if row.match == Entry.Match.LIKELY and row.player_id is None and best and best not in taken:
            row.player_id = best
            taken.add(best)
            accepted.append(row)
    save(accepted)
    return len(accepted)


def call_strangers_new(tournament: Tournament) -> int:
    """Decide that entrants who resemble no player are new, without asking; return how many.

    That is the unknown, and the ambiguous whose every suggestion shares a given name or so and no more.
    """
    open_states = (Entry.Match.UNKNOWN, Entry.Match.AMBIGUOUS)
    waiting = tournament.entries.filter(match__in=open_states, player=None)
    strangers = [row for row in waiting if not resembling(row)]
    for row in strangers:
        _decide(row, ENROL, shown=offered_players(row))
    save(strangers)
    return len(strangers)


def offered_players(row: Entry) -> list[int]:
    """Return the players an entry's suggestions name, best first."""
    return [suggestion["player"] for suggestion in row.suggestions if suggestion["player"]]


def resembling(row: Entry) -> set[int | None]:
    """Return the suggested players who have the name, nearly the name, or a number of an entrant.

    None is among them where two entrants claim one player.
    """
    return {
        suggestion["player"]
        for suggestion in row.suggestions
        if any(
            code in _TELLING or (code == "name-similar" and values["percent"] >= SIMILAR)
            for code, values in suggestion["reasons"]
        )
    }


def matches_of(rows: Sequence[Entry], *, similar: bool = True) -> list[Match]:
    """Match entries against the register as it stands; seven queries however many they are.

    `similar`: look for similar names again, where no player matches exactly.
    """
    entrants = [
        Entrant(
            number=row.number,
            surname=row.surname,
            given_name=row.given_name,
            grade=row.grade,
            country=row.country,
            club=row.club,
            identifiers=row.identifiers,
            sex=row.sex,
            birth=str(row.birth_year or ""),
        )
        for row in rows
    ]
    before = None if similar else [offered_players(row) for row in rows]
    return match_all(entrants, queries.candidates_for(entrants, similar=before))


@transaction.atomic
def save(rows: Sequence[Entry]) -> None:
    """Write changed entries; first without players, since two may have swapped theirs.

    The undo of an enrolment holds the lock of the register: entries of a player removed before this lock are
    opened again.
    """
    if rows:
        register.one_at_a_time()
        _let_go_of_removed(rows)
        Entry.objects.filter(pk__in=[row.pk for row in rows]).update(player=None)
        Entry.objects.bulk_update(rows, ["player", "match", "suggestions", "declined"], batch_size=_BATCH)


def _let_go_of_removed(rows: Iterable[Entry]) -> None:
    matched = [row for row in rows if row.player_id is not None]
    there = set(Player.objects.filter(pk__in=[row.player_id for row in matched]).values_list("pk", flat=True))
    for row in matched:
        if row.player_id not in there:
            row.player_id, row.match = None, Entry.Match.UNKNOWN


def note(entry: Entry, match: Match, *, taken: set[int]) -> None:
    """Store a match in its entry; a player already given to another entry is not certain here."""
    state, player = match.state, match.player
    if player in taken:
        state, player = State.AMBIGUOUS, None
    entry.match = Entry.Match(state.value)
    entry.player_id = player if state is State.CERTAIN else None
    ranked = sorted(match.suggestions, key=lambda suggestion: suggestion.player != match.player)
    entry.suggestions = [
        {
            "player": suggestion.player,
            "score": suggestion.score,
            "reasons": _reasons_to_store(suggestion.reasons),
        }
        for suggestion in ranked
    ]
    own = {reason for suggestion in match.suggestions for reason in map(_key, suggestion.reasons)}
    about_all = [reason for reason in match.reasons if _key(reason) not in own]
    if about_all:  # reasons about no single player: namesakes, a number of no player
        entry.suggestions.append({"player": None, "score": 0, "reasons": _reasons_to_store(about_all)})


def _key(reason: Reason) -> tuple[str, str]:
    return reason.code, repr(sorted(reason.values.items()))


def _reasons_to_store(reasons: Iterable[Reason]) -> list[list[Any]]:
    return [[reason.code, dict(reason.values)] for reason in reasons]


def _by_identity(rows: Iterable[Entry]) -> dict[Any, Entry]:
    """Entries by who they are as written; entries of equal identity are left out."""
    groups: dict[Any, list[Entry]] = {}
    for row in rows:
        groups.setdefault(_identity(row), []).append(row)
    return {key: same[0] for key, same in groups.items() if len(same) == 1}


def _identity(row: Entry) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    numbers = tuple(sorted((scheme, str(value)) for scheme, value in row.identifiers.items()))
    return names.key_of(row.surname, row.given_name), row.grade, numbers


def _changes(row: Entry, decision: Decision, *, existing: set[int]) -> bool:
    if decision is None:
        return is_decided(row)
    if decision == ENROL:
        return row.match != Entry.Match.ENROL
    return decision in existing and decision != row.player_id


def _decide(row: Entry, decision: Decision, *, shown: Collection[int]) -> None:
    if isinstance(decision, int):
        row.player_id, row.match, row.declined = decision, Entry.Match.CONFIRMED, None
    elif decision == ENROL:
        row.player_id, row.match, row.declined = None, Entry.Match.ENROL, sorted(shown)
    else:
        row.player_id = None
        offered = any(suggestion["player"] for suggestion in row.suggestions)
        row.match = Entry.Match.AMBIGUOUS if offered else Entry.Match.UNKNOWN


def _refuse_collisions(rows: Iterable[Entry]) -> None:
    seen: set[int] = set()
    for row in rows:
        if row.player_id is not None and row.player_id in seen:
            raise Collision(row)
        if row.player_id is not None:
            seen.add(row.player_id)


def declined_by(rows: Sequence[Entry]) -> dict[int, set[int]]:
    """Return the players decided against, by entry, with those they were merged into; one query, or none."""
    numbers = {player for row in rows for player in row.declined or ()}
    merged: dict[int, int | None] = {}
    if numbers:
        gone = Player.objects.filter(pk__in=numbers, merged_into__isnull=False)
        merged = dict(gone.values_list("pk", "merged_into"))
    return {
        row.pk: {number for player in row.declined or () for number in (player, merged.get(player)) if number}
        for row in rows
    }


def appeared(row: Entry, declined: Collection[int]) -> set[int]:
    """Return the players an entry resembles, as noted with it, who have not been declined."""
    return {player for player in resembling(row) if player is not None and player not in declined}
