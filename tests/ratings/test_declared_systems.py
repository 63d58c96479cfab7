"""Two systems that are one file each and named nowhere in the code: chess by event, Go by month.

Tournaments are entered, approved, rated and published as on the desk; every page and file then shows them.
"""

import io
import math
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest
from django.core.cache import cache
from django.test import Client

from federation.models import Player
from federation.register import register
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Declaration, DeclaredEdition, read
from ratings.charts.figures import MINUS
from ratings.list_proof.checking import check, opened
from ratings.lists.publication import publish
from ratings.models import ListEntry, ManualEvent, PublishedList, RatingSystem
from ratings.public_log import verifier
from ratings.public_log.bundles import list_bundles
from ratings.rulebook import systems
from ratings.runs.manual_events import Decision, enter
from tests.ratings.histories import recalculate
from tests.tournaments.conftest import account, logged_in
from tournaments.checks import warning_confirmations
from tournaments.models import Tournament
from tournaments.submission import steps

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}

LEAGUE = """
schema = 1
[system]
key = "league-4"
order = 200
name = { en = "League rating", fr = "Classement de la ligue" }
short = { en = "League" }
game = "chess"
family = "league"
engine = "gor"
hue = 20
[lists]
cadence = "event"
layout = "fide"
columns = ["rank", "here", "name", "federation", "rating", "change", "course", "born"]
compared = "federation"
[[edition]]
name = "2020"
from = 2020-01-01
clause = { en = "Rules of the league, 4" }
like = "egf/2021"
[edition.constants]
floor = 500
"""
MONTHLY = """
schema = 1
[system]
key = "go-months"
order = 210
name = { en = "Monthly Go rating" }
short = { en = "Monthly" }
game = "go"
family = "months"
engine = "fide"
hue = 300
[lists]
cadence = "period"
layout = "go"
columns = ["rank", "here", "name", "club", "rating", "change", "course", "games", "last"]
[start]
games = 30
[[edition]]
name = "2023"
from = 2023-01-01
clause = { en = "Regulations of the months, 2" }
like = "fide-standard/2024"
[edition.constants]
k = 24
"""


@dataclass(frozen=True, slots=True)
class Case:
    """A declared system, and what is entered for it by hand."""

    text: str
    key: str
    family: str
    listed: date
    tournament: Mapping[str, str]
    expected: Mapping[str, float]  # by surname
    edition: str


def _gor(own: float, other: float, score: float) -> float:
    """Return the GoR of 2021 after a game (EGD rating page, 4 April 2021)."""
    beta = [-7 * math.log(3300 - rating) for rating in (own, other)]
    expected = 1 / (1 + math.exp(beta[1] - beta[0]))
    con: float = ((3300 - own) / 200) ** 1.6
    return own + con * (score - expected) + math.log(1 + math.exp((2300 - own) / 80)) / 5


LEVELS = {"Aubrac": 2000, "Brossolette": 2100}
CASES = (
    Case(
        LEAGUE,
        "league-4",
        "league",
        date(2024, 4, 15),
        {"discipline": "chess", "rate": "standard"},
        {"Aubrac": _gor(2000, 2100, 1), "Brossolette": _gor(2100, 2000, 0)},
        "2020",
    ),
    Case(
        MONTHLY,
        "go-months",
        "months",
        date(2024, 4, 1),
        {"discipline": "go", "time_class": "A", "grade-1": "3d", "grade-2": "4d"},
        # difference 100: 0.36 and 0.64 (FIDE 8.1.2); K 24 of 1 - 0.36 and of 0 - 0.64
        {"Aubrac": 2000 + round(24 * 0.64), "Brossolette": 2100 - round(24 * 0.64)},
        "2023",
    ),
)


def _edition(key: str, name: str) -> DeclaredEdition:
    return next(edition for edition in CATALOGUE[key].editions if edition.name == name)


