"""The language an address asks for, and what search engines are told of a page."""

import re
from typing import Any

import pytest
from django.test import Client

from federation.web.public_pages import public_pages
from tests.markup import html_of
from tests.ratings.small_federation import build

pytestmark = pytest.mark.django_db


def read(path: str, language: str = "en", **more: Any) -> str:
    return html_of(Client(headers={"accept-language": language}).get(path, **more))


def test_address_asks_for_a_language_whatever_the_browser_prefers() -> None:
    assert '<html lang="fr">' in read("/rules/?language=fr", "en")
    assert '<html lang="ru">' in read("/rules/?language=ru", "fr")
    assert '<html lang="en">' in read("/rules/", "en")


def test_address_goes_before_the_language_chosen_before() -> None:
    client = Client(headers={"accept-language": "en"})
    client.post("/language/", {"language": "ru", "next": "/"})

    assert '<html lang="ru">' in html_of(client.get("/rules/"))
    assert '<html lang="fr">' in html_of(client.get("/rules/?language=fr"))
    assert '<html lang="ru">' in html_of(client.get("/rules/"))


def test_language_of_the_address_is_kept_for_the_visit_by_the_button_of_its_page() -> None:
    client = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True)
    page = html_of(client.get("/clubs/?page=1&language=fr"))
    before = html_of(client.get("/clubs/"))

    answer = client.post("/language/", {"language": "fr", "next": "/clubs/?page=1"})
    cookie = answer.cookies["django_language"]

    assert 'name="next" value="/clubs/?page=1"' in page
    assert 'value="fr" lang="fr" title="français" aria-pressed="true"' in page.lower()
    assert ('<html lang="en">' in before, [*client.cookies]) == (True, ["django_language"])
    assert (cookie["max-age"], cookie["expires"], cookie["samesite"]) == ("", "", "Lax")
    assert '<html lang="fr">' in html_of(client.get(answer["Location"]))


@pytest.mark.parametrize(
    ("given", "referer", "back"),
    [
        ("/lists/ffg/?page=2&from=9d", "", "/lists/ffg/?page=2&from=9d"),
        ("/lists/ffg/?language=fr&page=2", "", "/lists/ffg/?page=2"),
        ("http://testserver/clubs/?language=fr", "", "http://testserver/clubs/"),
        ("", "http://testserver/rules/?language=fr", "http://testserver/rules/"),
        ("https://elsewhere.example/", "", "/"),
        ("//elsewhere.example/", "", "/"),
        ("/\\elsewhere.example/", "", "/"),
        ("/\t/elsewhere.example/?language=fr", "", "/"),
        ("javascript:alert(1)", "https://elsewhere.example/", "/"),
        ("http://[/?language=fr", "", "/"),
    ],
)
def test_form_of_the_language_returns_to_a_page_of_this_site_alone(
    given: str, referer: str, back: str
) -> None:
    answer = Client(headers={"referer": referer}).post("/language/", {"language": "ru", "next": given})

    assert (answer.status_code, answer["Location"]) == (302, back)
    assert answer.cookies["django_language"].value == "ru"


@pytest.mark.parametrize("wrong", ["de", "", "fr-CH", "fr\r\nX: y"])
def test_form_keeps_no_language_we_do_not_have(wrong: str) -> None:
    answer = Client().post("/language/", {"language": wrong, "next": "/rules/"})

    assert (answer["Location"], [*answer.cookies]) == ("/rules/", [])


@pytest.mark.parametrize("wrong", ["de", "", "fr-CH-x", "%00", "en&language=nope"])
def test_language_we_do_not_have_is_passed_over(wrong: str) -> None:
    answer = Client(headers={"accept-language": "en"}).get(f"/rules/?language={wrong}")

    assert answer.status_code in (200, 400)  # 400: what no text may have in it
    assert '<html lang="en">' in html_of(answer)


def test_language_of_the_address_is_no_filter_of_a_list() -> None:
    build(players=12, tournaments=1)

    page = read("/lists/ffg/?from=9d&language=fr", "en")
    assert "language" not in re.sub(r"<(link|meta|form|input|button)[^>]*>", "", page)
    assert "Filtre ignoré" not in page


def test_part_a_script_asks_for_is_in_the_language_of_its_page() -> None:
    client = Client(headers={"accept-language": "en"})
    part = html_of(
        client.get(
            "/players/?found=1&q=nobody-of-this-name",
            headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/lists/?language=fr"},
        )
    )
    plain = html_of(client.get("/players/?found=1&q=nobody-of-this-name", headers={"HX-Request": "true"}))

    assert part != plain


def test_head_names_the_page_in_every_language_and_its_own() -> None:
    head = read("/lists/?language=fr&n=1", "en").split("</head>")[0]

    assert '<link rel="canonical" href="http://testserver/lists/?language=fr">' in head
    for code, address in (
        ("en", "?language=en"),
        ("fr", "?language=fr"),
        ("ru", "?language=ru"),
        ("x-default", ""),
    ):
        assert f'<link rel="alternate" hreflang="{code}" href="http://testserver/lists/{address}">' in head


def test_second_page_of_a_list_is_a_page_of_its_own_and_a_filtered_one_is_not() -> None:
    build(players=12, tournaments=1)

    assert 'canonical" href="http://testserver/lists/ffg/?page=2&amp;language=en"' in read(
        "/lists/ffg/?page=2&sort=name"
    )
    assert 'canonical" href="http://testserver/lists/ffg/?language=en"' in read("/lists/ffg/?from=9d")


@pytest.mark.parametrize(
    "path", ["/", "/lists/", "/tournaments/", "/clubs/", "/statistics/", "/rules/ffg/", "/calculators/"]
)
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_page_has_one_description_in_its_language(path: str, language: str) -> None:
    head = read(path, language).split("</head>")[0]
    found = re.findall(r'<meta name="description" content="([^"]+)">', head)

    assert len(found) == 1
    assert "%" not in found[0]
    assert found[0] in re.findall(r'<meta property="og:description" content="([^"]+)">', head)


def test_pages_of_people_and_clubs_describe_themselves() -> None:
    small = build(players=12, tournaments=1)
    player, event = small.players[0], "/tournaments/1/"

    for path in (f"/players/{player.pk}/", event, "/clubs/75Xa/", "/lists/ffg/"):
        head = read(path).split("</head>")[0]
        assert len(re.findall(r'<meta name="description"', head)) == 1, path
        assert 'property="og:title"' in head, path


def test_description_tells_the_system_where_its_address_names_one() -> None:
    named = [page.name for page in public_pages().values() if "%(system)s" in page.description]

    assert named
    assert ': the rating rules with every constant and worked examples.">' in read("/rules/egf/")


def test_icon_is_found_at_its_old_address(client: Client) -> None:
    answer = client.get("/favicon.ico")

    assert (answer.status_code, "favicon" in answer["Location"]) == (301, True)


def test_page_asked_for_in_a_language_is_kept_with_those_of_readers_who_prefer_it() -> None:
    asked = Client(headers={"accept-language": "en"}).get("/rules/?language=fr")
    preferred = Client(headers={"accept-language": "fr"}).get("/rules/")

    assert asked.content == preferred.content
