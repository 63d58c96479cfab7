"""Who was first when, as a drawing: bars in true proportion, every name inside and over no other text."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.charts import reigns
from ratings.charts.reigns import Reign
from tests import seeds
from tests.ratings.charts.drawings import is_sound, read

WIDTHS = (860, 358)
DAY = date(2020, 1, 1).toordinal()


def reign(player: int, first: int, until: int, name: str = "") -> Reign:
    return Reign(player, name or f"Player {player}", DAY + first, DAY + until, f"said of {player}")


@st.composite
def histories(draw: st.DrawFn) -> list[Reign]:
    players = draw(st.lists(st.integers(1, 40), min_size=1, max_size=60))
    longest = draw(st.integers(1, 500))
    name = st.text(st.characters(codec="utf-8", categories=["L", "Zs"]), max_size=60)
    names = {player: draw(name) for player in set(players)}
    return [
        Reign(player, names[player], DAY + longest * at, DAY + longest * (at + 1), "said")
        for at, player in enumerate(players)
    ]


@settings(max_examples=seeds.examples(50))
@given(found=histories(), width=st.sampled_from(WIDTHS))
def test_bars_and_names_are_inside_and_apart(found: list[Reign], width: int) -> None:
    drawn = reigns.draw(found, width=width, label="x")

    assert is_sound(drawn) == []
    assert len(read(drawn).named("who")) + reigns.left_out(found) == len({one.player for one in found})
    assert "style=" not in drawn


def test_bar_is_as_long_as_somebody_led() -> None:
    drawn = read(
        reigns.draw([reign(1, 0, 730), reign(2, 730, 1095), reign(1, 1095, 1460)], width=860, label="x")
    )

    long, again, short = (float(one.get("width", "")) for one in drawn.named("reign"))
    assert [long / short, again / short] == pytest.approx([2.0, 1.0], abs=0.02)
    assert [one.text for one in drawn.named("who")] == ["Player 1", "Player 2"]


def test_one_list_is_still_seen() -> None:
    drawn = read(reigns.draw([reign(1, 0, 0)], width=358, label="x"))

    (bar,) = drawn.named("reign")
    assert float(bar.get("width", "")) == reigns.LEAST
    assert reigns.draw([], width=358, label="x") == ""


def test_of_many_those_stay_who_led_longest_in_the_order_they_first_led() -> None:
    found = [reign(player, 100 * player, 100 * player + 10 + player % 7) for player in range(40)]

    shown = [one.text or "" for one in read(reigns.draw(found, width=860, label="x")).named("who")]

    assert len(shown) == reigns.MOST
    assert reigns.left_out(found) == 40 - reigns.MOST
    longest = {f"Player {player}" for player in range(40) if player % 7 >= 4}
    assert longest <= set(shown)
    assert shown == sorted(shown, key=lambda name: int(name.split()[1]))


def test_name_is_escaped() -> None:
    drawn = reigns.draw([reign(1, 0, 9, name="<b>&")], width=358, label='"q"')

    assert (drawn.count("<b>"), drawn.count("&lt;b&gt;&amp;"), drawn.count("&quot;q&quot;")) == (0, 1, 1)
