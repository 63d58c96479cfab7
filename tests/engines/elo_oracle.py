"""The generic Elo once more, in plain Python, to hold the compiled engine to.

Written from the rules of a system's file and sharing nothing with the engine but the records of its tables:
dictionaries and no arrays. Every sum, product and quotient is rounded
where the documentation says so, so that agreement is to the bit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import floor, inf

from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import EloEdition
from tests.engines.expectation_oracle import rounded, weaker


@dataclass
class Player:
    """A player between two spans."""

    rating: float | None = None
    games: int = 0
    peak: float | None = None
    pool: tuple[int, int, float] = (0, 0, 0.0)  # games, half points, sum of the opponents


@dataclass(frozen=True)
class Entry:
    """A player in an event."""

    player: int
    age: float | None = None
    level: int | None = None
    grade: int | None = None


@dataclass(frozen=True)
class Tournament:
    """An event; a game is two places among the entries, the first one's half points and a board size."""

    entries: Sequence[Entry]
    games: Sequence[tuple[int, int, int, int]]
    control: int | None = None
    event_class: int | None = None
    online: bool = False


@dataclass
class Row:
    """One entry after its span."""

    before: float | None
    start: float | None
    after: float | None = None
    k: float = 0.0
    games: int = 0
    score: int = 0
    expected: float = 0.0
    bonus: float = 0.0
    faced: float = 0.0
    surplus: float = 0.0


@dataclass
class Span:
    """A span being computed; rows by event and place."""

    edition: EloEdition
    people: list[Player]
    events: Sequence[Tournament]
    base: dict[int, float | None] = field(default_factory=dict)
    rows: dict[tuple[int, int], Row] = field(default_factory=dict)
    capped: set[tuple[int, int, int]] = field(default_factory=set)  # event, place, game


def k_of(edition: EloEdition, player: Player, rating: float, entry: Entry, event_class: int | None) -> float:
    """K of the first row that fits."""
    peak = rating if player.peak is None else max(player.peak, rating)
    for row in edition.k:
        below = ((row.age_below, entry.age), (row.games_below, player.games), (row.rating_below, rating))
        equal = ((row.level, entry.level), (row.event_class, event_class))
        if (
            all(limit is None or (has is not None and has < limit) for limit, has in below)
            and all(wanted is None or wanted == has for wanted, has in equal)
            and (row.reached is None or peak >= row.reached)
        ):
            return row.k
    return 0.0


def weight_of(edition: EloEdition, event: Tournament, size: int) -> float:
    """The weight of a game."""
    if not edition.weights:
        return 1.0
    for row in edition.weights:
        codes = ((row.control, event.control), (row.event_class, event.event_class))
        asked = (*codes, (row.online, event.online), (row.size, size))
        if all(wanted is None or wanted == has for wanted, has in asked):
            return row.weight
    return 0.0


def start_of(edition: EloEdition, entry: Entry) -> float | None:
    """What a newcomer starts from, None where results decide or nothing is known."""
    first = edition.first
    if first.kind == tables.CONSTANT:
        return first.rating
    if first.kind == tables.BY_GRADE and entry.grade is not None and entry.grade < len(first.starts):
        return first.starts[entry.grade][1]
    if first.kind == tables.BY_AGE:
        for below, rating in first.starts:
            if below == inf or (entry.age is not None and entry.age < below):
                return rating
    return None


def performance(edition: EloEdition, games: int, half_points: int, opponents: float) -> float:
    """The performance of some games."""
    first = edition.first
    n, halves = games + first.draws, half_points + first.draws
    mean = (opponents + first.draws * first.draws_against) / n
    if first.measure == tables.LINEAR:
        return mean + first.reach * (halves / n - 1.0)
    percent = (100 * halves + n) // (2 * n)
    distance = first.distances[percent - 50] if percent >= 50 else -first.distances[50 - percent]
    return mean + distance


def limited(edition: EloEdition, rating: float, peak: float | None) -> float | None:
    """A rating within its limits, None where it is lost."""
    lowest = edition.floor
    if lowest.below_peak is not None and peak is not None:
        rating = max(rating, peak - lowest.below_peak)
    rating = min(rating, 10_000.0)
    least = -10_000.0 if lowest.rating is None else lowest.rating
    if rating < least:
        return None if lowest.lose_below else least
    return rating


Side = tuple[tuple[int, int], tuple[int, int], int, float, tuple[int, int]]
# place, opponent's place, half points, weight, event and game


