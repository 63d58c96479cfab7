"""What is kept of everybody's games in tournaments is what the tournaments say, whatever happened to them."""

from datetime import date, timedelta
from io import StringIO
from random import Random

import numpy as np
import pytest
from django.core.management import call_command

from federation.models import Merge, Player
from federation.register import merging
from tests import seeds
from tests.ratings.histories import Played, hold, people, round_robin
from tests.ratings.people.merging.pairs import WHY
from tournaments.careers import stored_games
from tournaments.careers.packing import NOBODY, ROW, Rows, UnreadableCareerError, pack, unpack
from tournaments.models import Career, Entry, Game, Tournament
from tournaments.submission import steps

pytestmark = pytest.mark.django_db
DAY = date(2024, 1, 6)


def games_of(player: Player) -> list[tuple[date, int, int, int]]:
    """Return day, tournament, opponent and half points of each game that is kept."""
    kept = Career.objects.filter(player=player).first()
    rows = unpack(bytes(kept.data)).tolist() if kept else []
    return [(date(1970, 1, 1) + timedelta(days=day), *rest) for day, *rest in rows]


def one_by_one(player: Player) -> list[tuple[date, int, int, int]]:
    """Read the same game by game, with objects."""
    found = []
    for game in Game.objects.filter(tournament__stage="approved", by_default=False, outcome__in=(0, 1, 2)):
        for own, other, points in (
            (game.white, game.black, game.outcome),
            (game.black, game.white, 2 - game.outcome),
        ):
            if own.player_id == player.pk:
                opponent = NOBODY if other.player_id is None else other.player_id
                found.append((game.tournament.start, game.tournament_id, opponent, points))
    return sorted(found)


def rows_of(*games: tuple[int, int, int, int]) -> Rows:
    return np.array(list(games), ROW)


def test_same_games_are_the_same_bytes_in_whatever_order_they_came() -> None:
    games = [(19_000, 7, 3, 2), (19_000, 7, 2, 0), (18_000, 9, 3, 1), (19_000, 7, 2, 2)]

    packed = {pack(rows_of(*order)) for order in (games, games[::-1], games[2:] + games[:2])}

    assert len(packed) == 1
    assert unpack(packed.pop()).tolist() == sorted(games)


@pytest.mark.parametrize("data", [b"", b"\x02", b"\x01abc"])
def test_bytes_of_another_layout_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableCareerError):
        unpack(data)


def test_game_is_kept_by_both_as_each_saw_it() -> None:
    ann, bob, cid = people(3)
    held = hold(
        DAY,
        [ann, bob, cid],
        [Played(1, 0, 1, 2), Played(2, 2, 0, 1), Played(3, 0, 1, 0, by_default=True)],
        number=1,
    )
    Entry.objects.filter(player=cid).update(player=None)
    stored_games.refresh([held.pk], also=[cid.pk])

    assert games_of(ann) == [(DAY, held.pk, NOBODY, 1), (DAY, held.pk, bob.pk, 2)]
    assert (games_of(bob), games_of(cid)) == ([(DAY, held.pk, ann.pk, 0)], [])


def test_approval_puts_games_in_the_next_revision_replaces_them_and_revoking_takes_them_out() -> None:
    ann, bob, cid = people(3)
    first = hold(DAY, [ann, bob], [Played(1, 0, 1, 2)], number=1, stage="submitted")
    assert games_of(ann) == []
    steps.approve(first, account=None)
    assert games_of(ann) == [(DAY, first.pk, bob.pk, 2)]

    second = hold(DAY, [ann, cid], [Played(1, 0, 1, 1)], number=1, revision=2, stage="submitted")
    steps.approve(second, account=None)
    assert (games_of(ann), games_of(bob)) == ([(DAY, second.pk, cid.pk, 1)], [])

    steps.revoke(second, account=None, reason="Never played.")
    assert Career.objects.count() == 0


def test_merged_players_have_the_games_of_both_and_take_their_own_apart_again() -> None:
    ann, bob, cid = people(3)
    one = hold(DAY, [ann, cid], [Played(1, 0, 1, 2)], number=1)
    other = hold(DAY, [bob, cid], [Played(1, 0, 1, 0)], number=2)
    before = {player.pk: games_of(player) for player in (ann, bob, cid)}

    made = merging.merge(ann, bob, WHY, account=None)
    assert games_of(ann) == [(DAY, one.pk, cid.pk, 2), (DAY, other.pk, cid.pk, 0)]
    assert [opponent for _, _, opponent, _ in games_of(cid)] == [ann.pk, ann.pk]
    assert games_of(bob) == []

    merging.undo(made, account=None)
    assert {player.pk: games_of(player) for player in (ann, bob, cid)} == before


@pytest.mark.parametrize("seed", seeds.share([3, 2, 1, 0]))
def test_whatever_happens_careers_are_those_of_the_facts(seed: int) -> None:
    chance = Random(seeds.of_run(seed))
    everybody = people(7)
    number = 0
    for _ in range(12):
        act = chance.choice(("hold", "hold", "correct", "revoke", "merge", "undo"))
        standing = list(Tournament.objects.filter(stage="approved").order_by("pk"))
        if act == "hold":
            number += 1
            _hold(chance, number, 1, everybody)
        elif act == "correct" and standing:
            old = chance.choice(standing)
            _hold(chance, old.number, old.revision + 1, everybody)
        elif act == "revoke" and standing:
            steps.revoke(chance.choice(standing), account=None, reason="An error.")
        elif act == "merge":
            _merge(chance, everybody)
        elif act == "undo":
            _undo()
        assert stored_games.differences() == []
    assert {player.pk: games_of(player) for player in everybody} == {
        player.pk: one_by_one(player) for player in everybody
    }


def _hold(chance: Random, number: int, revision: int, everybody: list[Player]) -> None:
    """Hand in a tournament of some who are nobody else's, and approve it."""
    alone = [player for player in everybody if Player.objects.get(pk=player.pk).merged_into_id is None]
    some = chance.sample(alone, chance.randint(2, len(alone)))
    games = round_robin(len(some), chance=np.random.default_rng(chance.randrange(1000)))
    handed_in = hold(
        DAY + timedelta(days=chance.randint(0, 900)),
        some,
        games,
        number=number,
        revision=revision,
        stage="submitted",
    )
    steps.approve(handed_in, account=None)


def _undo() -> None:
    """Take the newest merge apart again where nothing stands on it."""
    made = Merge.objects.filter(undone=None).order_by("-pk").first()
    if made is not None and not merging.undo_obstacles(made):
        merging.undo(made, account=None)


def _merge(chance: Random, everybody: list[Player]) -> None:
    """Merge two who never met, where there are such."""
    alone = list(Player.objects.filter(pk__in=[one.pk for one in everybody], merged_into=None).order_by("pk"))
    kept, gone = chance.sample(alone, 2)
    if not merging.preview(kept, gone).obstacles:
        merging.merge(kept, gone, WHY, account=None)


def test_command_names_who_differs_and_mends() -> None:
    ann, bob = people(2)
    hold(DAY, [ann, bob], [Played(1, 0, 1, 2)], number=1)
    Career.objects.filter(player=bob).delete()
    said = StringIO()

    with pytest.raises(SystemExit):
        call_command("verify_careers", stdout=said)
    call_command("verify_careers", "--mend", stdout=said)
    call_command("verify_careers", stdout=said)

    assert said.getvalue().splitlines() == [
        f"player {bob.pk}: games differ from those of the player's tournaments",
        "1 differences",
        f"player {bob.pk}: games differ from those of the player's tournaments",
        "1 differences",
        "2 careers written",
        "0 differences",
    ]
