"""The pages whose texts belong to the office: what they say at first, what an officer writes, and no more."""

import re

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pytest_django.fixtures import Settings

from federation.models import Account, JournalEntry, SiteText
from federation.privacy import policy
from federation.site_texts import pages
from federation.site_texts.pages import PAGES, first_text
from federation.views.site_texts import to_html

LANGUAGES = ("en", "fr", "ru")


@pytest.fixture
def officer(db: None) -> Client:
    account = Account.objects.create_user("office@example.org", "secret")
    account.groups.add(Group.objects.get(name="officer"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_has_a_text_of_its_own_in_every_language(page: str, language: str) -> None:
    answer = Client(headers={"accept-language": language}).get(f"/{page}/").content.decode()

    with translation.override(language):
        title = translation.gettext(PAGES[page].title)
    assert f"<h1>{title}</h1>" in answer
    assert '<meta name="description"' in answer
    assert "%(" not in first_text(page, language)
    assert language == "en" or first_text(page, language) != first_text(page, "en")


def test_every_page_is_linked_from_the_foot_of_every_other(client: Client, db: None) -> None:
    foot = client.get("/").content.decode().split('<footer class="site-foot">')[1]

    assert [page for page in PAGES if f'href="/{page}/"' not in foot] == []


def test_officer_writes_a_text_in_one_language_and_the_journal_has_both(officer: Client) -> None:
    answer = officer.post("/review/texts/contact/en/", {"text": "## Hours\r\n\r\nMondays."})
    english = Client(headers={"accept-language": "en"}).get("/contact/").content.decode()
    french = Client(headers={"accept-language": "fr"}).get("/contact/").content.decode()
    line = JournalEntry.objects.get(act="site.text")

    assert answer.status_code == 302
    assert "<h2>Hours</h2>\n<p>Mondays.</p>" in english
    assert "Last changed on" in english
    assert "Hours" not in french
    assert (line.detail["page"], line.detail["language"], line.detail["after"]) == (
        "contact",
        "en",
        "## Hours\n\nMondays.",
    )
    assert line.detail["before"] == first_text("contact", "en")


def test_preview_shows_the_text_and_saves_nothing(officer: Client) -> None:
    answer = officer.post("/review/texts/about/fr/", {"text": "*Bonjour*", "preview": "1"}).content.decode()

    assert "<p><em>Bonjour</em></p>" in answer.split('<div class="prose" lang="fr">')[1].split("</div>")[0]
    assert "Not saved yet." in answer
    assert not SiteText.objects.exists()
    assert not JournalEntry.objects.exists()


def test_first_text_again_takes_the_text_of_the_office_away(officer: Client) -> None:
    officer.post("/review/texts/about/en/", {"text": "Ours."})
    officer.post("/review/texts/about/en/", {"text": "whatever stands in the field", "restore": "1"})

    assert not SiteText.objects.exists()
    assert pages.shown_text("about", "en").text == first_text("about", "en")
    assert JournalEntry.objects.filter(act="site.text").count() == 2


def test_same_text_changes_nothing_and_an_empty_or_endless_one_is_refused(officer: Client) -> None:
    officer.post("/review/texts/about/en/", {"text": first_text("about", "en")})
    empty = officer.post("/review/texts/about/en/", {"text": " \r\n "})
    endless = officer.post("/review/texts/about/en/", {"text": "x" * (pages.LONGEST + 1)})

    assert (empty.status_code, endless.status_code) == (422, 422)
    assert not JournalEntry.objects.exists()


@pytest.mark.parametrize("path", ["nothing/en", "about/de"])
def test_page_or_language_there_is_not_is_answered_404(officer: Client, path: str) -> None:
    assert officer.get(f"/review/texts/{path}/").status_code == 404


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[x](data:text/html;base64,AAAA)", "<p>[x](data:text/html;base64,AAAA)</p>\n"),
        ("[x](/lists/)", '<p><a href="/lists/">x</a></p>\n'),
        ("[us](mailto:a@example.org)", '<p><a href="mailto:a@example.org">us</a></p>\n'),
        ('[x](/a"onclick="b)', '<p><a href="/a%22onclick=%22b">x</a></p>\n'),
        ("![x](https://example.org/a.png)", '<p>!<a href="https://example.org/a.png">x</a></p>\n'),
        ("# One\n\n### Three", "<h2>One</h2>\n<h3>Three</h3>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("&amp; <b>", "<p>&amp; &lt;b&gt;</p>\n"),
    ],
)
def test_markdown_gives_no_html_of_its_own_no_picture_and_no_script(text: str, html: str) -> None:
    assert to_html(text) == html


def test_page_of_a_text_asks_one_query(client: Client, db: None) -> None:
    client.get("/legal/")
    with CaptureQueriesContext(connection) as asked:
        client.get("/legal/?again=1")

    assert len([one for one in asked if "sitetext" in one["sql"]]) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("row", policy.TABLE, ids=lambda row: f"{row.field}-{row.kind}-{row.minor}")
def test_privacy_page_is_made_of_the_policy(monkeypatch: pytest.MonkeyPatch, row: policy.Row) -> None:
    def cells() -> list[str]:
        page = Client(headers={"accept-language": "en"}).get("/privacy/").content.decode()
        return re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", page.split('id="policy"')[1])

    before = cells()
    monkeypatch.setattr(policy, "TABLE", tuple(one for one in policy.TABLE if one is not row))

    assert before != cells()


@pytest.mark.django_db
def test_privacy_page_says_how_the_office_shows_minors(settings: Settings) -> None:
    settings.MINORS_SHOWN, settings.ADULT_AGE = "initials", 16

    page = Client(headers={"accept-language": "en"}).get("/privacy/").content.decode()

    assert re.search(r"Name, minors</th>\s*<td[^>]*>initials</td>", page)
    assert "turn 16" in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("days", "words"),
    [(90, "are deleted 90 days after the answer"), (0, "their answers are not deleted")],
)
def test_privacy_page_says_how_long_requests_stay(settings: Settings, days: int, words: str) -> None:
    settings.KEEP_REQUESTS_DAYS = days

    page = Client(headers={"accept-language": "en"}).get("/privacy/").content.decode()

    assert words in " ".join(page.split())


@pytest.mark.django_db
def test_office_text_keeps_the_table_of_the_policy(officer: Client) -> None:
    officer.post("/review/texts/privacy/en/", {"text": "## Ours"})

    page = Client(headers={"accept-language": "en"}).get("/privacy/").content.decode()

    assert "<h2>Ours</h2>" in page
    assert "Date of birth" in page