def sides(span: Span) -> Iterator[tuple[Side, Side]]:
    """Both sides of every game that has a weight."""
    for number, event in enumerate(span.events):
        for game, (white, black, score, size) in enumerate(event.games):
            weight = weight_of(span.edition, event, size)
            if weight > 0.0:
                first, second, at = (number, white), (number, black), (number, game)
                yield (first, second, score, weight, at), (second, first, 2 - score, weight, at)


def enter(span: Span) -> None:
    """Find where everybody starts."""
    every = [
        (number, place, entry)
        for number, event in enumerate(span.events)
        for place, entry in enumerate(event.entries)
    ]
    for _, _, entry in every:
        known = span.base.get(entry.player, span.people[entry.player].rating)
        span.base[entry.player] = start_of(span.edition, entry) if known is None else known
    estimated = span.edition.first.kind == tables.ITERATED
    for number, place, entry in every:
        base = span.base[entry.player]
        start = span.edition.first.rating if base is None and estimated else base
        span.rows[number, place] = Row(span.people[entry.player].rating, start)


def player_of(span: Span, place: tuple[int, int]) -> int:
    """The player at a place."""
    return span.events[place[0]].entries[place[1]].player


def count(span: Span) -> None:
    """Count games, points and opponents of every row."""
    for row in span.rows.values():
        row.games, row.score, row.faced = 0, 0, 0.0
    collects = span.edition.first.kind in (tables.PERFORMANCE, tables.ITERATED)
    for pair in sides(span):
        for mine, theirs, score, _, _ in pair:
            row, opponent = span.rows[mine], span.rows[theirs].start
            if opponent is not None and (collects or row.start is not None):
                row.games, row.score, row.faced = row.games + 1, row.score + score, row.faced + opponent


def total(span: Span, player: int) -> tuple[int, int, float]:
    """Games, half points and opponents of a player in the span."""
    games, score, faced = 0, 0, 0.0
    for place, row in span.rows.items():
        if player_of(span, place) == player:
            games, score, faced = games + row.games, score + row.score, faced + row.faced
    return games, score, faced


def pooled(span: Span, player: int) -> tuple[int, int, float]:
    """The same with what was carried."""
    games, score, faced = span.people[player].pool
    more = total(span, player)
    return games + more[0], score + more[1], faced + more[2]


def iterate(span: Span) -> None:
    """Estimate newcomers until they settle."""
    first = span.edition.first
    for _ in range(first.passes):
        count(span)
        found = {
            player: performance(span.edition, *pooled(span, player))
            for player, base in span.base.items()
            if base is None and total(span, player)[0]
        }
        moved = 0.0
        for place, row in span.rows.items():
            if player_of(span, place) in found:
                estimate = found[player_of(span, place)]
                moved, row.start = max(moved, abs(estimate - (row.start or 0.0))), estimate
        if moved < first.settled:
            break


def cap_once(span: Span) -> None:
    """Find the one game of each row whose difference is capped."""
    widest: dict[tuple[int, int], tuple[float, float, tuple[int, int]]] = {}
    for pair in sides(span):
        for mine, theirs, _, _, at in pair:
            own, other = span.rows[mine].start, span.rows[theirs].start
            if own is None or other is None or not is_capped(span.edition, own, abs(own - other)):
                continue
            best = widest.get(mine)
            rank = (abs(own - other), 1.0 if own > other else 0.0)
            if best is None or rank > best[:2]:
                widest[mine] = (*rank, at)
    span.capped = {(*place, at[1]) for place, (_, _, at) in widest.items()}


def is_capped(edition: EloEdition, own: float, size: float) -> bool:
    """Whether the cap is for a difference."""
    expected = edition.expected
    exempt = expected.exempt_from is not None and own >= expected.exempt_from
    return expected.cap is not None and size > expected.cap and not exempt


def chance(span: Span, mine: tuple[int, int], theirs: tuple[int, int], game: int) -> float | None:
    """The expectation of one side, None where a game is not rated."""
    own, other = span.rows[mine].start, span.rows[theirs].start
    if own is None or other is None:
        return None
    size, expected = abs(own - other), span.edition.expected
    if is_capped(span.edition, own, size) and (not expected.cap_once or (*mine, game) in span.capped):
        size = expected.cap or 0.0
    found, whole = weaker(size, span.edition), 10_000.0 if expected.kind == tables.TABLE else 1.0
    return whole - found if own > other or (own == other and mine < theirs) else found


