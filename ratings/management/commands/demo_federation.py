"""Fill an empty database with an invented federation: seasons, ratings, lists, work on the desks."""

import json
import subprocess
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import CommandError
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.management.command_line import own_command
from federation.management.office_command import OfficeCommand
from federation.models import Account, Player
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.management.demo import chess, desk, lists, membership, streams
from ratings.management.demo.archive import Candidates
from ratings.models import RatingSystem
from ratings.statistics import recompute
from tournaments.management.demo import chess_world, files
from tournaments.management.demo.chess_world import ChessPlan
from tournaments.management.demo.world import (
    PLAYERS,
    SEASONS,
    SEED,
    InventedTournament,
    Plan,
    World,
    tournaments,
    world,
)
from tournaments.models import Tournament

T = TypeVar("T")
SMALL = {"players": 400, "seasons": 2}
FEWEST = 100  # with fewer there is no field for a tournament
CHESS_SHARE = 3  # of so many members' number are chess players, but no fewer than the fields need


class Command(OfficeCommand):
    """Load or write the invented federation."""

    help = "Fill an empty database with an invented federation, or write its tournaments to a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what is to be invented."""
        parser.add_argument("--seed", type=int, default=SEED, help="seed of the invented data")
        parser.add_argument("--players", type=int, default=None, help=f"players of the register ({PLAYERS})")
        parser.add_argument("--seasons", type=int, default=None, help=f"seasons played ({SEASONS})")
        parser.add_argument("--today", type=date.fromisoformat, default=None, help="the present, YYYY-MM-DD")
        parser.add_argument("--small", action="store_true", help="400 players and two seasons")
        parser.add_argument("--again", action="store_true", help="do nothing if there are players already")
        parser.add_argument(
            "--files", type=Path, default=None, help="only write the tournaments to this folder"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Invent, then load or write."""
        plan = _plan(options)
        if plan.players < FEWEST or plan.seasons < 1:
            raise CommandError(_("A federation needs %(count)s players and one season.") % {"count": FEWEST})
        if options["files"]:
            self._write_folder(plan, options["files"])
            return
        if Player.objects.exists() or Tournament.objects.exists() or Account.objects.exists():
            if options["again"]:
                self.stdout.write(_("There are players already; nothing was done."))
                return
            raise CommandError(_("The database is not empty: the demonstration only fills an empty one."))
        self._load(plan)

    def _write_folder(self, plan: Plan, folder: Path) -> None:
        invented, played = _invent(plan)
        count = files.write_folder(folder, played)
        count += chess.write_folder(_invent_chess(plan, invented, played), folder, number=count + 1)
        self.stdout.write(_("%(count)s files written to %(folder)s.") % {"count": count, "folder": folder})

    def _load(self, plan: Plan) -> None:
        """Load everything in one transaction: a demonstration is whole or not there."""
        begun = time.perf_counter()
        compiling = _compile_kernels()
        invented, played = self._step(_("Inventing the federation"), lambda: _invent(plan))
        desks = desk.part(played, today=plan.today)
        season = self._step(_("Inventing a season of chess"), lambda: _invent_chess(plan, invented, played))
        with transaction.atomic():
            office, players = self._step(_("Enrolling players"), lambda: _enrol(invented, played))
            register = Candidates(players)
            self._step(_("Compiling the engines"), lambda: _await_kernels(compiling))
            self._step(
                _("Closing Go quarters"), lambda: self._play_go(invented, desks.approved, players, office)
            )
            self._step(_("Setting up the desks"), lambda: desk.lay_out(desks, players, office=office))
            desk.approve_late(desks, players, office=office)
            self._play_chess(season, register, office)
            self._step(
                _("Playing on two servers"), lambda: streams.open_servers(plan, players, office=office)
            )
            self._step(_("Sending results"), lambda: desk.fill_board(plan.today, office=office))
            for system in _systems():
                self._step(
                    _("Proposing %(system)s") % {"system": system.key},
                    partial(lists.recalculate, system, office=office, put=False),
                )
            _analyze()
            for system in RatingSystem.objects.filter(active=True):
                self._step(
                    _("Calculating statistics of %(system)s") % {"system": system.key},
                    partial(recompute.refresh, system),
                )
        self._say_farewell(time.perf_counter() - begun)

    def _play_chess(self, season: chess.Season, register: Candidates, office: membership.Office) -> None:
        """Close the months of chess one after the other; what is not over stays on the desks."""
        players = self._step(
            _("Importing a FIDE list"), lambda: chess.open_office(season, register.players, office=office)
        )
        candidates = Candidates(players, register)
        _analyze()
        self._step(
            _("Closing chess months"),
            lambda: list(chess.close_months(season, candidates, office=office)),
        )
        chess.leave_waiting(season, candidates, office=office)

    def _play_go(
        self,
        invented: World,
        approved: Sequence[InventedTournament],
        players: Sequence[Player],
        office: membership.Office,
    ) -> int:
        """Close quarters and months of Go one after the other; return how many lists came of it."""
        published = 0
        for new_lists in lists.play(invented, approved, players, _systems(), office=office):
            if not published:
                _analyze()
            published += len(new_lists)
        return published

    def _step(self, title: str, work: Callable[[], T]) -> T:
        """Do one step and say how long it took."""
        begun = time.perf_counter()
        done = work()
        count = f"{done} " if isinstance(done, int) else f"{len(done)} " if isinstance(done, list) else ""
        self.stdout.write(f"{title}: {count}({time.perf_counter() - begun:.1f} s)")
        return done

    def _say_farewell(self, seconds: float) -> None:
        counts = {
            "players": Player.objects.count(),
            "tournaments": Tournament.objects.count(),
            "seconds": f"{seconds:.1f}",
        }
        self.stdout.write(_("%(players)s players and %(tournaments)s tournaments in %(seconds)s s.") % counts)
        for role, *_ignored in membership.ACCOUNTS:
            self.stdout.write(f"  {role}@demo.example  {membership.PASSWORD}")


def _plan(options: dict[str, Any]) -> Plan:
    usual = SMALL if options["small"] else {"players": PLAYERS, "seasons": SEASONS}
    return Plan(
        today=options["today"] or timezone.localdate(),
        seed=options["seed"],
        players=options["players"] or usual["players"],
        seasons=options["seasons"] or usual["seasons"],
    )


def _invent(plan: Plan) -> tuple[World, list[InventedTournament]]:
    invented = world(plan)
    return invented, list(tournaments(invented))


def _invent_chess(plan: Plan, invented: World, played: list[InventedTournament]) -> chess.Season:
    players = max(FEWEST, min(chess_world.PLAYERS, plan.players // CHESS_SHARE))
    return chess.invent_season(ChessPlan(plan.today, plan.seed, players), invented, played)


def _enrol(invented: World, played: list[InventedTournament]) -> tuple[membership.Office, list[Player]]:
    return membership.open_office(), membership.enrol(invented, played)


def _systems() -> list[RatingSystem]:
    return list(RatingSystem.objects.filter(active=True, key__in=keys_of(Cadence.BY_EVENT)))


def _compile_kernels() -> list[subprocess.Popen[bytes]]:
    """Compile the engines of a fresh installation on the side, by rating a few games with each."""
    command = own_command("rate", "-")
    compiling = []
    played = {"white": "A", "black": "B", "result": "1-0"}
    ended = played | {"ended": "2024-04-06T12:00:00Z"}  # only streams ask for the moment
    for system, players, game in (
        ("ffg", [{"id": "A", "grade": "5k"}, {"id": "B", "grade": "6k"}], played),
        ("egf", [{"id": "A", "grade": "5k"}, {"id": "B", "grade": "6k"}], played),
        ("fide-standard", [{"id": "A", "rating": 1800}, {"id": "B"}], played),
        ("fics-glicko", [{"id": "A"}, {"id": "B"}], ended),
        ("ladder", [{"id": "A"}, {"id": "B"}], ended),
    ):
        event = {"id": "T", "start": "2024-04-06", "games": [game]}
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        if process.stdin:
            process.stdin.write(
                json.dumps({"system": system, "players": players, "events": [event]}).encode()
            )
            process.stdin.close()
        compiling.append(process)
    return compiling


def _await_kernels(compiling: Sequence[subprocess.Popen[bytes]]) -> None:
    """Wait for the engines; one that could not even rate these few games is no demonstration."""
    if any(codes := [process.wait() for process in compiling]):
        raise CommandError(f"an engine could not be compiled: {codes}")


def _analyze() -> None:
    """Let the database count its rows, so that it joins them in the right order."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