def declare(monkeypatch: pytest.MonkeyPatch, text: str) -> RatingSystem:
    """Declare a system for a test; its row comes by a migration elsewhere."""
    declared = read(text, _edition)
    monkeypatch.setitem(cast(dict[str, Declaration], CATALOGUE), declared.key, declared)
    monkeypatch.setitem(systems.SYSTEMS, declared.key, systems._system(declared))
    monkeypatch.setitem(systems.COMPUTABLE, declared.key, systems.SYSTEMS[declared.key])
    return RatingSystem.objects.create(key=declared.key, position=declared.order)


@dataclass(frozen=True, slots=True)
class World:
    """A case as it was played, rated and published."""

    case: Case
    system: RatingSystem
    tournament: Tournament
    players: Mapping[str, Player]
    list: PublishedList


@pytest.fixture(params=CASES, ids=lambda case: case.key)
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Enter, approve, rate and publish."""
    cache.clear()
    case: Case = request.param
    system = declare(monkeypatch, case.text)
    players = {}
    for number, (surname, level) in enumerate(LEVELS.items(), 1):
        newcomer = register.Newcomer(
            surname,
            "Lise",
            country="FR",
            identifiers={"fide": f"900000{number}", "ffg": f"010000{number}"},
        )
        players[surname] = register.enrol(newcomer, account=None)
        kind = ManualEvent.Kind.INITIAL if case is CASES[0] else ManualEvent.Kind.BASE
        decision = Decision(kind, date(2024, 1, 1), "level", players[surname], float(level), games=100)
        enter(system, decision, account=None)
    tournament = _approved(case)
    recalculate(system)
    published = publish(RatingSystem.objects.get(pk=system.pk), case.listed, account=None)
    yield World(case, system, tournament, players, published)
    cache.clear()


def _approved(case: Case) -> Tournament:
    """Enter a tournament of one game by hand, submit and approve it."""
    organiser, officer = (account(f"{role}@example.org", role) for role in ("organiser", "officer"))
    browser = logged_in(organiser)
    typed = {
        "name": "Coupe du Lac",
        "start": "2024-03-09",
        "place": "Annecy",
        "country": "fr",
        "rounds": "1",
        "rated_for": [case.family],
        "rows": "6",
        "r1-1": "2+w",
        **case.tournament,
    }
    for number, surname in enumerate(LEVELS, 1):
        typed |= {f"surname-{number}": surname, f"given_name-{number}": "Lise", f"country-{number}": "FR"}
        typed |= {f"fide-{number}": f"900000{number}", f"ffg-{number}": f"010000{number}"}
    page = browser.post("/upload/by-hand/", typed)["Location"]
    tournament = Tournament.objects.get()
    browser.post(f"{page}match/", {"strangers": "new"})
    warnings = [warning_confirmations.key_of(finding) for finding in tournament.current_findings]
    browser.post(f"{page}confirm/", {"confirm": warnings})
    steps.submit(tournament, account=organiser, on=date(2024, 3, 10))
    steps.approve(tournament, account=officer)
    tournament.refresh_from_db()
    return tournament


def text(client: Client, address: str) -> str:
    """Return the text of a page, without tags."""
    answer = client.get(address, **ENGLISH)
    assert answer.status_code == 200, address
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def shown(case: Case) -> dict[str, tuple[str, str]]:
    """Return by surname the rating a page shows, and the change."""
    told = {}
    for surname, exact in case.expected.items():
        rating = math.floor(exact + 0.5)
        moved = rating - LEVELS[surname]
        told[surname] = str(rating), f"{'+' if moved > 0 else MINUS}{abs(moved)}"
    return told


def test_list_has_the_figures_of_its_engine(world: World, client: Client) -> None:
    rows = ListEntry.objects.filter(list=world.list)
    page = text(client, f"/lists/{world.case.key}/{world.case.listed}/")
    newest = text(client, f"/lists/{world.case.key}/")

    assert dict(rows.values_list("surname", "exact")) == pytest.approx(dict(world.case.expected), abs=1e-9)
    assert {row.grade for row in rows} == {""}
    for surname, (rating, _change) in shown(world.case).items():
        assert re.search(rf"{surname},? Lise.*?{rating}", page)
        assert re.search(rf"{surname},? Lise.*?{rating}", newest)


def test_tournament_shows_its_changes(world: World, client: Client) -> None:
    page = text(client, world.tournament.get_absolute_url())
    told = client.get(f"/api/v1/tournaments/{world.tournament.number}/crosstable").json()

    for _rating, change in shown(world.case).values():
        assert change in page
    assert told["systems"] == [world.case.key]
    moves = {entrant["name"].split()[0]: entrant["moves"] for entrant in told["entrants"]}
    after = {surname: [move["after"] for move in rows] for surname, rows in moves.items()}
    assert after == {surname: [pytest.approx(exact)] for surname, exact in world.case.expected.items()}
    days = {move["list"] for rows in moves.values() for move in rows}
    assert days == ({None} if world.case.key == "league-4" else {world.case.listed.isoformat()})
    assert "none of our ratings covers it" not in page


def test_player_page_and_sum_say_the_same(world: World, client: Client) -> None:
    for surname, (rating, change) in shown(world.case).items():
        number = world.players[surname].pk
        page = text(client, f"/players/{number}/")
        last = world.tournament.number if world.case.key == "league-4" else world.case.listed
        sum_ = text(client, f"/players/{number}/{world.case.key}/{last}/")

        assert rating in page
        assert page.count("Coupe du Lac") == 1
        assert change in page
        assert rating in sum_


def test_calculator_computes_the_game_again(world: World, client: Client) -> None:
    answer = client.get(f"/calculators/{world.case.key}/?who=2000&o1=2100&s1=1&k=24&games=100", **ENGLISH)
    index = text(client, "/calculators/")
    chances = text(client, f"/calculators/win-probability/?system={world.case.key}")

    assert answer.status_code == 200
    own = answer.context["answer"].own
    assert own["after"] == pytest.approx(world.case.expected["Aubrac"])
    assert [line.change for line in answer.context["lines"]]
    assert str(CATALOGUE[world.case.key].name) in index
    assert "200" in chances


def test_rules_are_those_declared(world: World, client: Client) -> None:
    name = str(CATALOGUE[world.case.key].name)
    page = text(client, f"/rules/{world.case.key}/")
    edition = text(client, f"/rules/{world.case.key}/{world.case.edition}/")
    every = client.get("/rules/", **ENGLISH).content.decode()

    clause = CATALOGUE[world.case.key].editions[0].clause
    assert clause in page
    assert clause in edition
    chapter = every[every.index(f'id="{world.case.key}"') :]
    assert name.lower() in re.sub(r"<[^>]+>", " ", chapter).lower()
    assert f"/rules/{world.case.key}/{world.case.edition}/" in chapter


def test_feed_and_programs_know_the_list(world: World, client: Client) -> None:
    key, day = world.case.key, world.case.listed.isoformat()
    feed = client.get("/feeds/lists.atom", **ENGLISH).content.decode()
    named = client.get("/api/v1/systems").json()["items"]
    head = client.get(f"/api/v1/lists/{key}/{day}").json()
    rows = client.get(f"/api/v1/lists/{key}/{day}/entries").json()["items"]

    assert str(CATALOGUE[key].name) in feed
    assert key in [row["key"] for row in named]
    assert head["system"] == key
    assert {row["surname"]: str(row["rating"]) for row in rows} == {
        surname: rating for surname, (rating, _change) in shown(world.case).items()
    }


def test_bundle_is_proved_by_the_verifier_that_has_the_file(world: World, tmp_path: Path) -> None:
    data = list_bundles.content(world.list)
    assert check(opened(data)).differences == []
    program = io.BytesIO(verifier.content())
    with zipfile.ZipFile(program, "a") as archive:
        archive.writestr(
            f"federation/vocabulary/systems/{world.case.key.replace('-', '_')}.toml", world.case.text
        )
    (tmp_path / "verify.pyz").write_bytes(program.getvalue())
    (tmp_path / "list.zip").write_bytes(data)

    done = subprocess.run(
        [sys.executable, "-I", "-S", str(tmp_path / "verify.pyz"), str(tmp_path / "list.zip")],
        capture_output=True,
        text=True,
        env={},
        cwd=tmp_path,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
