"""Undoing the enrolment of an approval as one act: foreseen, then done as far as nothing stands on it.

The players nothing else stands on are taken out of the register and the entries they were made for are open
again; the others stay and are named with what holds them. What counts holds its players: a revision is first
revoked, or superseded by the next one. Locks: revisions, our own federation's row, players.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from federation.journal import journal
from federation.models import Account, Player
from federation.register import register, removal
from tournaments.checks.problems import Problem, Refused
from tournaments.entrants import entries
from tournaments.models import Enrolment, Entry, Tournament
from tournaments.models.stages import OPEN
from tournaments.people.removal import loose_entries
from tournaments.revisions import models_to_report
from tournaments.submission import rematching
from tournaments.submission.rematching import newcomers


@dataclass(frozen=True, slots=True)
class Staying:
    """A player who cannot be taken away, and what holds them."""

    player: Player
    holds: tuple[removal.Text, ...]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What undoing an enrolment would do now."""

    going: tuple[Player, ...]
    staying: tuple[Staying, ...]

    @property
    def seen(self) -> str:
        """A word for exactly these players going; the act is refused where others would."""
        numbers = ",".join(str(player.pk) for player in self.going)
        return hashlib.sha256(numbers.encode()).hexdigest()[:16] if numbers else ""


@dataclass(frozen=True, slots=True)
class Undone:
    """What was done: players taken away, entries opened, players who stayed."""

    removed: int
    opened: int
    staying: int


def foresee(enrolment: Enrolment) -> Foreseen:
    """Return who would go and who would stay, and why; nothing is written."""
    left = enrolment.left
    players = Player.objects.filter(pk__in=left).select_related("federation").order_by("pk")
    return _foresee(enrolment, list(players))


def _foresee(enrolment: Enrolment, players: Sequence[Player]) -> Foreseen:
    rows = _enrolled_entries(enrolment)
    numbers = {player: set(row.identifiers.items()) for player, row in rows.items()}
    holds = removal.holds_on(
        [player.pk for player in players], numbers, tournament=enrolment.tournament.number
    )
    for player in _changed(enrolment, players, rows):
        holds.setdefault(player, []).append(Problem("changed-since-enrolled").message)
    return Foreseen(
        going=tuple(player for player in players if player.pk not in holds),
        staying=tuple(Staying(player, tuple(holds[player.pk])) for player in players if player.pk in holds),
    )


def _enrolled_entries(enrolment: Enrolment) -> dict[int, Entry]:
    """Return the entry each player was enrolled from, by player."""
    left = enrolment.left
    rows = {row.number: row for row in Entry.objects.filter(tournament=enrolment.tournament)}
    return {player: rows[number] for player, number in left.items() if number in rows}


def _changed(enrolment: Enrolment, players: Sequence[Player], rows: dict[int, Entry]) -> list[int]:
    """Return the players who no longer stand as they were enrolled: a list was imported since."""
    known = [player for player in players if player.pk in rows]
    expected = newcomers([rows[player.pk] for player in known], enrolment.tournament)
    return [
        player.pk
        for player, new in zip(known, expected, strict=True)
        if (player.surname, player.given_name, player.grade)
        != (new.surname.strip()[:80], new.given_name.strip()[:80], new.grade)
    ]


def undo(enrolment: Enrolment, *, seen: str, account: Account | None) -> Undone:
    """Remove the players without dependent data and open their entries, with one journal line.

    `seen`: the token of the preview. Raises Refused where other players would go by now, or none.
    """
    try:
        with transaction.atomic():
            return _undo(enrolment, seen, account)
    except IntegrityError:
        # A writer without our locks has referred to one of them since the check.
        raise Refused(Problem("enrolment-moved")) from None


def _undo(enrolment: Enrolment, seen: str, account: Account | None) -> Undone:
    _lock_revisions(enrolment)
    register.one_at_a_time()
    current = (
        Enrolment.objects.select_related("tournament").select_for_update(of=("self",)).get(pk=enrolment.pk)
    )
    foreseen = _foresee(current, removal.lock(current.left))
    if not foreseen.going or foreseen.seen != seen:
        raise Refused(Problem("enrolment-moved"))
    going = [player.pk for player in foreseen.going]
    opened = _open(current, going)
    removal.remove(going)
    _match_again(opened, account)
    current.removed = sorted([*current.removed, *going])
    current.undone, current.undone_by = timezone.now(), account
    current.save(update_fields=["removed", "undone", "undone_by"])
    done = Undone(len(going), len(opened), len(foreseen.staying))
    _note(current, foreseen, done, account)
    return done


def _lock_revisions(enrolment: Enrolment) -> None:
    """Lock the revisions whose entries may be opened, in the common order of locks."""
    own = enrolment.tournament.number
    matched = loose_entries(list(enrolment.left), own).values_list("tournament__number", flat=True)
    numbers = {own, *matched}
    locked = Tournament.objects.select_for_update().filter(number__in=numbers)
    list(locked.order_by("number", "revision").values_list("pk"))


def _open(enrolment: Enrolment, going: Collection[int]) -> list[Entry]:
    """Take players off the entries that let go of them; give these entries."""
    rows = list(loose_entries(sorted(going), enrolment.tournament.number).select_related("tournament"))
    for row in rows:
        row.player_id, row.match, row.suggestions, row.declined = None, Entry.Match.UNKNOWN, [], None
    entries.save(rows)
    return rows


def _match_again(opened: Sequence[Entry], account: Account | None) -> None:
    """Match and inspect the open revisions whose entries were opened: what is over is left as it is."""
    waiting = {row.tournament_id: row.tournament for row in opened if row.tournament.stage in OPEN}
    for _pk, tournament in sorted(waiting.items()):
        rematching.renew_and_save(tournament, account=account)
        models_to_report.reinspect(tournament)


def _note(enrolment: Enrolment, foreseen: Foreseen, done: Undone, account: Account | None) -> None:
    """Write the one line of the act: every number taken away, and how many stayed."""
    journal.write(
        "tournament.unenrolled",
        enrolment.tournament,
        account=account,
        number=enrolment.tournament.number,
        removed=done.removed,
        players=[player.pk for player in foreseen.going],
        opened=done.opened,
        staying=done.staying,
    )
