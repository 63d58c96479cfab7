"""Replicas of the database: which of them may be read, and who has to be spared one that lags.

Each is asked on the connection that is to be used: whether it is a replica still, how far it has come, and of
when its last transaction is. What lags too far is passed over; what does not answer or was promoted is left
alone for a while.
"""

from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import count
from math import inf

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from federation.database import positions
from federation.database.reading import Reader
from federation.web.outages import Outage

RETRY_SECONDS = 5.0  # for which a replica that failed is not asked
NO_REPLICA = "it is no replica (any more)"
COOKIE, _SALT = "wrote", "federation.web.replicas"
_COOKIE_SECONDS = 60  # beyond REPLICA_LAG_SECONDS, behind which no replica is read
_STATE = """
SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn(),
       extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())
"""
_turns = count()


class Unfit(Exception):
    """A server that answers and still is not to be read."""


@dataclass(frozen=True, slots=True)
class State:
    """The state a server reports of itself."""

    is_replica: bool
    position: int
    age: float  # seconds since the commit of what it replayed last

    @property
    def lag(self) -> float:
        """Return the seconds it is behind at most: none where it has all that is known of the primary.

        When nothing was written for a while, that is too many for the moment until the next commit is here.
        """
        return 0.0 if self.position >= positions.newest() else max(0.0, self.age)

    @property
    def is_near(self) -> bool:
        """Return whether it is no further behind than a replica that is read may be."""
        return bool(self.lag <= settings.REPLICA_LAG_SECONDS)


@cache
def _outage(alias: str) -> Outage:
    return Outage(f"The database {alias}", retry=RETRY_SECONDS)


def choose(position: int) -> str:
    """Return the replica whose turn it is, of those that have come to a position; else the primary."""
    first, every = next(_turns), settings.REPLICAS
    for place in range(len(every)):
        alias = every[(first + place) % len(every)]
        if _has_come_to(position, alias):
            return alias
    return DEFAULT_DB_ALIAS


def _has_come_to(position: int, alias: str) -> bool:
    outage = _outage(alias)
    if outage.is_on and not outage.is_my_turn():
        return False
    try:
        state = ask(alias)
        if not state.is_replica:
            raise Unfit(NO_REPLICA)
    except (Error, Unfit) as problem:
        connections[alias].close()
        outage.begin(problem)
        return False
    outage.end()
    return state.position >= position and state.is_near


def ask(alias: str) -> State:
    """Query a replica's state; a persistent connection ended meanwhile is opened again, once."""
    was_open = connections[alias].connection is not None
    try:
        return _ask(alias)
    except Error:
        connections[alias].close()
        if not was_open:
            raise
    return _ask(alias)


def lag(alias: str) -> float:
    """Return how many seconds a replica is behind; infinitely many where it is away or none any more."""
    try:
        state = ask(alias)
    except Error:
        connections[alias].close()
        return inf
    return state.lag if state.is_replica else inf


def _ask(alias: str) -> State:
    with connections[alias].cursor() as cursor:
        cursor.execute(_STATE)
        is_replica, position, age = cursor.fetchone()
    return State(is_replica, positions.number(position or "0/0"), inf if age is None else float(age))


def turn_to_primary(reader: Reader) -> bool:
    """Have a page read from the primary where its replica failed under it; False where none did."""
    alias = reader.alias
    if alias is None or alias == DEFAULT_DB_ALIAS or not connections[alias].errors_occurred:
        return False
    reader.alias = DEFAULT_DB_ALIAS
    if not connections[alias].is_usable():  # else it was one statement: a row in use that the replay removed
        connections[alias].close()
        _outage(alias).begin(Unfit("it failed while a page was read"))
    return True


def remember_write(response: HttpResponseBase) -> None:
    """Add a cookie with the writer's position in the log, so that they see no older state."""
    response.set_signed_cookie(
        COOKIE,
        str(positions.read()),
        salt=_SALT,
        max_age=_cookie_age(),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
        path=settings.SESSION_COOKIE_PATH,
    )


def position_of(request: HttpRequest) -> int:
    """Return the position in the log of the visitor's last write, 0 for none."""
    if COOKIE not in request.COOKIES:
        return 0
    position = request.get_signed_cookie(COOKIE, default=None, salt=_SALT, max_age=_cookie_age())
    return int(position) if position else 0


def _cookie_age() -> timedelta:
    return timedelta(seconds=settings.REPLICA_LAG_SECONDS + _COOKIE_SECONDS)
