"""Record of the facts an approval would make."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class ExpectedApproval:
    """A revision as it would stand approved; new players have the numbers behind the last one."""

    tournament: Tournament
    since: date  # first day the facts change
    players: Mapping[int, int]  # by key of the entry; 0: no player
    born: Mapping[int, int]  # year of birth by number of a new player, 0 not known
