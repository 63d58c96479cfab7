"""Public events of lines about players: how they are shown, numbers no longer in use."""

from collections.abc import Mapping, Sequence
from typing import Any

from federation.journal import acts
from federation.journal.acts import PublicEvent
from federation.mail import outbox
from federation.models import JournalEntry, Player
from federation.models.display_name import privacy_of
from federation.vocabulary.keys import keys_from
from federation.vocabulary.names import full_name

MOST_NUMBERS = 200  # numbers or names in the data of one change


def whole(path: str) -> str:
    """Return the whole address of a page, or its path where no site address is configured."""
    return outbox.site() + path


def head(player: Player) -> dict[str, Any]:
    """Return a player as shown now."""
    name = full_name(player.surname, player.given_name)
    return {
        "number": player.pk,
        "name": name,
        "shown": privacy_of(player),
        "merged_into": player.merged_into_id,
        "url": whole(player.get_absolute_url()),
    }


def _players(numbers: set[int]) -> dict[int, Player]:
    return Player.objects.select_related("merged_into").in_bulk(numbers)


def _keys(lines: Sequence[JournalEntry]) -> set[int]:
    return set(keys_from(line.subject_id for line in lines))


def tell_persons(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Report that players are new or changed; of many at once only how many."""
    players, events = _players(_keys(lines)), dict[int, PublicEvent]()
    for line in lines:
        if not line.subject_id:
            events[line.pk] = PublicEvent("register.imported", {"players": line.detail.get("count")})
        elif int(line.subject_id) in players:
            kind = acts.event_of(line.act)
            events[line.pk] = PublicEvent(kind, {"player": head(players[int(line.subject_id)])})
    return events


def tell_shown(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Return events of players shown otherwise; each replaces all earlier data about its player."""
    numbers = {line.pk: line.detail.get("numbers") or [int(line.subject_id)] for line in lines}
    players = _players({number for some in numbers.values() for number in some})
    return {
        key: PublicEvent(
            "player.privacy", {"players": [head(players[number]) for number in some if number in players]}
        )
        for key, some in numbers.items()
    }


def tell_merges(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Report which number leads to which, or no longer does."""
    others = {int(line.detail["other"]) for line in lines}
    players, events = _players(_keys(lines) | others), dict[int, PublicEvent]()
    for line in lines:
        remaining, gone = int(line.subject_id), int(line.detail["other"])
        if remaining in players and gone in players:
            events[line.pk] = PublicEvent(
                acts.event_of(line.act), {"kept": head(players[remaining]), "gone": head(players[gone])}
            )
    return events


def tell_removed(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Return events of numbers that lead to no player any more."""
    return {
        line.pk: PublicEvent("player.removed", {"numbers": list(line.detail["players"])[:MOST_NUMBERS]})
        for line in lines
        if line.detail.get("players")
    }


def tell_imports(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Report that a list changed the register: who mirrors it reads it again."""
    return {line.pk: PublicEvent("register.imported", {"players": None}) for line in lines}
