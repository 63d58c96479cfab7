"""Every table the site offers as CSV: one language in its head, and never a page in its place."""

import csv
import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from federation.models import Player
from tests.flow.matrix import MATRIX
from tests.flow.permissions_world import World, arguments, world
from tests.ratings.histories import people

__all__ = ["world"]  # a fixture
pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "fr", "ru")
FOR_PROGRAMS = re.compile("[a-z][a-z0-9_]*|G|[NP][wg][1-4]")  # what a column is called in every language


def offering(patterns: list[Any]) -> Iterator[str]:
    """Yield the names of the addresses that end in .csv or whose views know `?format=csv`."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from offering(one.url_patterns)
        elif str(one.name) in MATRIX and MATRIX[one.name][0] == "get":
            is_file = str(one.pattern).endswith(".csv")
            if is_file or '"csv"' in inspect.getsource(inspect.unwrap(one.callback)):
                yield one.name


def addresses(world: World) -> dict[str, str]:
    """Return the address of every table, by its name."""
    filled = arguments(world)
    named = {name: reverse(name, args=filled.get(name)) for name in offering(get_resolver().url_patterns)}
    named |= {
        f"statistics-kind, {kind}": reverse("statistics-kind", args=["ffg", kind])
        for kind in ("wins", "forecasts", "drift", "improvers", "clubs")
    }
    return {name: path if path.endswith(".csv") else f"{path}?format=csv" for name, path in named.items()}


def ask(client: Client, path: str, language: str) -> tuple[int, str, str]:
    """Return the status of an answer, of what kind it is, and its first line."""
    answer = client.get(path, headers={"accept-language": language})
    text = answer.getvalue().decode().removeprefix("\ufeff")
    return answer.status_code, answer.headers["Content-Type"].partition(";")[0], text.partition("\n")[0]


def is_mixed(heads: dict[str, list[str]]) -> bool:
    """Return whether a head is neither that of programs in every language nor translated as a whole."""
    if heads["en"] == heads["fr"] == heads["ru"]:
        return not all(FOR_PROGRAMS.fullmatch(name) for name in heads["en"])
    return any(FOR_PROGRAMS.fullmatch(name) for names in heads.values() for name in names if name != "%")


@pytest.mark.long
def test_every_table_has_a_head_in_one_language_and_its_errors_are_a_line(world: World) -> None:
    officer, faults, tables = world.people[-1], [], set()

    for name, path in addresses(world).items():
        answers = {language: ask(officer, path, language) for language in LANGUAGES}
        status, kind, line = answers["en"]
        heads = {language: next(csv.reader([answer[2]])) for language, answer in answers.items()}
        if kind == "text/csv":
            tables.add(name)
            faults += [f"{name}: {heads}"] if is_mixed(heads) else []
        elif (status, kind, line != "") != (404, "text/plain", True) or heads["fr"] == heads["ru"]:
            faults.append(f"{name}: {answers}")

    assert faults == []
    assert {"clubs", "club", "journal-lines", "list-compare", "list-rows", "run-changes"} <= tables
    assert {"tournaments", "player-games", "player-opponents", "upload-template"} <= tables


def test_table_of_a_merged_player_is_that_of_who_stayed(client: Client) -> None:
    stayed, gone = people(2)
    Player.objects.filter(pk=gone.pk).update(merged_into=stayed)

    answer = client.get(f"/players/{gone.pk}/games/?format=csv&year=2020")

    assert answer.headers["Location"] == f"/players/{stayed.pk}/games/?format=csv&year=2020"


def test_error_of_a_page_is_a_page(client: Client) -> None:
    assert ask(client, "/players/999999999/games/", "en")[:2] == (404, "text/html")
    assert ask(client, "/players/999999999/games/?format=csv", "en") == (
        *(404, "text/plain"),
        "There is no page at this address",
    )
