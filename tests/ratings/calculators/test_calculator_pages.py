import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratings.calculators.examples import EXAMPLES
from ratings.calculators.fields import family_of, line_fields
from ratings.models import CurrentRating
from ratings.rulebook.systems import SYSTEMS
from ratings.views.calculators.calculators import lookup
from tests import seeds
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.stream_pages import played

ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


def page(client: Client, path: str) -> str:
    cache.clear()
    response = client.get(path, **ENGLISH)
    assert response.status_code == 200
    return html_of(response)


@pytest.mark.django_db
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_page_of_a_system_answers_its_example(client: Client, key: str) -> None:
    typed = EXAMPLES[family_of(SYSTEMS[key])][0].typed

    content = page(client, f"/calculators/{key}/?{urlencode(typed)}")

    assert ("calc-figure" in content, "calc-finding" in content) == (True, False)
    assert content.count('class="why calc-game"') == sum(name.startswith("o") for name in typed)


@pytest.mark.django_db
def test_address_to_share_gives_the_same_answer(client: Client) -> None:
    first = page(client, "/calculators/egf/?who=1600&o1=1650&s1=1")
    shared = re.search(r'id="share" readonly value="http://testserver([^"]+)"', first)
    assert shared is not None

    second = page(client, shared[1].replace("&amp;", "&"))

    figures = [re.findall(r"calc-figure.*", text) for text in (first, second)]
    assert figures[0] == figures[1] != []
    assert "edition=2021" in shared[1]


@pytest.mark.django_db
def test_form_keeps_what_was_chosen(client: Client) -> None:
    content = page(client, "/calculators/egf/?who=1600&o1=1650&s1=0.5&c1=w&class=B&edition=1998")

    assert re.findall(r'value="([^"]+)" selected', content) == ["1998", "B", "0.5", "w"]


@pytest.mark.django_db
def test_empty_form_finds_nothing_wrong(client: Client) -> None:
    content = page(client, "/calculators/ffg/?edition=2022-10")

    assert ("calc-finding" in content, "No games yet" in content) == (False, True)


@pytest.mark.django_db
def test_change_at_a_table_is_the_mean_of_the_duels(client: Client) -> None:
    typed = EXAMPLES[family_of(SYSTEMS["ladder"])][-1].typed

    content = page(client, f"/calculators/ladder/?{urlencode(typed)}")

    assert "The change is the mean of the duels:" in content
    assert "from rounding" not in content


@pytest.mark.django_db
def test_player_is_found_by_name_or_number(client: Client, django_assert_num_queries: Any) -> None:
    small = small_federation.build(players=26, tournaments=0)
    person = small.players[3]
    cache.clear()

    with django_assert_num_queries(3):
        by_number = html_of(client.get(f"/calculators/egf/?who=%23{person.pk}&o1=1650", **ENGLISH))
    by_name = page(client, f"/calculators/egf/?{urlencode({'who': person.surname, 'o1': '1650'})}")

    figures = [re.findall(r'figure-big calc-figure"><span>([^<]+)', text) for text in (by_number, by_name)]
    assert figures[0] == figures[1] != []
    assert f"/players/{person.pk}/" in by_name


