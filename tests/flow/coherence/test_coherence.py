"""Every figure a stranger can see: one thing has one figure wherever it stands (docs/rules.md)."""

from collections.abc import Iterator
from itertools import combinations, groupby
from pathlib import Path
from statistics import fmean

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client, override_settings
from pytest_django.fixtures import Settings
from pytest_django.plugin import DjangoDbBlocker

from ratings.models import PublishedList
from tests import seeds
from tests.flow.coherence import download_files, list_pages, office, player_pages, told_elsewhere
from tests.flow.coherence.dom import rows
from tests.flow.coherence.facts import (
    About,
    Known,
    broken_lists,
    broken_shares,
    broken_sums,
    contradictions,
    gathered,
)
from tests.flow.coherence.office import GO, Office
from tests.flow.coherence.site import Site
from tests.flow.coherence.told_elsewhere import Cards
from tests.flow.matrix import MATRIX, PROGRAMS
from tests.ratings.histories import recalculate

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("coherence")]
RATED, WAITING = (1, 2, 3, 4, 5, 7, 101, 102), (8, 9)

# Kinds of pages everybody reads: those read here for ratings of players, by who reads them ...
READ = {
    "home", "list", "list-newest", "list-live", "list-compare", "list-download", "embed-list", "players",
    "search",
    "club", "player", "row-proof", "change", "player-period", "player-against", "tournament", "table-game",
    "statistics-kind", "list-number-ones", "feed-player", "share-player", "share-against", "share-list",
    "/api/v1/lists", "/api/v1/lists/<system>/<date>/entries", "/api/v1/lists/<system>/<date>/entries.csv",
    "/api/v1/lists/<system>/<date>/entries.json", "/api/v1/players/<number>",
    "/api/v1/players/<number>/history", "/api/v1/players/<number>/history.csv",
    "/api/v1/clubs/<code>", "/api/v1/players/<number>/against/<other>", "/api/v1/lists/<system>/live",
    "/api/v1/systems/<system>/statistics/<kind>", "/api/v1/lists/<system>/number-ones",
    "/api/v1/tournaments/<number>/crosstable", "list-top", "list-file", "embed-player", "feed-club",
    "list-rows", "player-games", "/api/v1/players/<number>/games",
    "list-bundle",
    "list-bundle-signature",
}  # fmt: skip
# ... and those that show none: rules, calculators (of what is typed), forms, counts, feeds of names.
WITHOUT = {
    "rules", "rules-system", "rules-edition", "rules-formats", "rules-lists", "rules-glossary",
    "calculators", "calculator", "calculator-first-rating", "calculator-win-probability",
    "calculator-handicap", "lists", "list-distribution", "statistics", "statistics-system",
    "player-against-choose", "tournaments", "tournaments-handed-in", "embed-tournament",
    "/api/v1/tournaments/handed-in", "pairgoth", "pairgoth-health",
    "tournament-export", "clubs", "player-follow", "player-opponents", "list-follow",
    "follow-asked", "follow-confirm", "follow-manage", "follow-off", "share-tournament", "feed-lists",
    "feed-tournaments",
    "about", "contact", "privacy", "legal",
    "public-log", "log-checkpoint", "log-cosigned", "log-witness", "log-evidence", "log-tile",
    "log-verifier", "list-proof", "list-today",
    # Files: tests/ratings/snapshots compares their values with the API.
    "snapshots", "snapshot-package", "snapshot-sums",
    "row-proof-file",
    "trials", "trial", "trial-file", "simulation-player", "simulation-player-file",
    "/api/v1/changes", "/api/v1/clubs",
    "/api/v1/systems/<system>/statistics",
    "programs-reference", "/api/v1/systems", "/api/v1/lists/<system>/<date>", "/api/v1/players",
    "calendar-tournaments",
    "robots", "sitemap", "sitemap-part", "programs", "/api/v1/openapi.json",
    "account_login", "login", "account_signup", "signup-sent", "signup-open", "invitation",
    "account_inactive", "account_reset_password",
    "account_reset_password_done", "account_reset_password_from_key",
    "account_reset_password_from_key_done", "account_confirm_email", "mail-off",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("coherence")


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker, folder: Path) -> Iterator[Office]:
    """Build the office once, within a transaction around all tests: each goes back to what stands here."""
    with django_db_blocker.unblock(), override_settings(DATA_DIR=folder), transaction.atomic():
        yield office.build()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def read_before(made: Office) -> Site:
    """Return what tests before have read of the office as it was built."""
    return Site(Client())


