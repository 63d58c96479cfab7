"""Spellings a player is known by: one key stands once, and no name is wider than its column."""

import pytest

from federation.models import Federation, KnownName, Player
from federation.register import register
from federation.vocabulary.names import LONGEST_KEY
from federation.vocabulary.sounds import LONGEST_KEY as LONGEST_SOUND


def widths(model: type[Player] | type[KnownName]) -> dict[str, int | None]:
    return {field.name: field.max_length for field in model._meta.concrete_fields}


def moulin() -> Player:
    return Player.objects.create(surname="Moulin", federation=Federation.objects.create(code="FR"))


def test_name_is_cut_at_the_width_of_its_column() -> None:
    made = register.known_name(7, "  " + "x" * 500, "x")

    assert made.name == "x" * (widths(KnownName)["name"] or 0)
    assert (made.player_id, made.key) == (7, "x")


def test_keys_are_as_long_as_their_columns() -> None:
    assert widths(KnownName)["key"] == widths(Player)["search_key"] == LONGEST_KEY
    assert widths(Player)["sound_key"] == LONGEST_SOUND


@pytest.mark.django_db
def test_spelling_is_kept_once() -> None:
    player = moulin()

    first, is_new = register.keep_known_name(player, "MOULLIN Anne")
    again, is_new_again = register.keep_known_name(player, "Moullin, Anne")

    assert (is_new, is_new_again) == (True, False)
    assert first == again
    assert first.name == "MOULLIN Anne"
    assert first.key == "moullin anne"


@pytest.mark.django_db
def test_spelling_keeps_the_key_it_was_searched_by() -> None:
    player = moulin()

    known, _ = register.keep_known_name(player, "Mill Anne", "moulin anne")

    assert known.key == "moulin anne"
