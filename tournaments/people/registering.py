"""Enrolling one player by hand, held against the register as entrants of a file are."""

from collections.abc import Collection, Sequence
from datetime import date

from django.db import transaction

from federation.models import Account, Club, Player
from federation.privacy import erased_marks
from federation.register import queries, register
from federation.register.candidates import Candidate
from federation.register.register import Newcomer
from federation.vocabulary.names import full_name
from tournaments.matching.matching import Match, State, Suggestion, match
from tournaments.reports.report import Entrant


class Resembles(Exception):
    """The new player may be a person who is in the register, or was erased.

    `match` has whom they resemble, the likeliest first; `erased` is the day on which a person of the name or
    of a number was erased on request.
    """

    def __init__(self, found: Match, erased: date | None) -> None:
        super().__init__(f"{len(found.suggestions)} players may be meant")
        self.match = found
        self.erased = erased


def resembling(newcomer: Newcomer, *, club_label: str = "") -> Match:
    """Match a newcomer against the register as it is."""
    entrant = Entrant(
        number=1,
        surname=newcomer.surname,
        given_name=newcomer.given_name,
        grade=newcomer.grade,
        country=newcomer.country,
        club=club_label,
        identifiers=newcomer.identifiers,
    )
    (candidates,) = queries.candidates_for([entrant])
    return match(entrant, candidates)


@transaction.atomic
def enrol(
    newcomer: Newcomer,
    club: Club | None,
    *,
    seen: Collection[int] = (),
    erased: str = "",
    account: Account | None,
) -> Player:
    """Enrol a new player who resembles no one but players that were `seen` and are different.

    `erased`: the day (ISO 8601) that was shown of a person erased on request, to enrol them all the same.
    Raises Resembles, and RegisterError as the register does. One at a time, so that of two who enrol the same
    person at once the second is shown the player the first one made.
    """
    register.one_at_a_time()
    likeness = resembling(newcomer, club_label=club.label if club else "")
    name = full_name(newcomer.surname, newcomer.given_name)
    day = erased_marks.read().erased_on(name, newcomer.identifiers.items())
    is_alike = likeness.state is not State.UNKNOWN and any(
        suggestion.player not in seen for suggestion in likeness.suggestions
    )
    if is_alike or (day is not None and day.isoformat() != erased):
        raise Resembles(likeness, day)
    return register.enrol(newcomer, account=account, club=club)


def beside(suggestions: Sequence[Suggestion]) -> list[tuple[Suggestion, Candidate, Player]]:
    """Read the players of suggestions, with the data that distinguish them."""
    numbers = [suggestion.player for suggestion in suggestions]
    candidates = queries.candidates_by_number(numbers)
    players = Player.objects.select_related("club", "federation").in_bulk(numbers)
    return [
        (suggestion, candidates[suggestion.player], players[suggestion.player]) for suggestion in suggestions
    ]
