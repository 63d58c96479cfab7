import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Club, Federation, Player
from ratings.cadence.by_event.explain import explain_event
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.charts import figures
from ratings.charts.figures import MINUS
from ratings.models import ListEntry, ManualEvent, PublishedList, RatingChange, RatingRun, RatingSystem
from ratings.players import opponents
from ratings.players.header import head
from ratings.players.histories import events
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=3)


def page(client: Client, path: str, **headers: Any) -> Any:
    return client.get(path, **ENGLISH, **headers)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_player_page_shows_each_system_and_every_event(client: Client, small: Small) -> None:
    response = page(client, f"/players/{small.players[0].pk}/")

    content = response.content.decode()
    assert [one.key for one in response.context["held"]] == ["ffg", "egf"]
    assert re.findall(r'<tr data-system="([a-z-]+)"', content) == ["ffg", "egf"]
    assert [event.tournament for event in response.context["events"]] == [3, 2, 1]
    assert content.count('class="history"') == 2  # one chart, for a desk and for a phone
    assert content.count('class="history ranks"') == 2


@pytest.mark.parametrize("tournaments", [1, 3])
def test_player_page_costs_seven_queries(client: Client, tournaments: int) -> None:
    small = small_federation.build(players=26, tournaments=tournaments)

    with CaptureQueriesContext(connection) as queries:
        page(client, f"/players/{small.players[0].pk}/")

    assert len(queries) == 7


def test_player_without_games_says_why_nothing_is_shown(client: Client, small: Small) -> None:
    response = page(client, f"/players/{small.players[25].pk}/")

    assert (response.status_code, "No rated tournament yet." in text(response)) == (200, True)


def rows_of(content: str) -> dict[str, str]:
    """Return the rows of the table of systems, by system."""
    found = re.findall(r'<tr data-system="([a-z-]+)">(.*?)</tr>', content, re.DOTALL)
    return dict(found)


def listed_after_each(player: Player) -> list[int]:
    """Let there be a list of the FFG ladder after each of the three tournaments; return what they say."""
    days = (date(2023, 7, 1), date(2023, 12, 1), date(2024, 6, 1))
    moved = RatingChange.objects.filter(player=player, system__key="ffg").order_by("sequence")
    said = [figures.whole(one.after or 0) for one in moved]
    lists = PublishedList.objects.filter(system__key="ffg").order_by("date")
    for each, day, rating, before in zip(lists, days, said, [None, *said], strict=False):
        PublishedList.objects.filter(pk=each.pk).update(date=day)
        change = None if before is None else rating - before
        ListEntry.objects.filter(list=each, player=player).update(rating=rating, change=change, licence="L")
    return said


def test_change_of_a_list_one_tournament_made_leads_to_its_sum(client: Client, small: Small) -> None:
    player = small.players[0]
    *_first, before, after = listed_after_each(player)
    assert after != before

    ffg = rows_of(page(client, f"/players/{player.pk}/").content.decode())["ffg"]

    (why,) = re.findall(r'<a class="asks" href="([^"]+)">Why\?</a>', ffg)
    assert why == f"/players/{player.pk}/ffg/3/"
    assert figures.signed(after - before) in text(page(client, why))


def test_nobody_asks_why_nothing_changed(client: Client, small: Small) -> None:
    player = small.players[0]
    listed_after_each(player)
    ListEntry.objects.filter(player=player, list__system__key="ffg").update(change=0)

    content = page(client, f"/players/{player.pk}/").content.decode()

    assert ("asks" in rows_of(content)["ffg"], "asks" in rows_of(content)["egf"]) == (False, True)
    assert 'id="why"' not in content


@pytest.mark.parametrize("off", [0, 7])
def test_change_several_tournaments_made_is_added_up(client: Client, small: Small, off: int) -> None:
    player = small.players[0]
    first, _second, last = listed_after_each(player)
    entries = ListEntry.objects.filter(player=player, list__system__key="ffg")
    entries.filter(list__date=date(2023, 12, 1)).delete()
    newest = entries.filter(list__date=date(2024, 6, 1))
    newest.update(rating=last + off, change=last + off - first)

    content = page(client, f"/players/{player.pk}/").content.decode()

    assert f'<a class="asks" href="/players/{player.pk}/?#why">Why?</a>' in rows_of(content)["ffg"]
    (why,) = re.findall(r'id="why">(.*?)</table>', content, re.DOTALL)
    before, *changes, after = (
        int(one.replace(MINUS, "-")) for one in re.findall(rf">([+{MINUS}]?\d+)<", why)
    )
    assert (before, after) == (first, last + off)
    assert re.findall(r"/ffg/(\d)/", why) == ["2", "3"]
    assert len(changes) == 2 + bool(off)
    assert ("Earlier tournaments calculated again" in why) == bool(off)
    assert before + sum(changes) == after


