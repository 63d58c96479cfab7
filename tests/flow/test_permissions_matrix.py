"""Every address of the site and everybody who may come: one table, nothing left out."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLResolver, get_resolver, reverse
from pytest_django.fixtures import Settings

from federation.models import Account
from tests.flow.matrix import MATRIX, PROGRAMS
from tests.flow.permissions_world import World, arguments, world
from tournaments.models import Tournament

__all__ = ["world"]  # a fixture
pytestmark = pytest.mark.django_db


def names(patterns: list[Any], space: str = "") -> list[str]:
    """Return the names of all addresses; the admin's share one, but for its door."""
    found: list[str] = []
    for one in patterns:
        if isinstance(one, URLResolver):
            found += names(one.url_patterns, f"{space}{one.namespace}:" if one.namespace else space)
        else:
            found.append(f"{space}{one.name}")
    return found


def row_of(name: str) -> str:
    """Return the row of the table an address belongs to; the programs' have a table of their own."""
    return "admin:*" if name.startswith("admin:") and name != "admin:login" else name


def test_every_address_has_its_row_and_no_row_is_left_over() -> None:
    found = names(get_resolver().url_patterns)

    assert {row_of(name) for name in found if not name.startswith("api:")} == set(MATRIX)
    assert set(below("api")) == set(PROGRAMS)


def answers(world: World, method: str, path: str) -> tuple[int, ...]:
    """Ask as everybody; whatever one does is undone before the next comes.

    On the way: no browser stores what an account is answered, unless everybody is answered the same.
    """
    found, caching = [], []
    for person in world.people:
        cookies = deepcopy(person.cookies)
        with transaction.atomic():
            response = getattr(person, method)(path)
            found.append(response.status_code)
            caching.append(response.headers.get("Cache-Control", ""))
            response.getvalue()  # a stream is read to its end, and closed by that
            transaction.set_rollback(True)
        person.cookies = cookies
    stranger, *accounts = caching
    shared = {stranger} if stranger.startswith("public") or stranger == "private, no-cache" else set()
    assert [one for one in accounts if "no-store" not in one and one not in shared] == [], path
    assert stranger != "private, no-store", path
    return tuple(found)


@pytest.mark.long
def test_everybody_is_answered_as_the_table_says(world: World) -> None:
    filled = arguments(world)
    entry = world.waiting.entries.order_by("number")[0].pk
    found = {}
    for name, (method, *_codes) in MATRIX.items():
        if name != "admin:*":
            query = f"?entry={entry}&q=a" if name == "desk-match-search" else ""
            found[name] = (method, *answers(world, method, reverse(name, args=filled.get(name)) + query))

    assert found == {name: row for name, row in MATRIX.items() if name != "admin:*"}


def addresses(patterns: list[Any], before: str = "/") -> Iterator[str]:
    """Yield every address of some patterns, its placeholders as they are written."""
    for found in patterns:
        text = before + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from addresses(found.url_patterns, text)
        else:
            yield text


def below(space: str) -> list[str]:
    """Return every address of a namespace, its placeholders as they are written."""
    (root,) = [one for one in get_resolver().url_patterns if getattr(one, "namespace", "") == space]
    return list(addresses([root]))


def admin_paths() -> list[str]:
    """Every address of the admin, with something in its placeholders."""
    filled = below("admin")
    for mark, value in (
        (r"<path:object_id>|<id>|<path:content_type_id>", "1"),
        (re.escape("(?P<url>.*)$"), "nothing/"),
        (r"\^\(\?P<app_label>(\w+)[^/]*/\$", r"\1/"),
    ):
        filled = [re.sub(mark, value, path) for path in filled]
    return [path for path in filled if path not in ("/admin/login/", "/admin/logout/")]


def test_the_admin_sends_everybody_else_away(world: World) -> None:
    found = {path: ("get", *answers(world, "get", path)) for path in admin_paths()}

    assert len(found) > 60
    assert found == dict.fromkeys(found, MATRIX["admin:*"])


def test_programs_show_a_token_whoever_is_logged_in(world: World, settings: Settings) -> None:
    settings.API_RATE = 10**9  # all of them ask from one address
    found = {}
    for path, (method, *_codes) in PROGRAMS.items():
        named = path.replace("<system>/<date>", "fide-standard/newest").replace("s/<number>", "s/2147483647")
        named = named.replace("<system>", "fide-standard").replace("<kind>", "wins")
        filled = re.sub("<(server|code|number|other)>", "1", named)
        found[path] = (method, *answers(world, method, filled))

    assert found == PROGRAMS


def test_an_officer_cannot_approve_his_own(world: World) -> None:
    Tournament.objects.filter(pk=world.waiting.pk).update(
        organiser=Account.objects.get(email="odile@example.org")
    )

    world.people[-1].post(reverse("desk-approve", args=[world.waiting.number, world.waiting.revision]))

    world.waiting.refresh_from_db()
    assert world.waiting.stage == "submitted"
