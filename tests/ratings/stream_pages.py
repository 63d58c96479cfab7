"""A small stream with its list, and what the tests read off pages."""

import re
from datetime import date
from typing import Any

from django.test import Client

from ratings.cadence.by_game.moments import moment_of
from ratings.cadence.by_game.stale import mark
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.lists import publication
from ratings.models import ListEntry, ManualEvent
from tests.ratings.streams import HOUR, NOON, Told, World, world

ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
LIST_DAY = date(2023, 11, 16)
SETTLED = date(2023, 11, 10)


def settle(made: World, *places: int, level: float | None = None, rd: float = 50.0, games: int = 100) -> None:
    """Make some players established by a decision of the office, some days before the games."""
    for place in places:
        ManualEvent.objects.create(
            system=made.system, kind="initial", player=made.players[place], date=SETTLED,
            value=1600.0 + 50 * place if level is None else level, deviation=rd, games=games,
        )  # fmt: skip
    mark(made.system, moment_of(SETTLED))


def played(key: str = "fics-blitz", *, players: int = 6) -> World:
    """Two established players, four who begin; a list of the day after."""
    made = world(key, players=players)
    settle(made, 0, 1)
    if key == "ladder":
        made.arrive(
            Told(NOON, (0, 1), 0, code="a"),
            Told(NOON + HOUR, (2, 0, 3, 4), None, (1, 2, 2, 4), code="b"),
            Told(NOON + 2 * HOUR, (5, 2), 1, code="c"),
        )
    else:
        made.arrive(
            Told(NOON, (0, 1), 0, code="a"),
            Told(NOON + HOUR, (0, 1), 2, code="b"),
            Told(NOON + 2 * HOUR, (2, 3), 1, code="c"),
            Told(NOON + 3 * HOUR, (4, 5), 2, code="d"),
        )
    rate_pending(key)
    publication.publish(made.system, LIST_DAY, account=None)
    return made


def page(client: Client, path: str) -> Any:
    return client.get(path, **ENGLISH)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def ids(response: Any) -> list[int]:
    return [int(found) for found in re.findall(r'<tr id="p(\d+)">', response.content.decode())]


def ranks(response: Any) -> list[int]:
    return [int(found) for found in re.findall(r'<td class="rank">(\d+)', response.content.decode())]


def listed(**wanted: Any) -> list[int]:
    rows = ListEntry.objects.filter(**wanted).order_by("position")
    return list(rows.values_list("player_id", flat=True))
