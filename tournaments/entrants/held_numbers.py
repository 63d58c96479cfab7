"""Numbers of entrants that belong to another player: the list, and dropping the wrong ones.

A new player cannot be enrolled with a number of a player of the register: either they are that player, or the
number is not theirs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from federation.journal import journal
from federation.models import Account, Identifier, Player
from federation.register import queries
from tournaments.models import Correction, Entry, Tournament
from tournaments.revisions import models_to_report


@dataclass(frozen=True, slots=True)
class HeldNumber:
    """A number an entrant is written with, and the player of the register who has it."""

    scheme: str
    value: str
    player: Player

    @property
    def number(self) -> str:
        """The number as pages write it."""
        return f"{self.scheme.upper()} {self.value}"


def held_by_others(rows: Iterable[Entry]) -> dict[int, tuple[HeldNumber, ...]]:
    """Find the numbers of entries that belong to another player than theirs, by entry; one query."""
    numbered = {row.pk: (row.player_id, _numbers(row)) for row in rows}
    holders = queries.holders_of({number for _player, numbers in numbered.values() for number in numbers})
    by_entry = {
        key: tuple(
            HeldNumber(*number, holders[number])
            for number in numbers
            if number in holders and holders[number].pk != player
        )
        for key, (player, numbers) in numbered.items()
    }
    return {key: numbers for key, numbers in by_entry.items() if numbers}


def _numbers(row: Entry) -> list[tuple[str, str]]:
    """Return the numbers an entrant would be enrolled with, as the register keeps them."""
    known = Identifier.Scheme.values
    pairs = [(scheme, str(value).strip()) for scheme, value in sorted(row.identifiers.items())]
    return [(scheme, value) for scheme, value in pairs if scheme in known and value]


def drop(tournament: Tournament, rows: Sequence[Entry], *, account: Account | None) -> int:
    """Drop the numbers of entries that belong to another player; return of how many entries.

    Each is stored as a correction by hand. The caller has locked the open revision.
    """
    held_numbers = held_by_others(rows)
    changed = [row for row in rows if row.pk in held_numbers]
    for row in changed:
        gone = {held_number.scheme for held_number in held_numbers[row.pk]}
        before = dict(row.identifiers)
        row.identifiers = {scheme: value for scheme, value in before.items() if scheme not in gone}
        row.save(update_fields=["identifiers"])
        _note(row, before, tournament, account)
    if changed:
        models_to_report.reinspect(tournament)
    return len(changed)


def _note(row: Entry, before: Mapping[str, str], tournament: Tournament, account: Account | None) -> None:
    """Keep that the numbers of an entry were corrected by hand."""
    values = {"before": {"identifiers": dict(before)}, "after": {"identifiers": dict(row.identifiers)}}
    Correction.objects.create(
        tournament=tournament,
        kind=Correction.Kind.ENTRANT,
        entrant=row.number,
        account=account,
        touched=[[row.number, None]],
        **values,
    )
    journal.write(
        "tournament.corrected",
        tournament,
        account=account,
        number=tournament.number,
        entrant=row.number,
        **values,
    )
