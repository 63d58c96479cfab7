"""Signals of the register."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.dispatch import Signal
from django.utils.module_loading import import_string


def connect(signal: Signal, receiver: str, *, sender: str | None = None) -> None:
    """Connect a function by its dotted name; only processes that send the signal import it.

    `sender` names a table, for the signals of models.
    """
    signal.connect(
        lambda **sent: import_string(receiver)(**sent), sender=sender, weak=False, dispatch_uid=receiver
    )


def connect_all(package: str, *receivers: tuple[Signal, str]) -> None:
    """Connect signals to functions of a package, each by its module and name in there."""
    for signal, receiver in receivers:
        connect(signal, f"{package}.{receiver}")


@dataclass(frozen=True, slots=True)
class LevelCounts:
    """Counts of a list's ratings stored as base levels of a system: new, changed, unchanged."""

    system: str  # key
    new: int
    changed: int
    same: int

    @property
    def written(self) -> int:
        """How many were written."""
        return self.new + self.changed


def counted(answers: Iterable[tuple[object, object]]) -> tuple[LevelCounts, ...]:
    """Return what the hearers of an imported list counted, from what `Signal.send` returns."""
    return tuple(answer for _, answer in answers if isinstance(answer, LevelCounts))


@dataclass(frozen=True, slots=True)
class DeskPart:
    """Links and alerts of an app that an office may leave out, as pairs of an address and a text."""

    links: tuple[tuple[str, str], ...]
    alerts: tuple[tuple[str, str], ...]


# The overview of reviews is shown to an officer. Receivers return a DeskPart.
review_asked = Signal()

# A list was imported and its ratings are wanted as base levels. Sent inside the import's transaction with
# rows: list of (player number, rating, events or None), list_date: date, system: key, account. Who writes
# them answers with LevelCounts.
list_imported = Signal()

# A list is being imported whose grades are read off its levels, with scheme: "ffg". Receivers return the
# numbers of the players they rate themselves: of those a level of the list is no declared grade.
rated_asked = Signal()

# A list of FIDE's was imported and its ratings are wanted. Sent inside the import's transaction, once a rate
# of play, with levels: Levels and persons: Persons or None (player_lists.readers.fide_columns; persons: the
# list goes into the archive), list_date: date, system: key, as_base: bool (levels to rate from), account. Who
# writes levels answers with LevelCounts.
fide_list_imported = Signal()

# Two players are one (register.merging): all sent inside the transaction, with `kept: Player, gone: Player`.
# Receivers lock rows the two share with others, before the players themselves are locked.
merge_begins = Signal()
# Receivers return a federation.register.merging.Foreseen: what would move, what forbids it, what follows.
merge_asked = Signal()
# Receivers move their rows from `gone` to `kept`; they return what `players_unmerged` needs to move it back,
# as (their app's label, JSON). With account, and notes: those of every Foreseen.
players_merged = Signal()
# With merge: Merge; receivers return obstacles (list of texts): what newer things build on the merge.
unmerge_asked = Signal()
# With merge: Merge, account; receivers move back what their part of merge.record names.
players_unmerged = Signal()

# Players are to be taken out of the register (register.removal), with players: sorted numbers, tournament:
# the number of the one that enrolled them. Receivers return a mapping of numbers to their data that depends
# on the player, as texts: such a player stays.
removal_asked = Signal()
# Sent inside the transaction, before the rows go, with players: sorted numbers: receivers delete data that
# names them and records no decision.
players_removed = Signal()

# The year of birth of a player is another one, with player: Player (as it is now), account; sent inside the
# transaction. Receivers mark what is computed from it.
birth_noted = Signal()

# Data another site may get about players whose records an account holds (scope "palmares"), with players:
# numbers. Receivers return a mapping of numbers to mappings of plain values.
claims_asked = Signal()

# In which tournaments some players are, with players: numbers. Receivers return a mapping of numbers to
# pairs of a name and an address.
tournaments_asked = Signal()

# How a player is shown was chosen, with player: Player (as it is now), account; sent inside the transaction.
privacy_chosen = Signal()

# Every row is about to be written into another database (management.commands.move_to), in its transaction,
# with using: the name of its connection. Receivers make what rows need there that no migration makes.
moving_begins = Signal()

# Personal data (privacy.personal_data), with players: list of Player, the first one and the numbers merged
# into his. `data_asked`: receivers return a mapping of names to rows of plain values.
data_asked = Signal()
# Receivers return a list of federation.privacy.personal_data.Remainder: what they cannot erase.
erasure_asked = Signal()
# Sent inside the transaction, with account: receivers take away what names the players.
player_erased = Signal()