@pytest.mark.django_db
def test_ratings_alone_ask_nothing_of_the_register(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.get("/calculators/egf/?who=1600&o1=1650&o2=1700&o3=1500", **ENGLISH)


@pytest.mark.django_db
def test_player_of_a_stream_brings_his_games_and_deviation(client: Client) -> None:
    made = played("fics-blitz")
    person = made.players[0]

    known = lookup("fics-blitz", [f"#{person.pk}", "Nobody At All", "#999999"])
    content = page(client, f"/calculators/fics-blitz/?who=%23{person.pk}&o1=1500&d1=60")

    live = CurrentRating.objects.get(system__key="fics-blitz", player=person)
    assert [len(found) for found in known.values()] == [1, 0, 0]
    one = known[f"#{person.pk}"][0]
    assert (one.rating, one.games, one.number) == (round(live.rating, 1), live.games, person.pk)
    assert one.deviation is not None
    assert live.deviation is not None
    assert one.deviation >= round(live.deviation, 1)
    assert f'placeholder="{one.deviation:g}"' in content


@pytest.mark.django_db
def test_several_players_are_offered_to_choose_from(client: Client) -> None:
    small = small_federation.build(players=60, tournaments=0)
    surname = small.players[0].surname
    same = [one.pk for one in small.players if one.surname == surname]

    content = page(client, f"/calculators/egf/?{urlencode({'who': surname, 'o1': '1650'})}")

    assert len(same) > 1
    assert sorted(int(one) for one in re.findall(r"who=%23(\d+)", content)) == sorted(same)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "first-rating/", "win-probability/", "handicap/"])
def test_other_calculators_answer_without_a_query(
    client: Client, path: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        response = client.get(f"/calculators/{path}", **ENGLISH)

    assert response.status_code == 200


@pytest.mark.parametrize(("language", "points"), [("en", "2.5"), ("fr", "2,5"), ("ru", "2,5")])
def test_number_the_form_begins_with_is_written_as_the_language_does_and_read_again(
    client: Client, language: str, points: str
) -> None:
    blank = client.get("/calculators/first-rating/", headers={"accept-language": language})
    typed = client.get(f"/calculators/first-rating/?points={points}", headers={"accept-language": language})

    assert blank.context["points"].text == points
    assert typed.context["points"] == blank.context["points"]


@pytest.mark.django_db
def test_chances_of_chess_are_those_of_the_table(client: Client) -> None:
    content = page(client, "/calculators/win-probability/?system=fide-standard&rating=1800")

    rows = re.findall(r"<tr><td>(\d+)</td><td>(\d+)%</td><td>(\d+)%</td></tr>", content)
    assert [row for row in rows if row[0] in ("0", "100", "400", "800")] == [
        ("0", "50", "50"),
        ("100", "64", "36"),
        ("400", "92", "8"),
        ("800", "92", "8"),
    ]


@pytest.mark.django_db
def test_handicap_advised_for_four_grades(client: Client) -> None:
    content = page(client, "/calculators/handicap/?system=egf&one=2d&other=3k")

    assert re.findall(r"Exactly even: [^.]+", content) == ["Exactly even: 5 stones, komi 7 for White"]


PATHS = [*(f"/calculators/{key}/" for key in SYSTEMS), "/calculators/first-rating/",
         "/calculators/win-probability/", "/calculators/handicap/"]  # fmt: skip
NAMES = sorted(
    {f"{stem}{n}" for key in SYSTEMS for mode in ({}, {"mode": "table"})
     for stem in line_fields(SYSTEMS[key], mode) for n in (1, 2, 12)}
    | {"who", "grade", "games", "k", "born", "rd", "idle", "edition", "minutes", "size", "class", "points"}
    | {"place", "mode", "system", "rating", "one", "other", "average", "q"}
)  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(["", "0", "1", "-1", "0.5", "1500", "3299.9", "3300", "10000", "-10000", "999999999",
                     "5k", "9p", "1e400", "NaN", "#1", "#", "table", "w", "2022-10", "A\0", "<b>", "٣", "½"]),
    st.integers(-20_000, 20_000).map(str),
    st.text(max_size=12),
)  # fmt: skip


@pytest.mark.django_db
@settings(
    max_examples=seeds.examples(300),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(path=st.sampled_from(PATHS), query=st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=12))
def test_whatever_is_typed_is_answered(client: Client, path: str, query: dict[str, str]) -> None:
    safe = {name: value.encode("utf-8", "replace").decode() for name, value in query.items()}

    # the middleware refuses a NUL wherever it stands
    refused = any("\0" in value for value in safe.values())
    assert client.get(path, safe, **ENGLISH).status_code == (400 if refused else 200)