@pytest.fixture
def site(
    made: Office, folder: Path, read_before: Site, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    """Return the site as a stranger asks it; what was asked by a test before is the same."""
    cache.clear()
    settings.DATA_DIR = folder
    settings.API_RATE = 10**9
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    yield Site(Client(), answers=read_before.answers, pages=read_before.pages)
    cache.clear()


def test_every_kind_of_public_page_is_read_or_shows_no_rating() -> None:
    public = {name for name, (method, stranger, *_) in MATRIX.items() if method == "get" and stranger == 200}
    asked = {name for name, (method, stranger, *_) in PROGRAMS.items() if method == "get" and stranger != 401}

    assert public | asked - {"/api/v1/"} <= READ | WITHOUT
    assert not READ & WITHOUT


@pytest.mark.long
def test_same_thing_has_the_same_figure_on_every_page_file_card_feed_and_letter(
    site: Site, made: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_lists(site, made)
    read_people(site, made)
    read_parts(site, made)
    read_cards_and_letters(site, made, Cards(monkeypatch))
    known = gathered(site.facts)

    assert contradictions(known) == []
    assert broken_sums(known) == []
    assert broken_lists(known, site.before) == []
    assert broken_shares(known, site.of_day) == []
    assert {kind for _about, kind in known} >= {
        "rating", "change", "rank", "active rank", "games", "period games", "k", "events", "before", "after",
        "live", "here", "performance", "share", "score",
    }  # fmt: skip
    # what is read by one page alone contradicts nobody: most is read by several
    assert len([facts for facts in known.values() if len({fact.where for fact in facts}) > 1]) > 1000


def read_lists(site: Site, made: Office) -> None:
    """Read everything that is of lists."""
    lists = site.read_lists()
    for one in lists:
        list_pages.read_list(site, *one)
    for system in site.newest:
        if system == "fide-standard":
            download_files.read_fide_files(site, system, office.fide_numbers(made))
        else:
            download_files.read_downloads(site, system)
        list_pages.read_comparisons(site, system, sorted({day for key, day, _ in lists if key == system}))
        list_pages.read_improvers(site, system)
        list_pages.read_leaders(site, system)
    for system in made.streams:
        list_pages.read_live(site, system)
    list_pages.read_top(site, "fide-standard")
    list_pages.read_home(site)
    list_pages.read_search(site, "surname")
    list_pages.read_club(site, office.CLUB)
    list_pages.read_club_record(site, office.CLUB)


def read_people(site: Site, made: Office) -> None:
    """Read everything that is of players, tournaments and single games."""
    for number in RATED:
        for page in player_pages.read_tournament(site, number):
            player_pages.read_change(site, *page)
        player_pages.read_crosstable(site, number)
    for player in made.everybody:
        player_pages.read_player(site, player.pk)
        player_pages.read_feed(site, player.pk)
        player_pages.read_games(site, player.pk)
        systems = {fact.about.system for fact in site.facts if fact.about.player == player.pk}
        player_pages.read_records(site, player.pk, sorted(systems))
    for key, world in made.streams.items():
        for game in world.games:
            player_pages.read_game(site, key, f"{world.server.key}/{game.code}")
    for one, other in pairs(made):
        player_pages.read_pair(site, one, other)
        player_pages.read_pair_record(site, one, other)


def read_parts(site: Site, made: Office) -> None:
    """Read the parts of lists players have places in, and what other sites and feeds show of a club."""
    assert {query.partition("=")[0] for _system, query in site.parts} >= {"federation", "club"}
    for part in drawn(site.parts):
        list_pages.read_part(site, *part)
    for player in made.everybody:
        list_pages.read_frames(site, player.pk, office.CLUB)
    names = {str(player): player.pk for player in made.players}
    list_pages.read_club_feed(site, office.CLUB, names)


def drawn(parts: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return all parts of lists before a release, in a check a fifth of those of each system and question."""
    kinds = groupby(sorted(parts), lambda part: (part[0], part[1].partition("=")[0]))
    return [part for _kind, several in kinds for part in seeds.share(list(several))]


def read_cards_and_letters(site: Site, made: Office, cards: Cards) -> None:
    """Read what is drawn and written of players."""
    for player in made.everybody:
        told_elsewhere.read_card(site, cards, player.pk)
    for one, other in pairs(made):
        told_elsewhere.read_pair_card(site, cards, one, other)
    of_system = {"fide-standard": made.chess, **dict.fromkeys(GO, made.players)}
    for system, players in of_system.items():
        told_elsewhere.read_list_card(site, cards, system, players)
        lists = PublishedList.objects.filter(system__key=system).order_by("date", "revision")
        *_, before, newest = lists.select_related("system")
        told_elsewhere.read_letter(site, players, newest, before)


def pairs(made: Office) -> list[tuple[int, int]]:
    """Return players to be set against each other: each against the next of his game, in a check a fifth."""
    groups = [made.players[: office.GONE], made.chess, *(world.players for world in made.streams.values())]
    return [
        (one.pk, other.pk)
        for group in groups
        for one, other in seeds.share(list(zip(group, [*group[1:], group[0]], strict=True)))
    ]


def test_comparison_is_ordered_by_the_changes_it_shows(site: Site) -> None:
    lists, compared = site.read_lists(), 0
    for system in site.newest:
        for older, newer in combinations(sorted({day for key, day, _ in lists if key == system}), 2):
            for order in ("change", "-change"):
                gains = list_pages.gains_in_order(site, system, newer, older, order=order)
                assert gains == sorted(gains, reverse=order == "-change"), (system, older, newer)
                compared += len(gains)
    assert compared > 0


def test_number_ones_have_their_highest_published_rating(site: Site) -> None:
    for one in site.read_lists():
        list_pages.read_rows(site, *one)
    known, compared = gathered(site.facts), 0
    for system in site.newest:
        table = site.page(f"/lists/{system}/number-ones/").one("table", "rows")
        for row in rows(table) if table else ():
            compared += 1
            who, ends = list_pages.player_in(row["Name"]), (row["First list"], row["Latest list"])
            first, last = (one.all("a")[0].get("href").split("/")[-2] for one in ends)
            led = [
                known[About(who, system, when), "rating"][0].value
                for (key, day), when in site.of_day.items()
                if key == system and first <= day <= last
            ]
            assert float(row["Highest"].text) == max(led), system
    assert compared >= len(site.newest)


def test_tournament_waits_where_the_run_will_rate_it(site: Site) -> None:
    waiting = {number: player_pages.waits(site, number) for number in WAITING}

    for key in GO:
        recalculate(office.system_of(key))

    after = Site(site.client)
    rated = {
        number: set(after.json(f"/api/v1/tournaments/{number}/crosstable")["systems"]) for number in WAITING
    }
    assert waiting == rated
    assert rated == {8: set(GO), 9: {"ffg-hybrid", "egf"}}


def test_drift_is_of_those_who_play_and_of_what_lists_show(site: Site) -> None:
    for one in site.read_lists():
        list_pages.read_rows(site, *one)
    known = gathered(site.facts)

    for system in GO:
        said = list(site.csv(f"/statistics/{system}/drift/?format=csv"))
        days = [line["date"] for line in said]
        shown = [_shown(known, system, site.of_day[system, day]) for day in days]
        marks = [site.of_day[system, day] for day in (days[0], days[-1])]
        assert len(days) == 4
        same = {
            player
            for player in set.intersection(*(set(one) for one in shown))
            if _games(known, player, system, marks[1]) > _games(known, player, system, marks[0])
        }
        assert [int(line["same_players"]) for line in said] == [len(same)] * len(days)
        means = [round(fmean(one[player] for player in same), 1) for one in shown]
        assert [float(line["same_mean"]) for line in said] == means
        active = [
            [value for player, value in one.items() if _is_active(known, player, system, when)]
            for one, when in zip(shown, (site.of_day[system, day] for day in days), strict=True)
        ]
        assert [float(line["mean"]) for line in said] == [round(fmean(one), 1) for one in active]


def _shown(known: Known, system: str, when: str) -> dict[int, float]:
    """Return the rating of everybody whose level a list shows: the FFG only of who has a licence."""
    return {
        about.player: facts[0].value
        for (about, kind), facts in known.items()
        if kind == "rating" and (about.system, about.when) == (system, when)
        and (system == "egf" or _is_active(known, about.player, system, when))
    }  # fmt: skip


def _is_active(known: Known, player: int, system: str, when: str) -> bool:
    return (About(player, system, when), "active rank") in known


def _games(known: Known, player: int, system: str, when: str) -> float:
    return known[About(player, system, when), "games"][0].value