def test_rank_is_that_of_the_list_and_says_how_far_up(client: Client, small: Small) -> None:
    player = small.players[0]
    entry = head(player).entries["egf"]

    row = rows_of(page(client, f"/players/{player.pk}/").content.decode())["egf"]

    assert entry.active_rank is not None
    top = -(-100 * entry.active_rank // entry.list.active_players)
    assert f">{entry.active_rank}</a>" in row
    assert (f"top {top}%" in row) == (top <= 50)
    inactive = ListEntry.objects.filter(player=player, list=entry.list)
    inactive.update(active=False, active_rank=None, active_position=None)
    html = page(client, f"/players/{player.pk}/?system=egf").content.decode()
    row = rows_of(html)["egf"]
    before = small.lists[-2].system.lists.order_by("-date")[1].entries.get(player=player)
    assert f"/lists/egf/{before.list.date.isoformat()}/" in html.partition("Last ranked")[2][:200]
    assert f"{before.active_rank} (" in html.partition("Last ranked")[2][:300]
    assert f">{entry.rank}</a>" not in row
    assert ("top" in re.sub(r"class=.[a-z ]+.", "", row), "inactive" in row) == (False, True)


def test_switches_lead_to_systems_and_years_and_unknown_ones_change_nothing(
    client: Client, small: Small
) -> None:
    path = f"/players/{small.players[0].pk}/"

    shown = {
        query: page(client, path + query)
        for query in ("", "?system=egf", "?system=egf&range=1", "?system=fics-blitz&range=7&events=some")
    }

    assert [one.context["asked"].system for one in shown.values()] == ["ffg", "egf", "egf", "ffg"]
    assert [one.context["asked"].years for one in shown.values()] == [None, None, 1, None]
    assert [one.context["asked"].is_misread for one in shown.values()] == [False, False, False, True]
    content = shown["?system=egf&range=1"].content.decode()
    assert re.findall(r'<a id="show-([a-z]+)"[^>]*href="([^"]+)"', content) == [
        ("ffg", "?range=1"), ("egf", "?system=egf&amp;range=1"),
    ]  # fmt: skip
    days = [int(day) for day in re.findall(r'<tr data-day="(\d+)"', content)]
    every = re.findall(r'<tr data-day="(\d+)"', shown["?system=egf"].content.decode())
    assert len(days) < len(every)
    assert max(days) - min(days) <= 366


def test_event_says_how_the_games_ended(client: Client, small: Small) -> None:
    player = small.players[0]
    ended = opponents.career(player, few=0).tally

    content = page(client, f"/players/{player.pk}/").content.decode()

    said = re.findall(r'<span\s+class="event-games">([^<]+)</span>', content)
    won, drawn, lost = (
        sum(int(n) for one in said for n in re.findall(rf"(\d+) {word}", one))
        for word in ("won", "drawn", "lost")
    )
    assert len(said) == 3
    assert (won, drawn, lost) == (ended.won, ended.drawn, ended.lost)


def test_history_leads_to_the_line_of_the_player_in_each_list(client: Client, small: Small) -> None:
    player = small.players[0]

    content = page(client, f"/players/{player.pk}/?system=egf").content.decode()

    table = content.partition('<table class="grid-table behind"')[2]
    links = re.findall(rf'<a href="(/lists/egf/[0-9-]+/[^"#]*)#p{player.pk}">', table)
    assert len(links) == ListEntry.objects.filter(player=player, list__system__key="egf").count()
    assert all(f'id="p{player.pk}"' in page(client, link).content.decode() for link in links)


def test_player_nobody_knows_is_not_found(client: Client, small: Small) -> None:
    assert page(client, "/players/999999/").status_code == 404


def test_event_holds_before_after_and_change_of_every_system(small: Small) -> None:
    player = small.players[0]
    newest, *_earlier, first = events(player)
    stored = RatingChange.objects.get(player=player, tournament__number=3, system__key="ffg")

    assert [move.system for move in newest.moves] == ["ffg", "egf"]
    assert (newest.moves[0].before, newest.moves[0].after) == (stored.before, stored.after)
    assert stored.after is not None
    assert stored.before is not None
    assert newest.moves[0].change == stored.after - stored.before
    assert first.moves[0].change is None


def test_decision_of_the_office_stands_among_the_events(client: Client, small: Small) -> None:
    system, player = RatingSystem.objects.get(key="ffg"), small.players[0]
    decided = ManualEvent.objects.create(
        system=system,
        kind="reevaluation",
        player=player,
        date=date(2026, 10, 1),
        value=250.0,
        label="Stage d'été",
    )
    RatingChange.objects.create(
        system=system,
        player=player,
        manual_event=decided,
        run=RatingRun.objects.get(system=system),
        sequence=sequence(decided.date, manual_id=decided.pk),
        before=300.0,
        start=250.0,
        after=250.0,
        games=0,
        total_games=9,
        passes=0,
        edition="2022-10",
    )

    response = page(client, f"/players/{player.pk}/")

    assert (response.context["events"][0].name, response.context["events"][0].tournament) == (
        "Stage d'été",
        None,
    )
    assert "Rating set again by the office; no games." in text(response)


def test_rank_leads_to_the_line_of_the_list(client: Client, small: Small) -> None:
    player = small.players[0]
    entry = head(player).standings[0].entry
    assert entry is not None

    content = page(client, f"/players/{player.pk}/").content.decode()

    assert f'<a href="/lists/ffg/?#p{player.pk}">{entry.active_rank}</a>' in content
    assert f'id="p{player.pk}"' in page(client, "/lists/ffg/").content.decode()


def test_unlicensed_player_shows_no_exact_level_of_the_ladder(client: Client, small: Small) -> None:
    player = small.players[3]  # of the eight who played everything the only one without a licence
    current = head(player).standings[0]

    assert current.entry is not None
    assert (current.entry.licence, current.is_exact, head(player).standings[1].is_exact) == ("-", False, True)
    content = page(client, f"/players/{player.pk}/").content.decode()
    assert f'<td class="number rating">{current.entry.rating}</td>' in content.replace(MINUS, "-")
    assert 'class="number second live"' not in content
    assert content.count("Without a licence for the season, the list shows the bottom of the grade.") == 1


def test_why_adds_up_to_the_stored_change(client: Client, small: Small) -> None:
    player, event = small.players[0], Tournament.objects.get(number=2)
    system = RatingSystem.objects.get(key="ffg")
    told = explain_event(system, event)[player.pk]

    response = page(client, f"/players/{player.pk}/ffg/2/")

    stored = RatingChange.objects.get(player=player, tournament=event, system=system)
    assert stored.after == pytest.approx(told.start + told.sum + told.remainder, abs=1e-9)
    games = response.context["games"]
    assert [game.row.change for game in games] == [game.change for game in told.games]
    assert all(game.opponent is not None for game in games)


def test_why_is_a_fragment_for_htmx_and_a_page_without(client: Client, small: Small) -> None:
    path = f"/players/{small.players[0].pk}/egf/1/"

    fragment, whole = page(client, path, HTTP_HX_REQUEST="true"), page(client, path)

    assert (b"<html" in fragment.content, b"<html" in whole.content) == (False, True)


@pytest.mark.parametrize("path", ["ffg/9/", "fide/1/", "ffg-hybrid/1/"])
def test_why_of_what_did_not_happen_is_not_found(client: Client, small: Small, path: str) -> None:
    assert page(client, f"/players/{small.players[0].pk}/{path}").status_code == 404


def test_why_of_a_superseded_tournament_is_not_public(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=1).update(stage="superseded")

    assert page(client, f"/players/{small.players[0].pk}/ffg/1/").status_code == 404


def test_clubs_are_listed_with_their_players(client: Client, small: Small) -> None:
    response = page(client, "/clubs/?sort=-members")

    counts = [row.record.members for row in response.context["table"].rows]
    assert counts == sorted(
        (Club.objects.get(code=c).players.count() for c in ("75Xa", "38Yb", "69Zc")), reverse=True
    )


def test_clubs_name_their_federation_where_there_are_two_and_in_files(client: Client, small: Small) -> None:
    def has_column() -> bool:
        return "federation" in page(client, "/clubs/").context["table"].columns.names()

    assert not has_column()
    assert client.get("/clubs/?format=csv").content.splitlines()[1].count(b"FR") == 1

    Club.objects.create(code="BR1", name="Bruges", federation=Federation.objects.get(code="BE"))

    assert has_column()


@pytest.mark.parametrize("players", [9, 26])
def test_club_page_costs_nine_queries_whatever_its_members(client: Client, players: int) -> None:
    cache.clear()
    small_federation.build(players=players, tournaments=0)

    with CaptureQueriesContext(connection) as queries:
        page(client, "/clubs/75Xa/")

    assert len(queries) == 9


def test_club_members_stand_strongest_first(client: Client, small: Small) -> None:
    lines = page(client, "/clubs/75Xa/").context["pages"].object_list

    exact = [member.entries[0].exact for member in lines]
    assert exact == sorted(exact, reverse=True)


def test_club_nobody_knows_is_not_found(client: Client, small: Small) -> None:
    assert page(client, "/clubs/XX/").status_code == 404


def test_rules_print_the_constants_the_engines_read(client: Client) -> None:
    response = page(client, "/rules/")

    assert re.search(
        r'<dt>[^<]+ <code class="muted">a_numerator</code></dt><dd>1250</dd>', response.content.decode()
    )
    chapters = response.context["chapters"]
    assert [chapter.system.key for chapter in chapters] == [
        "ffg", "ffg-hybrid", "egf", "fics-standard", "ladder",
    ]  # fmt: skip
    assert [len(chapter.also) for chapter in chapters] == [0, 0, 0, 4, 0]  # the categories share their rules
