"""Whatever somebody writes into an address: a page, a redirect or 404, never an error."""

from collections.abc import Sequence
from urllib.parse import quote, urlencode

import pytest
from django.test import Client

from federation.models import Account
from tests import seeds
from tests.ratings.small_federation import Small, build

pytestmark = pytest.mark.django_db
FINE = {200, 302, 304, 400, 404}
NASTY = (
    "",
    "0",
    "-1",
    "1e9",
    "99999999999999999999999",
    "9" * 5000,
    "²",
    "٣",
    "1_0",
    "NaN",
    "a\x00b",
    "\u202e\u200b",
    "'",
    '"',
    "%",
    "\\",
    "../../etc/passwd",
    "<script>",
    "9999-12-31",
    "0001-01-01",
    "2026-02-30",
    "2026-W01-1",
    "x" * 3000,
    "--name",
    "?",
    "//evil.example",
)
PAGES = (
    "/",
    "/rules/",
    "/lists/",
    "/lists/ffg/",
    "/lists/egf/",
    "/lists/ffg/2026-11-06/",
    "/players/",
    "/players/1/",
    "/players/1/ffg/1/",
    "/players/1/against/",
    "/players/1/against/2/",
    "/lists/ffg/distribution/",
    "/lists/ladder/live/",
    "/games/ladder/table/1/",
    "/lists/egf/number-ones/",
    "/statistics/",
    "/statistics/egf/",
    "/statistics/egf/wins/",
    "/statistics/egf/improvers/",
    "/statistics/egf/clubs/",
    "/tournaments/",
    "/tournaments/1/",
    "/clubs/",
    "/clubs/75Xa/",
    "/login/",
    "/calculators/",
    "/calculators/ffg/",
    "/calculators/first-rating/",
    "/calculators/win-probability/",
    "/calculators/handicap/",
)
PLACES = (
    "/lists/{}/",
    "/lists/ffg/{}/",
    "/lists/{}/distribution/",
    "/lists/{}/live/",
    "/players/{}/against/1/",
    "/players/1/against/{}/",
    "/games/{}/table/1/",
    "/games/ladder/{}/1/",
    "/games/ladder/table/{}/",
    "/lists/{}/2026-11-06/",
    "/lists/ffg/2026-11-06/download.{}",
    "/lists/ffg/2026-11-06/?revision={}",
    "/lists/ffg/2026-11-06/download.txt?revision={}",
    "/players/{}/",
    "/players/?found=&q={}",
    "/players/1/ffg/{}/",
    "/players/1/{}/1/",
    "/tournaments/{}/",
    "/clubs/{}/",
    "/clubs/?format={}",
    "/jobs/{}/",
    "/calculators/{}/",
    "/calculators/egf/?who={0}&o1={0}&h1={0}&edition={0}",
    "/calculators/win-probability/?system={0}&edition={0}&rating={0}",
    "/calculators/handicap/?system={0}&edition={0}&one={0}&other={0}",
    "/calculators/first-rating/?games={0}&points={0}&average={0}&grade={0}",
    "/rules/{}/",
    "/rules/egf/{}/",
    "/{}",
)
OFFICE = (
    "/desk/{}/1/",
    "/desk/1/{}/",
    "/desk/1/{}/match/search/",
    "/upload/{}/",
    "/upload/?replaces={}",
    "/jobs/{}/",
    "/desk/?page={0}&stage={0}&q={0}",
    "/review/runs/{}/",
    "/review/runs/{}/changes.csv",
    "/review/{}/events/",
    "/review/ffg/events/?page={}",
    "/review/{}/publish/",
)
KEYS = (
    "q",
    "page",
    "per_page",
    "sort",
    "from",
    "to",
    "federation",
    "club",
    "sex",
    "licensed",
    "all",
    "year",
    "events",
    "next",
    "lang",
)


@pytest.fixture
def small() -> Small:
    return build(players=30)


def drawn(places: Sequence[str]) -> list[tuple[str, str]]:
    """Pair places with nasty values: all before a release, in a check every place and value several times."""
    share = round(len(NASTY) / seeds.examples(len(NASTY)))
    return [
        (place, value)
        for number, place in enumerate(places)
        for turn, value in enumerate(NASTY)
        if (number + turn) % share == 0
    ]


def refused(client: Client, addresses: list[str]) -> dict[str, int]:
    """Addresses that are answered with an error of ours."""
    client.raise_request_exception = False
    answers = {address[:80]: client.get(address).status_code for address in addresses}
    return {address: code for address, code in answers.items() if code not in FINE}


def test_nasty_values_of_parameters_are_answered(small: Small) -> None:
    addresses = [f"{page}?{urlencode(dict.fromkeys(KEYS, value))}" for page, value in drawn(PAGES)]

    assert refused(Client(), addresses) == {}


def test_nasty_places_are_answered(small: Small) -> None:
    places = [place.format(quote(value, safe="")) for place, value in drawn(PLACES)]

    assert refused(Client(), places) == {}


def test_nasty_places_of_the_office_are_answered(small: Small) -> None:
    client = Client()
    client.force_login(Account.objects.create_superuser("admin@example.org"))
    places = [place.format(quote(value, safe="")) for place, value in drawn(OFFICE)]

    assert refused(client, places) == {}


def test_length_of_a_page_is_not_the_readers(small: Small) -> None:
    page = Client().get("/tournaments/?per_page=1").content.decode()

    assert page.count('href="/tournaments/') - page.count('href="/tournaments/?') > 1
