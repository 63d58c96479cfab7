"""Games of a stream into the database: the new taken with the points at stake, the known counted."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from federation.database import bulk
from federation.journal import journal
from federation.models import Account
from federation.vocabulary.systems.catalogue import STREAMS
from tournaments.models import GameServer, Seat, Stream, TableGame
from tournaments.online_games import handles, servers
from tournaments.online_games.arrivals import Arrival, Arrivals, Floats, Longs, Refusal, of_records
from tournaments.online_games.checking import check, key_of, place_of, refusal, seated_twice
from tournaments.online_games.same_games import digests, same_games
from tournaments.reports.findings import Finding, error
from tournaments.signals import games_arrived

PER_OPPONENT = 8.0  # Ticket to Ride

_INT, _BOOL, _TEXT = np.dtype(np.int64), np.dtype(np.bool_), np.dtype(object)
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Received:
    """Result of a batch, in games; `newcomers` are players enrolled."""

    accepted: int
    known: int
    refused: tuple[Refusal, ...]
    newcomers: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What would become of a batch."""

    fresh: Arrivals  # the games to take
    told: Longs  # their digests
    players: Longs  # of the names of fresh; `NOBODY` = a newcomer
    known: int
    refused: tuple[Refusal, ...]
    replaced: tuple[int, ...]  # keys of withdrawn games that come again with other contents

    @property
    def newcomers(self) -> list[str]:
        """The handles of the games to take that no player has yet, one for each player."""
        seen = np.unique(self.fresh.seat_name)
        first: dict[str, str] = {}
        for name in seen[self.players[seen] == handles.NOBODY].tolist():
            first.setdefault(key_of(self.fresh.names[name]), self.fresh.names[name])
        return list(first.values())


def receive(
    server: GameServer, system: str, games: Arrivals | Iterable[Arrival], *, account: Account | None
) -> Received:
    """Take the games of a batch that are new and right; one journal line, then `games_arrived`.

    Known by the server and its own code: the same again is counted, something else is refused, unless the
    first was withdrawn. A game that comes twice, even at once, is taken once. KeyError: the games of the
    system do not come one by one.
    """
    with transaction.atomic():
        current, stream = _lock(server, STREAMS[system].key)
        plan = make_plan(current, system, games)
        newcomers = plan.newcomers
        if len(plan.fresh):
            _take(plan, current, stream, handles.enrol(current, newcomers))
            counts = {"known": plan.known, "refused": len(plan.refused), "newcomers": len(newcomers)}
            journal.write(
                "games.received",
                stream,
                account=account,
                server=server.key,
                system=system,
                accepted=len(plan.fresh),
                **counts,
            )
            since = int(plan.fresh.ended.min())
            games_arrived.send(sender=TableGame, system=system, since=since, account=account)
    return Received(len(plan.fresh), plan.known, plan.refused, len(newcomers))


