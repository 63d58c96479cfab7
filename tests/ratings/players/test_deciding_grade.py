"""Lists and charts of the EGF decide who is active by one grade: the one declared last until then."""

from datetime import date

import pytest

from federation.models import DeclaredGrade, Player
from ratings.cadence.pages import pages_of
from ratings.lists import publication
from ratings.models import ListEntry, RatingSystem
from ratings.players import histories
from ratings.players.head_to_head import courses
from ratings.rulebook.systems import Chosen
from tests.ratings import small_federation
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair() -> tuple[Player, Player]:
    one, other, *_ = small_federation.build(players=26, tournaments=2).players
    return one, other


def test_charts_know_the_grade_declared_by_each_event(pair: tuple[Player, Player]) -> None:
    first, second = Tournament.objects.order_by("start").values_list("start", flat=True)
    DeclaredGrade.objects.filter(player=pair[0]).delete()
    DeclaredGrade.objects.create(player=pair[0], grade="7k", since=first)
    DeclaredGrade.objects.create(player=pair[0], grade="4k", since=second)
    DeclaredGrade.objects.filter(player=pair[1]).delete()
    Player.objects.filter(pk=pair[1].pk).update(grade="2d")
    pair[1].refresh_from_db()

    own, other = courses(pair, ["egf"])["egf"]
    assert [step.declared for step in own] == ["7k", "4k"]
    assert {step.declared for step in other} == {"2d"}  # the grade of the register where none is dated
    assert [point[3] for point in histories.history(pair[0], most=0).courses["egf"]] == ["7k", "4k"]
    assert {point[3] for point in histories.history(pair[1], most=0).courses["egf"]} == {"2d"}


@pytest.mark.parametrize(("declared", "active"), [("15k", False), ("3k", True)])
def test_list_and_chart_agree_whatever_the_rating(
    declared: str, active: bool, pair: tuple[Player, Player]
) -> None:
    player = pair[0]
    DeclaredGrade.objects.filter(player=player).delete()
    DeclaredGrade.objects.create(player=player, grade=declared, since=date(1996, 1, 1))
    day, value, _name, by_then = histories.history(player, most=0).courses["egf"][-1]
    last = date.fromordinal(day)
    later = date(last.year + (last.month + 8 > 12), (last.month + 7) % 12 + 1, 1)  # eight months later
    publication.publish(RatingSystem.objects.get(key="egf"), later, account=None)

    entry = ListEntry.objects.get(list__system__key="egf", list__date=later, player=player)
    assert (entry.declared_grade, entry.active, entry.last_played) == (declared, active, last)
    until = later.toordinal() + 1  # an event the day after: the list of the day decides
    assert pages_of("egf").has_lapsed(Chosen("egf"), value, by_then, since=day, until=until) is not active
