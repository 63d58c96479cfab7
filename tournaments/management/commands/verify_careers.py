"""Check of stored careers (all games of each player) against the games."""

import sys
from typing import Any

from django.core.management.base import CommandParser

from federation.management.office_command import OfficeCommand
from tournaments.careers import stored_games

_MOST = 50


class Command(OfficeCommand):
    """Recalculate every career and name the players whose stored one differs.

    Exit status 1 if one does.
    """

    help = "Check the games stored by player, which pages use, against the tournaments."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mend", action="store_true", help="rewrite what differs")

    def handle(self, *_: Any, **options: Any) -> None:
        players = stored_games.differences()
        for player in players[:_MOST]:
            self.stdout.write(f"player {player}: games differ from those of the player's tournaments")
        if len(players) > _MOST:
            self.stdout.write("... and more")
        self.stdout.write(f"{len(players)} differences")
        if players and options["mend"]:
            self.stdout.write(f"{stored_games.rebuild()} careers written")
        elif players:
            sys.exit(1)
