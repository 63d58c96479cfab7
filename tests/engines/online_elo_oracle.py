"""The generic Elo of games one by one in plain Python, to hold the compiled engine to."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import EloEdition
from tests.engines.elo_oracle import Entry, Player, Tournament, k_of, limited, start_of, weight_of
from tests.engines.expectation_oracle import rounded, weaker


@dataclass(frozen=True)
class Match:
    """A game of two; without a score a level of the office for the first."""

    seats: tuple[Entry, ...]
    score: float = 0.5
    points: tuple[float, float] = (0.0, 0.0)
    length: int = 1
    control: int | None = None
    game_class: int | None = None
    online: bool = True
    size: int = 0
    level: float | None = None
    games: int = 0
    edition: int = 0


@dataclass
class Seat:
    """One side after a game."""

    before: float | None
    after: float | None
    k: float = 0.0
    expected: float | None = None
    games: float = 0


def decide(people: list[Player], match: Match) -> list[Seat]:
    """Enter a level."""
    person = people[match.seats[0].player]
    before = person.rating
    after = before if match.level is None else match.level
    enter(person, after, match.games)
    return [Seat(before, after, games=match.games)]


def enter(person: Player, rating: float | None, games: int) -> None:
    """Write a rating into its player."""
    person.rating, person.games = rating, games
    if rating is not None:
        person.peak = rating if person.peak is None else max(person.peak, rating)


def expectation(edition: EloEdition, own: float, other: float, length: int, *, first: bool) -> float:
    """The expectation of one side in units."""
    law, size = edition.expected, abs(own - other)
    exempt = law.exempt_from is not None and own >= law.exempt_from
    if law.cap is not None and size > law.cap and not exempt:
        size = law.cap
    found = weaker(size, edition, length=float(length))
    return whole(edition) - found if own > other or (own == other and first) else found


def whole(edition: EloEdition) -> float:
    """A whole game in units."""
    return 10_000.0 if edition.expected.kind == tables.TABLE else 1.0


def after(edition: EloEdition, own: float, change: float, peak: float | None) -> float | None:
    """The rating after a game."""
    if edition.scale.when != tables.GAME:
        return limited(edition, own + change, peak)
    if edition.scale.of_change:
        return limited(edition, own + rounded(change, edition), peak)
    return limited(edition, rounded(own + change, edition), peak)


def score_of(edition: EloEdition, match: Match) -> float:
    """The first one's score."""
    if edition.expected.kind != tables.SPREAD:
        return match.score
    margin = match.points[0] - match.points[1]
    return min(max(0.5 + margin * (0.5 / edition.expected.spread), 0.0), 1.0)


def game(edition: EloEdition, people: list[Player], match: Match) -> list[Seat]:
    """Rate one game."""
    persons = [people[entry.player] for entry in match.seats]
    pair = list(zip(persons, match.seats, strict=True))
    own = [start_of(edition, entry) if person.rating is None else person.rating for person, entry in pair]
    event = Tournament((), (), match.control, match.game_class, match.online)
    weight = weight_of(edition, event, match.size)
    if weight == 0.0 or own[0] is None or own[1] is None:
        return [Seat(person.rating, person.rating, games=person.games) for person in persons]
    length = match.length if edition.expected.kind == tables.FIBS else 1
    scores = score_of(edition, match), 1.0 - score_of(edition, match)
    seats = []
    for place, rating in enumerate((own[0], own[1])):
        other = (own[0], own[1])[1 - place]
        share = expectation(edition, rating, other, length, first=place == 0)
        k = k_of(edition, persons[place], rating, match.seats[place], match.game_class)
        worth = weight * sqrt(length) * (scores[place] * whole(edition) - share)
        new = after(edition, rating, k * worth / whole(edition), persons[place].peak)
        seats.append(Seat(rating, new, k, share / whole(edition), persons[place].games + length))
    for person, seat in zip(persons, seats, strict=True):
        enter(person, seat.after, int(seat.games))
    return seats


def play(editions: Sequence[EloEdition], people: list[Player], matches: Sequence[Match]) -> list[Seat]:
    """Rate games in order, in place."""
    rows: list[Seat] = []
    for match in matches:
        edition = editions[match.edition]
        rows += decide(people, match) if len(match.seats) == 1 else game(edition, people, match)
    return rows
