"""Random streams of matches for the generic Elo of games one by one."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import EloEdition
from ratings.engines.online_elo_contract import OnlineFacts, OnlineStanding
from ratings.engines.stream_contract import DUEL, LEVEL, StreamFacts
from tests.engines.elo_jobs import NAN, PLAYERS, SIZES, Maker, codes
from tests.engines.elo_oracle import Entry, Player
from tests.engines.online_elo_oracle import Match

PLACES = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}


class StreamMaker(Maker):
    """Makes a stream from a seed."""

    def law(self) -> EloEdition:
        """An edition that games one by one know."""
        edition = self.edition(online=True)
        when = self.random.choice((tables.GAME, tables.LIST))
        of_change = when == tables.GAME and edition.scale.of_change
        return replace(edition, scale=replace(edition.scale, when=when, of_change=of_change))

    def seat(self, player: int) -> Entry:
        """A player at the board."""
        age = self.random.choice((None, 11.0, 17.5, 40.0))
        return Entry(player, age, self.code(), self.random.choice((None, 0, 2, 5)))

    def match(self, editions: int) -> Match:
        """A game, or a decision of the office."""
        edition = self.random.randrange(editions)
        white, black = self.random.sample(range(PLAYERS), 2)
        if self.random.random() < 0.1:
            games = self.random.randint(0, 40)
            return Match(
                (self.seat(white),), level=self.maybe(self.rating(), 0.7), games=games, edition=edition
            )
        return Match(
            (self.seat(white), self.seat(black)),
            self.random.choice((1.0, 0.5, 0.0)),
            (float(self.random.randint(0, 600)), float(self.random.randint(0, 600))),
            self.random.choice((1, 3, 5, 7, 9, 11)),
            self.code(),
            self.code(),
            self.random.random() < 0.7,
            self.random.choice(SIZES),
            edition=edition,
        )

    def stream(self) -> tuple[tuple[EloEdition, ...], tuple[Match, ...], tuple[Player, ...]]:
        """Editions, matches and where everybody stood."""
        editions = tuple(self.law() for _ in range(self.random.randint(1, 2)))
        matches = tuple(self.match(len(editions)) for _ in range(self.random.randint(0, 15)))
        return editions, matches, tuple(self.person() for _ in range(PLAYERS))


def stream_of(matches: Sequence[Match]) -> OnlineFacts:
    """Return matches as columns."""
    seats = [seat for match in matches for seat in match.seats]
    count = len(matches)
    is_game = [len(match.seats) == 2 for match in matches]
    nothing = np.full(count, NAN)
    stream = StreamFacts(
        kind=np.array([DUEL if game else LEVEL for game in is_game], np.int8),
        edition=np.array([match.edition for match in matches], np.int8),
        moment=np.arange(count, dtype=np.int64),
        points=nothing,
        level=np.array([NAN if match.level is None else match.level for match in matches], np.float64),
        deviation=nothing,
        seat_start=np.cumsum([0, *(len(match.seats) for match in matches)]).astype(np.int32),
        seat_player=np.array([seat.player for seat in seats], np.int32),
        seat_place=np.array(
            [place for match in matches for place in PLACES[match.score][: len(match.seats)]], np.int8
        ),
        seat_games=np.array([match.games for match in matches for _ in match.seats], np.int32),
    )

    return OnlineFacts(
        games=stream,
        length=np.array([match.length for match in matches], np.float64),
        control=codes([match.control for match in matches]),
        game_class=codes([match.game_class for match in matches]),
        online=codes([match.online for match in matches]),
        size=codes([match.size for match in matches]),
        seat_points=np.array(
            [points for match in matches for points in match.points[: len(match.seats)]], np.float64
        ),
        seat_age=np.array([NAN if seat.age is None else seat.age for seat in seats], np.float64),
        seat_level=codes([seat.level for seat in seats]),
        seat_grade=codes([seat.grade for seat in seats]),
    )


def online_standing(people: Sequence[Player]) -> OnlineStanding:
    """Return players as columns."""
    ratings = [NAN if person.rating is None else person.rating for person in people]
    peaks = [NAN if person.peak is None else person.peak for person in people]
    games = [float(person.games) for person in people]
    return OnlineStanding(np.array(ratings), np.array(games), np.array(peaks))
