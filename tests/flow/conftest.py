"""The federation of the demonstration, invented once for all tests of it.

Well in the past, so that nothing is "still to come" on any machine.
"""

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from ratings.management.demo import chess
from tournaments.management.demo.chess_world import ChessPlan
from tournaments.management.demo.world import InventedTournament, Plan, World, tournaments, world

TODAY = date(2024, 11, 20)
PLAN = Plan(TODAY, players=300, seasons=1)
CHESS_PLAYERS = 100


def load(*arguments: str) -> str:
    """Run the command for a small federation and return what it says."""
    said = StringIO()
    call_command(
        "demo_federation", "--players=300", "--seasons=1", f"--today={TODAY}", *arguments, stdout=said
    )
    return said.getvalue()


@pytest.fixture(scope="session")
def invented() -> World:
    return world(PLAN)


@pytest.fixture(scope="session")
def played(invented: World) -> list[InventedTournament]:
    return list(tournaments(invented))


@pytest.fixture(scope="session")
def season(invented: World, played: list[InventedTournament]) -> chess.Season:
    return chess.invent_season(ChessPlan(TODAY, players=CHESS_PLAYERS), invented, played)
