"""Previews of random small offices say what an approval or a decision does in earnest."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from federation.models import Account, Identifier, Player
from federation.vocabulary.names import key_of
from ratings.cadence.by_game import update_ratings
from ratings.models import RatingSystem
from ratings.previews import decision_preview, tournament_preview
from ratings.runs.manual_events import Decision, enter
from ratings.runs.recalculation import mark_stale
from tests import seeds
from tests.ratings.chess_months import based, masters, swiss, system
from tests.ratings.histories import hold, recalculate
from tests.ratings.previews import rolled_back
from tests.ratings.streams import chance_games, world
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Refused
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import models_to_report

pytestmark = pytest.mark.django_db
GO = ("ffg", "ffg-hybrid", "egf")
CHESS = ("fide-standard", "fide-rapid")
FIRST = date(2024, 1, 6)
DAYS = 400
Chance = np.random.Generator


@dataclass
class Office:
    """An office with a history, part of which waits to be recalculated."""

    chance: Chance
    game: str
    players: list[Player] = field(default_factory=list)
    held: list[Tournament] = field(default_factory=list)

    @property
    def systems(self) -> list[RatingSystem]:
        return list(RatingSystem.objects.filter(key__in=GO if self.game == "go" else CHESS))

    def day(self) -> date:
        return FIRST + timedelta(days=int(self.chance.integers(DAYS)))

    def some(self, count: int) -> list[Player]:
        return [self.players[place] for place in self.chance.permutation(len(self.players))[:count]]

    def facts(self) -> dict[str, Any]:
        """Draw what decides where a tournament counts."""
        if self.game == "chess":
            rate = str(self.chance.choice(["standard", "standard", "rapid"]))
            return {"discipline": "chess", "rate": rate, "rated_for": ["fide"], "board_size": 8}
        return {
            "time_class": str(self.chance.choice(["A", "B", "C"])),
            "online": bool(self.chance.random() < 0.3),
            "rated_for": [["ffg", "egf"], ["ffg"], ["egf"]][int(self.chance.integers(3))],
        }

    def hold(self, number: int, *, start: date, **more: Any) -> Tournament:
        """Hold a tournament among a few players."""
        count, end = int(self.chance.integers(4, 9)), start + timedelta(days=int(self.chance.integers(3)))
        late = timedelta(days=int(self.chance.integers(50)))
        reported = {"submitted": datetime(2025, 1, 1, tzinfo=UTC), "reported": end + late}
        return hold(
            start, self.some(count), swiss(count, 5, self.chance), number=number, end=end,
            **(self.facts() | {"place": "Lyon", "country": "FR"} | reported | more),
        )  # fmt: skip

    def decide(self) -> None:
        """Enter a decision for somebody, or for all."""
        for one in self.systems:
            enter(one, self.decision(), account=None)

    def decision(self) -> Decision:
        player, day = self.some(1)[0], self.day()
        if self.game == "chess":
            kind = str(self.chance.choice(["correction", "initial", "reevaluation", "reset"]))
            return Decision(kind, day, "Decided", player, float(self.chance.integers(1400, 2500)))
        if self.chance.random() < 0.3:
            offset = float(self.chance.integers(-40, 40))
            return Decision("adjustment", day, "Drift", factor=1.0 + offset / 1000, offset=offset)
        kind = str(self.chance.choice(["initial", "reevaluation", "reset"]))
        return Decision(kind, day, "Decided", player, float(self.chance.integers(-2000, 400)))


def opened(chance: Chance, game: str) -> Office:
    """Open an office: base levels, tournaments, decisions; recalculated, and some more that are not."""
    office = Office(chance, game)
    office.players = masters(14)
    Identifier.objects.bulk_create(
        Identifier(player=player, scheme="ffg", value=str(1_000_000 + place))
        for place, player in enumerate(office.players)
    )
    for key in CHESS:
        system(key)
    for one in office.systems:
        for player in office.some(5):
            level = chance.integers(1500, 2300) if game == "chess" else chance.integers(-1800, 300)
            based(one, player, int(level), on=FIRST)
    office.held = [office.hold(number, start=office.day()) for number in range(1, 7)]
    for one in office.systems:
        mark_stale(one, FIRST)
        recalculate(one)
    if chance.random() < 0.6:
        office.held += [office.hold(number, start=office.day()) for number in (7, 8)]
        office.decide()
        for one in office.systems:
            mark_stale(one, min(tournament.start for tournament in office.held[-2:]))
    return office


def drafted(office: Office, account: Account) -> Tournament:
    """Draft a new tournament or the correction of an older one, with newcomers among its entrants."""
    chance = office.chance
    number, revision = 20, 1
    if chance.random() < 0.4:
        number, revision = int(chance.integers(1, len(office.held) + 1)), 2
    waits = chance.random() < 0.5
    start = office.day() if waits or revision > 1 else timezone.localdate() - timedelta(days=40)
    more = {"stage": Stage.SUBMITTED.value} if waits else {"stage": Stage.DRAFT.value, "submitted": None}
    draft = office.hold(number, start=start, revision=revision, organiser=account, **more)
    for place, row in enumerate(draft.entries.order_by("number")):
        row.given_name, row.match = "Given", Entry.Match.CERTAIN
        draw = chance.random()
        if draw < 0.3:
            row.player, row.match, row.declined = None, Entry.Match.ENROL, []
            row.surname, row.birth_year = f"{WORDS[place]}{'xyzw'[place % 4]}", 1960 + 6 * place
        elif draw < 0.4 and row.player is not None:  # called new, but the register knows him by now
            row.identifiers = {"ffg": row.player.identifiers.get(scheme="ffg").value}
            row.given_name = row.player.given_name
            row.player, row.match, row.declined = None, Entry.Match.ENROL, []
        elif draw < 0.5 and row.player is not None:  # matched while he was merged
            row.player = merged_into(row.player, place)
        row.save()
    draft.refresh_from_db()
    if not waits:
        models_to_report.reinspect(draft)
        warning_confirmations.confirm_codes(draft, ["*"], account=None)
    return Tournament.objects.get(pk=draft.pk)


WORDS = ("Abelard", "Quintanilla", "Wojciechowski", "Jorgensen", "Thevenet", "Lacombe", "Ouellet", "Mbappi")


def merged_into(kept: Player, place: int) -> Player:
    """Return a number that stands for a player."""
    surname = f"Gone{place}"
    return Player.objects.create(
        surname=surname, given_name="Given", search_key=key_of(surname, "Given"), merged_into=kept,
        federation=kept.federation,
    )  # fmt: skip


def said(preview: Callable[[Tournament], Any], tournament: Tournament) -> Any:
    try:
        return preview(tournament)
    except Refused as refused:
        return [(problem.code, problem.values) for problem in refused.problems]


@pytest.fixture
def organiser() -> Account:
    return Account.objects.create_user("o@example.org")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["go", "chess"])
def test_preview_says_what_approving_and_recalculating_does(game: str, seed: int, organiser: Account) -> None:
    office = opened(np.random.default_rng(seeds.of_run(seed)), game)
    draft = drafted(office, organiser)

    found = said(tournament_preview.rehearse, draft)

    assert found == said(rolled_back.tournament_preview, draft)
    assert isinstance(found, dict) or found


def test_previews_of_random_offices_are_worth_comparing(organiser: Account) -> None:
    office = opened(np.random.default_rng(6), "go")
    draft = drafted(office, organiser)

    found = said(rolled_back.tournament_preview, draft)

    assert any(one["moved"] > 3 for one in found["systems"])


@pytest.mark.parametrize("seed", seeds.share(range(4)))
@pytest.mark.parametrize("game", ["go", "chess"])
def test_decision_preview_says_what_entering_and_recalculating_does(game: str, seed: int) -> None:
    office = opened(np.random.default_rng(seeds.of_run(100 + seed)), game)
    decision = office.decision()

    for one in office.systems:
        found = decision_preview.rehearse(one, decision)

        assert found == rolled_back.decision_preview(one, decision)


@pytest.mark.parametrize("seed", seeds.share(range(4)))
def test_decision_preview_of_games_one_by_one_says_what_rating_them_does(seed: int) -> None:
    chance = np.random.default_rng(seeds.of_run(seed))
    ladder = world("ladder")
    games = chance_games("ladder", chance, 18)
    ladder.arrive(*games[:12])
    update_ratings.rate_pending("ladder")
    ladder.arrive(*games[12:])
    day = date(2023, 11, 15) + timedelta(days=int(chance.integers(8)))
    decision = Decision("initial", day, "Came", ladder.players[0], 1800.0, deviation=80.0, games=20)

    found = decision_preview.rehearse(ladder.system, decision)

    assert found == rolled_back.decision_preview(ladder.system, decision)
    assert found["moved"] > 0
