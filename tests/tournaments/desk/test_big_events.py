"""A congress at the desk: a page of it at a time, what needs a decision first, every query counted."""

import re

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, Player
from federation.register import register
from tests.recorded import recorded
from tests.tournaments import congresses
from tests.tournaments.conftest import account, logged_in
from tournaments.desk import crosstable, match_cards
from tournaments.models import Entry, Tournament
from tournaments.reports.report import Entrant

pytestmark = pytest.mark.django_db

PEOPLE = 230
CARDS = match_cards.A_PAGE
ROWS = crosstable.A_PAGE


def _name(number: int) -> tuple[str, str]:
    """Return a name that resembles no other."""
    sounds = ["ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu"]
    word = "".join(sounds[int(digit)] for digit in f"{number * 7919 % 1000:03d}")
    other = "".join(sounds[9 - int(digit)] for digit in f"{number * 104729 % 10000:04d}")
    return word.title(), other.title()


@recorded
def drafted() -> tuple[Account, Tournament]:
    """A tournament of 230 people; five bear the names of players abroad, and the register has no other."""
    organiser = account("orla@example.org", "organiser")
    for number in range(226, 231):
        register.enrol(register.Newcomer(*_name(number), country="JP"), account=None)
    people = tuple(
        Entrant(n, *_name(n), grade="5k", country="FR", club="Abcd" if n % 2 else "Efgh")
        for n in range(1, PEOPLE + 1)
    )
    return organiser, congresses.drafted(organiser, "Congress", people)


@pytest.fixture
def office(db: None) -> tuple[Account, Tournament]:
    return drafted()


@pytest.fixture
def organiser(office: tuple[Account, Tournament]) -> Account:
    return office[0]


@pytest.fixture
def congress(office: tuple[Account, Tournament]) -> Tournament:
    return office[1]


@pytest.fixture
def client(congress: Tournament, organiser: Account) -> Client:
    return logged_in(organiser)


def shown(client: Client, query: str = "") -> list[int]:
    """Return the numbers of the entrants on a match page."""
    cards = client.get(f"/desk/1/1/match/{query}").context["cards"]
    return [card.entry.number for card in (*cards.open, *cards.done)]


def test_likely_entrants_stand_on_the_first_page_with_the_count_of_all(client: Client) -> None:
    answer = client.get("/desk/1/1/match/")
    cards = answer.context["cards"]

    assert shown(client) == [*range(226, 231), *range(1, CARDS - 4)]
    assert (cards.left, cards.unknown, cards.chosen.counts["likely"]) == (PEOPLE, 225, 5)
    html = answer.content.decode()
    assert html.index('name="strangers"') < html.index('class="card')
    assert len(re.findall(r'<details class="card', html)) == CARDS


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?show=likely", [*range(226, 231)]),
        ("?page=2", [*range(46, 96)]),
        ("?show=done", []),
        ("?find=nobody-at-all", []),
        ("?show=nonsense&page=nonsense", [*range(226, 231), *range(1, 46)]),
    ],
)
def test_kinds_and_pages_are_chosen_by_the_address(client: Client, query: str, expected: list[int]) -> None:
    assert shown(client, query) == expected


def test_entrant_is_found_by_name_among_the_decided_too(client: Client, congress: Tournament) -> None:
    Entry.objects.filter(tournament=congress, number=200).update(match=Entry.Match.ENROL, declined=[])

    assert 200 not in shown(client, "?show=open&page=5")
    assert shown(client, f"?find={_name(200)[0].lower()}+{_name(200)[1]}") == [200]


def test_address_of_an_entry_opens_the_page_it_stands_on(client: Client, congress: Tournament) -> None:
    entry = congress.entries.get(number=150)

    answer = client.get(f"/desk/1/1/match/?entry={entry.pk}")

    assert f'id="entry-{entry.pk}"' in answer.content.decode()


