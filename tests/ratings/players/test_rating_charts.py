"""A player's charts on his page: what lists published beside what is live, with words and table."""

import re
from datetime import date

import pytest
from django.core.cache import cache
from django.utils import timezone, translation

from federation.models import Player
from ratings.charts.figures import plain
from ratings.models import CurrentRating, ListEntry, RatingChange
from ratings.players import histories, list_history
from ratings.players.header import head
from ratings.players.held_systems import held_systems
from ratings.players.list_history import Line
from ratings.views.players import rating_charts
from ratings.views.players.chart_figures import Figure, day_writer, months, spans
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

DAY = date(2024, 1, 1).toordinal()


def line(day: int, rating: int = 1500, *, active: bool = True) -> Line:
    return Line(date.fromordinal(DAY + day), rating, 0, 0, None, active, "5k", is_ours=True)


def test_rating_holds_from_list_to_list_and_the_newest_to_the_end() -> None:
    assert spans([line(60, 1520), line(0, 1500)], until=DAY + 90, longest=730) == [
        (DAY, DAY + 60, 1500.0),
        (DAY + 60, DAY + 90, 1520.0),
    ]


def test_nothing_holds_while_a_list_calls_the_player_inactive() -> None:
    lines = [line(90, 1490), line(60, 1520, active=False), line(0, 1500)]

    assert spans(lines, until=DAY + 90, longest=730) == [
        (DAY, DAY + 60, 1500.0),
        (DAY + 90, DAY + 90, 1490.0),
    ]


@pytest.mark.parametrize(("holds", "until"), [(False, 0), (True, 365)])
def test_gap_between_lists_is_no_published_rating(holds: bool, until: int) -> None:
    found = spans([line(900), line(0)], until=DAY + 900, longest=365, holds=holds)

    assert found == [(DAY, DAY + until, 1500.0), (DAY + 900, DAY + 900, 1500.0)]


def test_who_is_not_on_the_newest_list_ends_at_his_last() -> None:
    assert spans([line(0)], until=0, longest=730) == [(DAY, DAY, 1500.0)]
    assert spans([], until=DAY, longest=730) == []


def test_months_are_named_in_the_language_of_the_reader_and_a_january_by_its_year() -> None:
    with translation.override("fr"):
        named = dict(months(DAY, DAY + 300))

        assert (named[date(2024, 1, 1)], named[date(2024, 6, 1)], named[date(2024, 7, 1)]) == (
            "2024",
            "juin",
            "juil.",
        )
        assert day_writer()(DAY) == "1er\xa0janvier 2024"
    assert months(DAY, DAY + 901) == []


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=3)


def course_of(player: int, system: str, language: str = "en") -> Figure:
    """Draw a system of a player as the page does."""
    person, moment = Player.objects.get(pk=player), timezone.now()
    top = head(person)
    held = next(
        one for one in held_systems(top, list_history.lines(person, top.newest), moment) if one.key == system
    )
    assert held.standing is not None
    live = histories.history(person, most=0).courses[system]
    with translation.override(language):
        return rating_charts.of_events(held.standing, live, held.lines)


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["ffg", "egf"])
def test_published_and_live_are_two_lines_each_with_its_last_value(small: Small, system: str) -> None:
    player = small.players[0].pk

    figure = course_of(player, system)

    live = CurrentRating.objects.get(player=player, system__key=system).rating
    newest = ListEntry.objects.filter(player=player, list__system__key=system).latest("list__date").rating
    for both in figure.drawings:
        drawing, _sep, below = both.partition('<svg class="history ranks"')
        assert below.count('class="line published"') == 1
        assert [drawing.count(f'class="line {look}"') for look in ("live", "published")] == [1, 1]
        ends = re.findall(r'<text class="end (\w+)".*?<tspan class="value">(.*?)</tspan>', drawing)
        assert dict(ends) == {"live": plain(live), "published": plain(newest)}


@pytest.mark.django_db
def test_table_behind_has_every_event_and_every_list(small: Small) -> None:
    player = small.players[0].pk

    rows = re.findall(r"<tr data-day.*?</tr>", course_of(player, "egf").table)

    moved = RatingChange.objects.filter(player=player, system__key="egf").count()
    listed = ListEntry.objects.filter(player=player, list__system__key="egf").count()
    assert len(rows) == moved + listed
    assert sum(">List<" in row for row in rows) == listed


@pytest.mark.django_db
@pytest.mark.parametrize("active", [True, False])
def test_every_row_of_the_table_lies_inside_the_drawing(small: Small, active: bool) -> None:
    player = small.players[0].pk
    ListEntry.objects.filter(player=player, list__date__in=small_federation.DAYS[1:]).update(active=active)

    figure = course_of(player, "egf")

    days = [int(day) for day in re.findall(r'data-day="(\d+)"', figure.table)]
    for drawing in figure.drawings:
        (edges,) = re.findall(r'data-edges="(\d+) (\d+) ', drawing)
        assert int(edges[0]) <= min(days) <= max(days) <= int(edges[1])


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_caption_begins_with_a_capital_in_every_language(small: Small, language: str) -> None:
    caption = course_of(small.players[0].pk, "ffg", language).caption

    assert caption[0].isupper()