def rate(span: Span) -> None:
    """Sum up what the games are worth."""
    edition = span.edition
    whole = 10_000.0 if edition.expected.kind == tables.TABLE else 1.0
    for pair in sides(span):
        for mine, theirs, score, weight, at in pair:
            share = chance(span, mine, theirs, at[1])
            if share is not None:
                row = span.rows[mine]
                worth = weight * (score * 0.5 * whole - share)
                if edition.scale.when == tables.GAME:
                    worth = rounded(row.k * worth / whole, edition)
                row.surplus, row.expected = row.surplus + worth, row.expected + share
    for row in span.rows.values():
        row.expected = row.expected / whole


def factors(span: Span) -> None:
    """Read K of every row."""
    most = span.edition.k_games_most
    for (number, place), row in span.rows.items():
        event = span.events[number]
        entry = event.entries[place]
        base, games = span.base[entry.player], total(span, entry.player)[0]
        if base is not None and games:
            k = k_of(span.edition, span.people[entry.player], base, entry, event.event_class)
            row.k = k if most is None else min(k, float(floor(most / games)))


def change_of(span: Span, player: int) -> tuple[float, float]:
    """Change of a player before a bonus, and K of the last event."""
    edition, change, k = span.edition, 0.0, 0.0
    whole = 10_000.0 if edition.expected.kind == tables.TABLE else 1.0
    for place, row in span.rows.items():
        if player_of(span, place) == player:
            worth = row.surplus if edition.scale.when == tables.GAME else row.k * row.surplus / whole
            if edition.by_period and edition.scale.when == tables.EVENT:
                worth = rounded(worth, edition)
            change, k = change + worth, row.k
    return change, k


def bonus_of(span: Span, player: int, base: float, change: float, k: float) -> float:
    """The bonus of a player."""
    rule, games = span.edition.bonus, total(span, player)[0]
    if rule.kind == tables.NO_BONUS or games < rule.least_games:
        return 0.0
    factor = next((factor for least, factor in rule.rows if k >= least), 0.0)
    strength = performance(span.edition, *total(span, player))
    above = strength - base if rule.kind == tables.BONUS_OF_PERFORMANCE else change
    above = above - (rule.threshold + rule.a_game * (games - rule.least_games))
    limits = [factor * above, inf if rule.most is None else rule.most]
    limits += [] if rule.below is None else [rule.below - (base + change)]
    limits += [strength - (base + change)] if rule.to_performance else []
    return max(rounded(min(limits), span.edition), 0.0)


def settle(span: Span, player: int) -> None:
    """Enter a player's rating after the span."""
    edition, person, base = span.edition, span.people[player], span.base[player]
    scale, games = edition.scale, total(span, player)[0]
    after, bonus = person.rating, 0.0
    if games and base is None:
        after = first_rating(span, player)
    elif games and base is not None:
        change, k = change_of(span, player)
        bonus = bonus_of(span, player, base, change, k)
        change += bonus
        if scale.when != (tables.LIST if edition.by_period else tables.EVENT):
            exact = base + change
        elif scale.of_change:
            exact = base + rounded(change, edition)
        else:
            exact = rounded(base + change, edition)
        after = limited(edition, exact, person.peak)
    for place, row in span.rows.items():
        if player_of(span, place) == player:
            row.after, row.bonus = after, bonus
    person.rating, person.games = after, person.games + games
    if games and after is not None:
        person.peak = after if person.peak is None else max(person.peak, after)


def first_rating(span: Span, player: int) -> float | None:
    """A newcomer's rating, None while results are too few; the pool is kept."""
    edition, person, found = span.edition, span.people[player], None
    games, score, faced = pooled(span, player)
    if games >= edition.first.games_needed and score >= 2 * edition.first.points_needed:
        rating = performance(edition, games, score, faced)
        if edition.first.most is not None:
            rating = min(rating, edition.first.most)
        if edition.scale.when != tables.LIST or edition.by_period:
            rating = rounded(rating, edition)
        found = limited(edition, rating, None)
    person.pool = (games, score, faced) if found is None else (0, 0, 0.0)
    return found


def play(edition: EloEdition, people: list[Player], events: Sequence[Tournament]) -> list[Row]:
    """Rate a span in place; return a row an entry."""
    span = Span(edition, people, events)
    enter(span)
    if edition.first.kind == tables.ITERATED:
        iterate(span)
    count(span)
    factors(span)
    if edition.expected.cap_once:
        cap_once(span)
    rate(span)
    for player in span.base:
        settle(span, player)
    return list(span.rows.values())
