"""Importing lists as the base of a system: the levels told, their day, and what is refused."""

from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError

from federation.models import Identifier, Player
from federation.signals import list_imported
from tests.federation.player_lists.test_go_lists import ladder
from tests.federation.player_lists.test_import_players import ALBRET, HOLM, NEWER, Lists, at_home, lists

__all__ = ["at_home", "lists"]  # fixtures
pytestmark = pytest.mark.django_db


def test_base_says_the_levels_aloud_once_with_players_date_and_system(lists: Lists) -> None:
    heard: list[dict[str, Any]] = []

    def listen(**said: Any) -> None:
        heard.append({name: said[name] for name in ("rows", "list_date", "system")})

    list_imported.connect(listen)
    try:
        lists.take(ladder(HOLM, NEWER, ALBRET), base="ffg")
    finally:
        list_imported.disconnect(listen)

    by_number = {i.value: i.player_id for i in Identifier.objects.all()}
    levels = [
        (by_number["0712345"], 243.0, None),
        (by_number["99A0077"], -1450.0, None),
    ]  # no licence: centre of 15k
    assert heard == [{"rows": levels, "list_date": date(2024, 2, 5), "system": "ffg"}]


def test_summary_counts_the_levels_of_a_ladder(lists: Lists) -> None:
    lists.take(ladder(HOLM, NEWER, ALBRET), base="ffg")
    first = lists.said

    lists.take(ladder(HOLM, NEWER, ALBRET), base="ffg")

    assert (first, lists.said) == (
        ["base levels of ffg: 2 new, 0 changed, 0 unchanged"],
        ["base levels of ffg: 0 new, 0 changed, 2 unchanged"],
    )


def test_base_for_a_system_that_is_not_run_ends_with_a_sentence_and_writes_nothing(lists: Lists) -> None:
    with pytest.raises(CommandError, match="elsewhere"):
        lists.take(ladder(HOLM), base="elsewhere")

    assert Player.objects.count() == 0


def test_base_holds_from_the_day_that_is_given(lists: Lists) -> None:
    days: list[date] = []

    def listen(list_date: date, **_: Any) -> None:
        days.append(list_date)

    list_imported.connect(listen)
    try:
        lists.take(ladder(HOLM), base="ffg", base_day=date(2023, 10, 26))
    finally:
        list_imported.disconnect(listen)

    assert days == [date(2023, 10, 26)]


def test_day_without_base_is_refused(lists: Lists) -> None:
    with pytest.raises(CommandError, match="--base-day needs --base"):
        lists.take(ladder(HOLM), base_day=date(2023, 10, 26))


def test_base_of_another_scale_ends_with_a_sentence_and_writes_nothing(lists: Lists) -> None:
    with pytest.raises(CommandError, match="gives no base levels of egf"):
        lists.take(ladder(HOLM), base="egf")

    assert Player.objects.count() == 0
