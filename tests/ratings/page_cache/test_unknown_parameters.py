"""Pages of queries nobody links to are made and not kept: whoever asks without end pushes nobody out."""

from random import Random

import pytest
from django.test import Client

from federation.web.public_pages import Cached, public_pages
from ratings.page_cache import responses
from tests.ratings.small_federation import build

pytestmark = pytest.mark.django_db
DICE = Random(4)
PATHS = ("/", "/rules/", "/lists/", "/lists/ffg/", "/statistics/", "/clubs/", "/clubs/75Xa/", "/tournaments/")


def test_random_parameters_make_no_entry(kept: list[str]) -> None:
    build(players=12, tournaments=1)
    client = Client(headers={"accept-language": "en", "accept-encoding": "gzip"})
    for number in range(10 * len(PATHS)):
        path = PATHS[number % len(PATHS)]
        answer = client.get(f"{path}?{DICE.randbytes(4).hex()}={DICE.randbytes(4).hex()}")
        assert answer.status_code in (200, 404), path

    assert kept == []


@pytest.mark.parametrize("path", PATHS)
def test_page_itself_is_kept(kept: list[str], path: str) -> None:
    build(players=12, tournaments=1)
    Client(headers={"accept-language": "en", "accept-encoding": "gzip"}).get(path)

    assert len(kept) == 1


@pytest.mark.parametrize(
    ("path", "entries"),
    [
        ("/clubs/?page={}", 3),
        ("/tournaments/?year=200{}", 3),
        ("/lists/ffg/number-ones/?of={}", 3),
        ("/rules/?page={}", 0),
        ("/statistics/?sort={}", 0),
        ("/?language=x{}", 0),
        ("/clubs/?page=1&n={}", 0),
    ],
)
def test_what_a_page_links_to_is_kept_and_nothing_else(kept: list[str], path: str, entries: int) -> None:
    build(players=12, tournaments=1)
    for number in (1, 2, 3):
        Client(headers={"accept-language": "en"}).get(path.format(number))

    assert len(kept) == entries


def test_random_targets_of_a_script_make_two_entries(kept: list[str]) -> None:
    build(players=12, tournaments=1)
    for _ in range(20):
        asked = {"accept-language": "en", "hx-target": DICE.randbytes(4).hex()}
        Client(headers=asked).get("/lists/ffg/")
        Client(headers=asked | {"hx-request": DICE.randbytes(4).hex()}).get("/lists/ffg/")

    assert len(set(kept)) == 2


def test_pages_that_are_typed_end_at_a_bound_and_the_page_itself_is_kept(
    kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(players=12, tournaments=1)
    monkeypatch.setattr(responses, "VARIANTS", 5)
    monkeypatch.setattr(responses, "_variants", responses._Variants())
    for number in range(12):
        Client(headers={"accept-language": "en"}).get(f"/clubs/?page={number}")
    assert len(set(kept)) == 5

    Client(headers={"accept-language": "en"}).get("/clubs/")

    assert len(set(kept)) == 6


@pytest.mark.parametrize(
    ("query", "entries"),
    [
        ("system=egf", 1), ("range=5", 1), ("events=all", 1), ("system=egf&range=10&events=all", 1),
        ("system=fide-standard", 0), ("system=x", 0), ("range=2", 0), ("range=", 0), ("events=30", 0),
        ("system=egf&system=ffg", 0), ("page=1", 0),
    ],
)  # fmt: skip
def test_choices_of_a_player_are_kept_and_other_values_are_not(
    kept: list[str], query: str, entries: int
) -> None:
    player = build(players=12, tournaments=1).players[0]
    answer = Client(headers={"accept-language": "en"}).get(f"/players/{player.pk}/?{query}")

    assert (answer.status_code, len(kept)) == (200, entries)


def test_value_too_long_or_given_twice_is_not_kept(kept: list[str]) -> None:
    client = Client(headers={"accept-language": "en"})
    client.get(f"/clubs/?page={'1' * 17}")
    client.get("/clubs/?page=1&page=2")

    assert kept == []


def test_pages_that_read_their_query_themselves_are_kept_ones() -> None:
    reading = [page for page in public_pages().values() if page.parameters is None]

    assert {page.name for page in reading} == {"list", "list-newest"}
    assert all(page.cached is Cached.WITH_LISTS for page in reading)