def make_plan(server: GameServer, system: str, games: Arrivals | Iterable[Arrival]) -> Plan:
    """Return what would become of a batch; writes nothing."""
    if not isinstance(games, Arrivals):
        games = of_records(list(games))
    good, refused = check(games, STREAMS[system].games, now=time.time_ns() // 1_000_000)
    games = games.kept(good)
    players = handles.players_of(server, games.names)
    met = _compare_codes(server, games, digests(system, games))
    fresh, refused = met.fresh, [*refused, *met.refused]
    for row, findings in _erased(server, games, fresh, players):
        fresh[row] = False
        refused.append(refusal(games, row, findings))
    for row, seat in seated_twice(games, players[games.seat_name]) if len(games) else ():
        if fresh[row]:
            fresh[row] = False
            finding = error(
                "one-player-of-two-names", place_of(games, row), name=games.names[games.seat_name[seat]]
            )
            refused.append(refusal(games, row, [finding]))
    candidates, rows = games.kept(fresh), np.flatnonzero(fresh).tolist()
    for at, other in same_games(system, candidates, met.told[fresh], players):
        fresh[rows[at]] = False
        finding = error("same-game", place_of(candidates, at), game=other)
        refused.append(refusal(candidates, at, [finding]))
    fresh_games = games.kept(fresh)
    replaced = tuple(key for row, key in met.replaced.items() if fresh[row])
    refused.sort(key=lambda item: item.place)
    return Plan(fresh_games, met.told[fresh], players, met.known, tuple(refused), replaced)


def _erased(
    server: GameServer, games: Arrivals, fresh: Mask, players: Longs
) -> Iterator[tuple[int, list[Finding]]]:
    """Find new games (fresh) under handles that would be enrolled and are like a person erased on request.

    `players` as `Plan` has them. One query, none where no one is new.
    """
    game = games.seat_game
    seats = np.flatnonzero(fresh[game] & (players[games.seat_name] == handles.NOBODY))
    if not len(seats):
        return
    days = handles.erased_on(server, {games.names[name] for name in games.seat_name[seats].tolist()})
    findings: defaultdict[int, list[Finding]] = defaultdict(list)
    for seat in seats.tolist() if days else ():
        row, name = int(game[seat]), games.names[games.seat_name[seat]]
        if name in days:
            date = days[name].isoformat()
            findings[row].append(error("erased-handle", place_of(games, row), name=name, date=date))
    yield from findings.items()


def _lock(server: GameServer, system: str) -> tuple[GameServer, Stream]:
    """Let one batch of a server and of a system in at a time.

    Always the server first: no two wait in a ring.
    """
    current = servers.lock(server.pk)
    streams = Stream.objects.select_for_update().filter(system=system)
    stream = streams.first()
    if stream is None:
        Stream.objects.get_or_create(system=system)
        stream = streams.get()
    return current, stream


@dataclass(slots=True)
class _Met:
    """How games stand to those that are there: new (a mask), known (how many), contradicting, replacing."""

    told: Longs
    fresh: Mask
    known: int = 0
    replaced: dict[int, int] = field(default_factory=dict)  # game of the batch -> key of the withdrawn one
    refused: list[Refusal] = field(default_factory=list)


def _compare_codes(server: GameServer, games: Arrivals, game_digests: Longs) -> _Met:
    """Compare games with those of the server that have the same codes, and with each other."""
    met = _Met(game_digests, np.ones(len(games), bool))
    distinct = set(games.codes)
    by_code = _read_known_codes(server, list(distinct))
    if not by_code and len(distinct) == len(games):
        return met
    for row, (code, number) in enumerate(zip(games.codes, game_digests.tolist(), strict=True)):
        key, before, withdrawn = by_code.get(code, (0, number, True))
        if code not in by_code or (withdrawn and before != number):
            if key:
                met.replaced[row] = key
            by_code[code] = (0, number, False)  # for games further behind in this batch
            continue
        met.fresh[row] = False
        if before == number:
            met.known += 1
        else:
            differs = error("game-differs", place_of(games, row), game=code)
            met.refused.append(refusal(games, row, [differs]))
    return met


def _read_known_codes(server: GameServer, codes: list[str]) -> dict[str, tuple[int, int, bool]]:
    """Read what is there under codes: key, digest, and whether it was withdrawn."""
    source, value = bulk.listed(codes)
    known_codes, keys, game_digests, withdrawn = bulk.read_columns(
        "SELECT g.code, g.id, g.told, g.withdrawn IS NOT NULL "  # noqa: S608 - every value is bound
        f"FROM {source} CROSS JOIN tournaments_tablegame AS g WHERE g.code = v.value AND g.server_id = %s",
        [value, server.pk],
        [_TEXT, _INT, _INT, _BOOL],
    )
    rows = zip(keys.tolist(), game_digests.tolist(), withdrawn.tolist(), strict=True)
    return dict(zip(known_codes.tolist(), rows, strict=True))


def _take(plan: Plan, server: GameServer, stream: Stream, enrolled: dict[str, int]) -> None:
    """Write the games of a plan and move the stream on."""
    if plan.replaced:
        Seat.objects.filter(game__in=plan.replaced).delete()
        TableGame.objects.filter(pk__in=plan.replaced).delete()
    games = plan.fresh
    seated = _players(plan, enrolled)[games.seat_name]
    two = np.diff(games.seat_start) == 2
    for mask, write in ((two, _write_duels), (~two, _write_tables)):
        if mask.any():
            seats = np.repeat(mask, np.diff(games.seat_start))
            part = replace(plan, fresh=games.kept(mask), told=plan.told[mask])
            write(part, seated[seats], server=server, system=stream.system)
    last = TableGame.objects.filter(system=stream.system).order_by("-pk").values_list("pk", flat=True)[:1]
    stream.games, stream.last_key = stream.games + len(games), last[0]
    stream.save(update_fields=["games", "last_key"])


def _players(plan: Plan, enrolled: dict[str, int]) -> Longs:
    """Return the player of each name, newcomers enrolled; `NOBODY` for those of refused games."""
    players = plan.players.copy()
    for name in np.flatnonzero(players == handles.NOBODY).tolist():
        players[name] = enrolled.get(key_of(plan.fresh.names[name]), handles.NOBODY)
    return players


def _columns(plan: Plan, server: GameServer, system: str) -> dict[str, bulk.Column]:
    count = len(plan.fresh)
    return {
        "server_id": np.full(count, server.pk),
        "code": plan.fresh.codes,
        "system": [system] * count,
        "ended": plan.fresh.ended,
        "max_points": points_at_stake(plan.fresh, system, server),
        "told": plan.told,
    }


def _write_duels(plan: Plan, players: Longs, *, server: GameServer, system: str) -> None:
    seats: dict[str, bulk.Column] = {
        "white_id": players[0::2],
        "black_id": players[1::2],
        "score": plan.fresh.score,
    }
    bulk.write_columns(TableGame._meta.db_table, _columns(plan, server, system) | seats)


def _write_tables(plan: Plan, players: Longs, *, server: GameServer, system: str) -> None:
    """Write games of more than two, each with its seats."""
    games = plan.fresh
    sizes = np.diff(games.seat_start)
    keys = np.array(bulk.reserve_ids(TableGame._meta.db_table, len(games)), np.int64)
    score = np.ma.masked_less(games.score, 0)
    bulk.write_columns(
        TableGame._meta.db_table, _columns(plan, server, system) | {"id": keys, "score": score}
    )
    bulk.write_columns(
        Seat._meta.db_table,
        {
            "game_id": np.repeat(keys, sizes),
            "player_id": players,
            "number": np.arange(len(players)) - np.repeat(games.seat_start[:-1], sizes) + 1,
            "place": games.seat_place,
            "team": games.seat_team,
        },
    )


def points_at_stake(games: Arrivals, system: str, server: GameServer) -> Floats:
    """Return the points of games (G) to store with them, NaN where the system's rules fix them.

    Points a game gives itself go before. Source: the page of the ladder, "Les détails": 32 points a game; in
    Ticket to Ride 8, 16, 24 or 32 with 2, 3, 4 or 5 players. Counted on beyond five players, as far as a
    table goes (ours).
    """
    if not STREAMS[system].games.points or server.stakes != GameServer.Stakes.PER_OPPONENT:
        return games.points
    opponents = np.diff(games.seat_start) - 1
    return np.where(np.isnan(games.points), PER_OPPONENT * opponents, games.points)
