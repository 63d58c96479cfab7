"""Measurements of `manage.py bench`: engines of decision tables beside the ladder on the same games."""

from collections.abc import Callable
from math import inf
from time import process_time

import numpy as np

from ratings.engines import decision_tables as tables
from ratings.engines.contract import Facts
from ratings.engines.decision_tables import EloEdition, KRow, Rules, Scale, packed
from ratings.engines.elo import engine as elo_engine
from ratings.engines.elo_contract import EloFacts, newcomers
from ratings.engines.online_elo import engine as online_engine
from ratings.engines.online_elo_contract import no_more, unrated
from ratings.engines.stream_contract import DUEL, StreamFacts, StreamStanding
from ratings.engines.table import stream_engine_named
from ratings.rulebook.editions import pack_all
from ratings.rulebook.systems import SYSTEMS
from tests.bench.facts import synthetic_facts
from tests.bench.figures import Figure, Size

_TIMES = 7
_SHARE = 0.5  # of the games a second of the ladder's kernel
_K = (
    KRow(40.0, age_below=12.0, rating_below=1200.0),
    KRow(36.0, age_below=15.0, rating_below=1500.0),
    KRow(32.0, age_below=18.0, rating_below=2100.0),
    KRow(40.0, games_below=15.0),
    KRow(30.0, games_below=30.0, rating_below=2300.0),
    KRow(10.0, reached=2400.0),
    KRow(16.0, reached=2200.0),
    KRow(20.0),
)


def elo(size: Size) -> list[Figure]:
    """Replay events of five rounds by the generic Elo with a K table of eight rows."""
    facts, _ = synthetic_facts(size.games, size.tournaments, size.players, 1)
    rules, events = _rules(tables.EVENT), _events(facts)
    players = size.players
    return _figures("generic Elo", size, facts, lambda: elo_engine.replay(events, newcomers(players), rules))


def online_elo(size: Size) -> list[Figure]:
    """Replay the same games one by one."""
    facts, _ = synthetic_facts(size.games, size.tournaments, size.players, 1)
    rules, games = _rules(tables.LIST), no_more(_stream(facts))
    players = size.players
    return _figures(
        "generic Elo, games one by one",
        size,
        facts,
        lambda: online_engine.replay(games, unrated(players), rules),
    )


def _rules(when: int) -> Rules:
    return packed([EloEdition(k=_K, scale=Scale(when=when))])


def _figures(name: str, size: Size, facts: Facts, replay: Callable[[], object]) -> list[Figure]:
    """Measure a replay and the ladder's in turn; a ratio of best times does without what else runs here."""
    ladder, parameters = stream_engine_named("ladder"), pack_all(SYSTEMS["ladder"].editions)
    stream, nobody = _stream(facts), np.full(size.players, np.nan)
    standing = StreamStanding(nobody, nobody, np.zeros(size.players, np.int32), np.full(size.players, -1))
    own = theirs = inf
    for _ in range(_TIMES):
        own = min(own, _seconds(replay))
        theirs = min(theirs, _seconds(lambda: ladder.replay(stream, standing, parameters)))
    games = facts.game_white.size
    return [
        Figure(f"{name}, eight rows of K", games / own / 1e6, "M games/s"),
        Figure("  of the ladder's games a second", theirs / own, "", least=_SHARE),
    ]


def _seconds(replay: Callable[[], object]) -> float:
    begun = process_time()
    replay()
    return process_time() - begun


def _events(facts: Facts) -> EloFacts:
    """Return a history as events of the generic Elo, each a span; ages from 10 to 49."""
    events, entries = facts.event_kind.size, facts.entry_player.size
    none, unknown = np.full(events, -1, np.int8), np.full(entries, -1, np.int8)
    return EloFacts(
        span_start=np.arange(events + 1, dtype=np.int32),
        span_edition=np.zeros(events, np.int8),
        entry_start=facts.entry_start,
        game_start=facts.game_start,
        event_control=none,
        event_class=none,
        event_online=np.zeros(events, np.int8),
        entry_player=facts.entry_player,
        entry_age=(10.0 + facts.entry_player % 40).astype(np.float64),
        entry_level=unknown,
        entry_grade=unknown,
        game_white=facts.game_white,
        game_black=facts.game_black,
        game_score=facts.game_score,
        game_size=facts.game_size,
    )


def _stream(facts: Facts) -> StreamFacts:
    """Return the games of a history as duels in their order."""
    games = facts.game_white.size
    sides = np.stack([facts.game_white, facts.game_black], axis=1)
    lost = np.stack([facts.game_score == 0, facts.game_score == 2], axis=1)
    nothing = np.full(games, np.nan)
    return StreamFacts(
        kind=np.full(games, DUEL, np.int8),
        edition=np.zeros(games, np.int8),
        moment=np.arange(games, dtype=np.int64),
        points=nothing,
        level=nothing,
        deviation=nothing,
        seat_start=np.arange(0, 2 * games + 1, 2, dtype=np.int32),
        seat_player=facts.entry_player[sides].ravel(),
        seat_place=(1 + lost).astype(np.int8).ravel(),
        seat_games=np.zeros(2 * games, np.int32),
    )
