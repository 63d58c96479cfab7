"""The FIDE job as periods: events as columns, the lists it makes, and players, events, games as answered."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.engines.contract import Ints
from ratings.engines.fide_contract import (
    GAME,
    NOT_RATED,
    ListStanding,
    Longs,
    OneOff,
    PeriodChanges,
    PeriodFacts,
)
from ratings.engines.fide_explaining import rounded_mean
from ratings.engines.fide_lists import k_on_list
from ratings.engines.table import period_engine_named
from ratings.rating_job.fide import FideEvent, FideJob
from ratings.rulebook.fide import FideEdition, pack_rules
from ratings.rulebook.fide_periods import (
    COMPRESSION,
    FAST_CORRECTION,
    list_date,
    month_of,
    one_off_on,
    written,
)
from ratings.rulebook.fide_robin import is_round_robin

NO_LIST_OF_OURS = -1
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Period:
    """One period computed: its events in order, what went in and what came out."""

    month: int
    events: tuple[FideEvent, ...]
    facts: PeriodFacts
    changes: PeriodChanges


@dataclass(slots=True)
class _Lists:
    """The standing after the newest list, and the ratings of every list so far."""

    standing: ListStanding
    ratings: dict[int, Ints] = field(default_factory=dict)

    def in_force(self, month: int) -> Ints:
        """Return the ratings in force in a month; before our first list those the job came with."""
        return self.ratings[max(list_month for list_month in self.ratings if list_month <= month)]


def compute_periods(job: FideJob) -> list[Period]:
    """Compute every period of a job, each list carried to the next."""
    engine = period_engine_named(job.system.engine)
    standing = _first_standing(job)
    lists, given = _Lists(standing, {NO_LIST_OF_OURS: standing.rating}), standing.k
    done: list[Period] = []
    k_rules: tuple[float, ...] = ()
    for month in _months(job):
        events = tuple(event for event in job.events if event.month == month)
        editions = _editions(job, events, month)
        facts = _facts(job, events, month=month, lists=lists, editions=editions)
        rules: Longs = np.array([pack_rules(edition) for edition in editions], np.int64)
        if done:
            read = k_on_list(lists.standing, month=month - 1, rule=rules[1])
            # K only falls, but for rapid and blitz in October 2022: then every K is read again.
            stands = (given > 0) & (given < read) & (_k_rules(editions[1]) == k_rules)
            lists.standing = replace(lists.standing, k=np.where(stands, given, read))
        else:
            k_rules = _k_rules(editions[1])
        changes, lists.standing = engine.rate(facts, lists.standing, rules)
        lists.ratings[month] = changes.after
        done.append(Period(month, events, facts, changes))
    return done


def _months(job: FideJob) -> list[int]:
    """Return the lists to compute: those with events, and those in between that move everybody."""
    months = {event.month for event in job.events}
    if months:
        first, last = min(months), max(months)
        adjusted = (month for month in (FAST_CORRECTION, COMPRESSION) if _one_off(job, month).is_due)
        months.update(month for month in adjusted if first < month < last)
    return sorted(months)


def _one_off(job: FideJob, month: int) -> OneOff:
    """Return the adjustment due with a list (1.7); that of October 2022 where standard ratings are given."""
    if job.rules.named or not job.system.entry.one_offs:
        return OneOff()
    due = one_off_on(job.system.key, month)
    standard = _ints([player.standard for player in job.players])
    return replace(due, standard=standard) if due.standard_gap and standard.any() else due


def _first_standing(job: FideJob) -> ListStanding:
    return ListStanding(
        rating=_ints([player.rating for player in job.players]),
        k=_ints([player.k for player in job.players]),
        games=_ints([player.games for player in job.players]),
        peak=_ints([player.peak for player in job.players]),
        birth_year=_ints([player.birth_year for player in job.players]),
    )


def _editions(job: FideJob, events: Sequence[FideEvent], month: int) -> list[FideEdition]:
    """List the editions of a period: of its list, of the list before, then of each event, each once."""
    lists = [job.rules.on(list_date(of_month)) for of_month in (month, month - 1)]
    return lists + list(dict.fromkeys(event.edition for event in events))


def _k_rules(edition: FideEdition) -> tuple[float, ...]:
    return edition.k, edition.k_new, edition.k_junior, edition.k_top


def _facts(
    job: FideJob, events: Sequence[FideEvent], *, month: int, lists: _Lists, editions: Sequence[FideEdition]
) -> PeriodFacts:
    """Arrange a period as columns; an event's entries are its players in the order of the job."""
    entries = [
        sorted({place for game in event.games for place in (game.white, game.black)}) for event in events
    ]
    entry_start = np.cumsum([0, *map(len, entries)]).astype(np.int32)
    seen: list[int] = []
    own: list[int] = []
    robin: list[bool] = []
    games: list[tuple[int, int, int]] = []
    game_start = [0]
    for first, players, event in zip(entry_start, entries, events, strict=False):
        row = {player: int(first) + place for place, player in enumerate(players)}
        in_force = lists.in_force(month_of(event.start))
        met = {player: event.ratings.get(player, int(in_force[player])) for player in players}
        seen.extend(met.values())
        own.extend(
            _own(met[player], stated=player in event.ratings, base=lists.standing.rating[player])
            for player in players
        )
        robin.append(_is_robin(event, {player for player, rating in met.items() if rating > 0}))
        games.extend(
            (row[game.white], row[game.black], game.half_points) for game in event.games if game.played
        )
        game_start.append(len(games))
    columns = np.array(games, np.int32).reshape(-1, 3).T
    return PeriodFacts(
        month=month,
        list_edition=0,
        k_edition=1,
        event_edition=np.array([editions.index(event.edition, 2) for event in events], np.int8),
        event_robin=np.array(robin, np.int8),
        entry_start=entry_start,
        game_start=np.array(game_start, np.int32),
        entry_player=_ints([player for players in entries for player in players]),
        entry_seen=_ints(seen),
        entry_own=_ints(own),
        game_white=columns[0].copy(),
        game_black=columns[1].copy(),
        game_score=columns[2].astype(np.int8),
        one_off=_one_off(job, month),
    )