def test_bulk_button_decides_about_every_page_and_the_likely_of_its_own(
    client: Client, congress: Tournament
) -> None:
    page = client.get("/desk/1/1/match/?page=2")

    sent = {"shown": page.context["cards"].shown, "strangers": "new"}
    answer = client.post("/desk/1/1/match/?page=2", sent)

    assert answer.headers["Location"] == "/desk/1/1/match/?page=2"
    assert congress.entries.filter(match=Entry.Match.ENROL).count() == 225
    assert shown(client) == [*range(226, 231)]  # the likely wait for a look


def test_page_saved_leaves_the_other_pages_alone(client: Client, congress: Tournament) -> None:
    page = client.get("/desk/1/1/match/?show=likely").context["cards"]
    chosen = {f"entry-{one.entry.pk}": one.choices[0].candidate.player for one in page.open}

    client.post("/desk/1/1/match/?show=likely", {"shown": page.shown, **chosen})

    assert congress.entries.filter(match=Entry.Match.CONFIRMED).count() == 5
    assert congress.entries.filter(match=Entry.Match.UNKNOWN).count() == 225


def test_who_was_enrolled_meanwhile_is_found_on_every_page(client: Client, congress: Tournament) -> None:
    register.enrol(register.Newcomer(*_name(150), country="FR"), account=None)

    cards = client.get("/desk/1/1/match/").context["cards"]

    assert (cards.chosen.counts["unknown"], cards.chosen.counts["done"]) == (224, 1)
    assert shown(client, "?show=done") == [150]


def test_similar_name_enrolled_meanwhile_is_offered_where_its_page_is_opened(
    client: Client, congress: Tournament
) -> None:
    surname, given_name = _name(150)
    register.enrol(register.Newcomer(surname, f"{given_name}zo", country="FR"), account=None)
    player = Player.objects.latest("pk").pk

    cards = client.get(f"/desk/1/1/match/?entry={congress.entries.get(number=150).pk}").context["cards"]

    (card,) = (one for one in cards.open if one.entry.number == 150)
    assert [one.candidate.player for one in card.choices] == [player]


@pytest.mark.parametrize(
    ("query", "queries"),
    [("", 21), ("?page=3", 12), ("?show=likely", 19)],  # who stands there, whom he may be, similar names
)
def test_match_page_of_a_congress_costs_as_many_queries_as_one_page(
    client: Client, query: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(queries):
        client.get(f"/desk/1/1/match/{query}")


def test_crosstable_is_turned_by_pages_and_searched(client: Client) -> None:
    def numbers(query: str) -> list[int]:
        return [row.entry.number for row in client.get(f"/desk/1/1/{query}").context["rows"]]

    assert numbers("") == [*range(1, ROWS + 1)]
    assert numbers("?rows=3") == [*range(201, PEOPLE + 1)]
    assert numbers("?entrant=150") == [*range(101, 201)]
    assert numbers("?find=" + "+".join(_name(77))) == [77]
    assert numbers("?find=nobody-at-all") == []


def test_cells_of_a_page_name_opponents_of_other_pages(client: Client, congress: Tournament) -> None:
    game = congress.games.get(round=1, white__number=1)
    game.black = congress.entries.get(number=180)
    game.save()

    rows = {row.entry.number: row.cells for row in client.get("/desk/1/1/?entrant=180").context["rows"]}

    assert rows[180][0].startswith("1")


@pytest.mark.parametrize("query", ["", "?rows=2"])
def test_tournament_page_of_a_congress_costs_fourteen_queries(
    client: Client, query: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(14):
        answer = client.get(f"/desk/1/1/{query}")

    assert len(answer.content) < 300_000


def test_correction_leads_back_to_the_page_of_its_row(client: Client, congress: Tournament) -> None:
    form = client.get("/desk/1/1/entrants/150/").context["form"]

    answer = client.post("/desk/1/1/entrants/150/", {"seen": form.initial["seen"], "surname": "Ada"})

    assert answer.headers["Location"] == "/desk/1/1/?entrant=150#entrant-150"