def _own(rating: int, *, stated: bool, base: int) -> int:
    """Return the rating in force of one's own side; only one the file states can replace a missing base."""
    return rating if stated or base > 0 else 0


def _is_robin(event: FideEvent, rated: set[int]) -> bool:
    """Return whether the method of 1.8 has anything to do: a round robin with an unrated player."""
    if not event.edition.round_robin or not all(game.played for game in event.games):
        return False
    pairs = [(game.white, game.black) for game in event.games]
    unrated = {player for pair in pairs for player in pair} - rated
    return bool(unrated) and is_round_robin(pairs, rated=rated)


def _ints(numbers: Sequence[int]) -> NDArray[np.int32]:
    return np.array(numbers, np.int32)


def compute(job: FideJob) -> Answer:
    """Compute a job; `sum` and `change` are exact decimals written as doubles, ratings are as published."""
    periods = compute_periods(job)
    events: dict[str, Answer] = {}
    games: dict[str, list[Answer]] = {}
    for period in periods:
        for place, event in enumerate(period.events):
            events[event.id] = _event_row(job, period, place)
            games[event.id] = _game_rows(job, period, place)
    return {
        "system": job.system.key,
        "players": [_player_row(job, periods, place) for place in range(len(job.players))],
        "events": [events[event.id] for event in job.events],
        "games": [row for event in job.events for row in games[event.id]],
    }


def _player_row(job: FideJob, periods: list[Period], place: int) -> Answer:
    """Sum a player's periods up; K is that of the last one they were rated in."""
    player = job.players[place]
    after = int(periods[-1].changes.after[place]) if periods else player.rating
    applied = [int(period.changes.k[place]) for period in periods if period.changes.k[place] > 0]
    row: Answer = {
        "id": player.id,
        "before": _rating(player.rating),
        "after": _rating(after),
        "change": after - player.rating if after and player.rating else None,
        "rated_games": sum(int(period.changes.games[place]) for period in periods),
        "k": applied[-1] if applied else None,
        "sum": sum(int(period.changes.sum[place]) for period in periods) / GAME,
    }
    if any(bool(period.changes.first[place]) for period in periods):
        row["first_rating"] = True
    return row


def _event_row(job: FideJob, period: Period, place: int) -> Answer:
    """Describe an event: `before` is the base, `start` the rating in force, `after` the list's."""
    facts, changes, event = period.facts, period.changes, period.events[place]
    players = []
    for entry in range(int(facts.entry_start[place]), int(facts.entry_start[place + 1])):
        player, games = int(facts.entry_player[entry]), int(changes.entry_games[entry])
        row: Answer = {
            "id": job.players[player].id,
            "before": _rating(changes.before[player]),
            "start": _rating(changes.entry_own[entry]),
            "after": _rating(changes.after[player]),
            "rated_games": games,
            "k": _rating(changes.k[player]),
            "sum": int(changes.entry_sum[entry]) / GAME,
            "rc": rounded_mean(int(changes.entry_opponents[entry]), games) if games else None,
        }
        players.append(row)
    return {
        "id": event.id,
        "edition": event.edition.name,
        "periods": [written(period.month)],
        "players": players,
    }


def _game_rows(job: FideJob, period: Period, place: int) -> list[Answer]:
    facts, event = period.facts, period.events[place]
    first = int(facts.game_start[place])
    played = [game for game in event.games if game.played]
    return [
        {"event": event.id, "round": game.round} | _side_row(job, period, row=first + number, side=side)
        for number, game in enumerate(played)
        for side in (0, 1)
        if period.changes.side_expected[first + number, side] != NOT_RATED
    ]


def _side_row(job: FideJob, period: Period, *, row: int, side: int) -> Answer:
    """Describe one rated side; `opponent_rating` is as used, `capped` marks what the 400 rule moved."""
    facts, changes = period.facts, period.changes
    seats = (int(facts.game_white[row]), int(facts.game_black[row]))
    entry, player, opponent = seats[side], *(int(facts.entry_player[seat]) for seat in seats)
    if side:
        player, opponent = opponent, player
    half_points = 2 - int(facts.game_score[row]) if side else int(facts.game_score[row])
    expected, k = int(changes.side_expected[row, side]), int(changes.k[player])
    return {
        "player": job.players[player].id,
        "opponent": job.players[opponent].id,
        "before": int(changes.entry_own[entry]),
        "opponent_rating": int(changes.side_opponent[row, side]),
        "capped": bool(changes.side_capped[row, side]),
        "expected": expected / GAME,
        "score": half_points / 2,
        "k": k,
        "weight": 1.0,
        "change": k * (half_points * (GAME // 2) - expected) / GAME,
    }


def _rating(value: int | np.integer) -> int | None:
    """Return a rating or a K as JSON writes it; None for none."""
    return int(value) or None
