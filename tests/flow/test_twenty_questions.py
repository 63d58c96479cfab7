"""Twenty questions of players, parents, captains and the press, each answered two taps from the home page.

A tap follows a link that a phone shows: what only wide screens show, or a closed part hides, is not there. A
search is one tap. docs/questions.md has the same questions for people.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

from ratings.models import ListEntry, RatingSystem, Statistic
from ratings.statistics import kinds, recompute
from tests.flow.coherence.dom import Element, read
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Tournament
from tournaments.models.stages import Stage

pytestmark = pytest.mark.django_db
LANGUAGES = ("fr", "en", "ru")
DOCUMENT = Path(__file__).parents[2] / "docs" / "questions.md"
NEXT = "Coupe du Nord"
MOST = 2  # taps


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the way to its answer, and the element there that holds it, with what it says.

    A step is the address of a link, or "?" and what is typed into the search.
    """

    asked: str
    steps: tuple[str, ...]
    tag: str
    classes: str
    says: str


PLAYER = ("?abelard", "/players/{one}/")
CLUB = ("?cercle du pont", "/clubs/75Xa/")
QUESTIONS = (
    Question("How many points did I lose at my last tournament?", PLAYER, "span", "moves", r"→ −?\d+ [+−]\d"),
    Question("And why?", PLAYER, "div", "event-inside", "FFG"),
    Question("Is my child still on the list?", PLAYER, "td", "place", r"\d"),
    Question("What must I do not to fall off the list?", PLAYER, "p", "hint", r"20\d\d"),
    Question("How has a player's rating gone over the years?", PLAYER, "figcaption", "", r"\d{4}"),
    Question("What is my score against my usual opponents?", PLAYER, "table", "met", r"\d"),
    Question(
        "Who is the best woman under 16 of my region?",
        ("?alpes", "/lists/ffg/?region=ALP&sex=f&age=u16"),
        "td",
        "name",
        r"\w",
    ),
    Question("Which members of my club have a rank?", CLUB, "table", "members", r"\d+\. FFG"),
    Question("What did my team average in June?", CLUB, "td", "number second", r"FFG −?\d+ \(\d+\)"),
    Question(
        "Which club won most games this year?",
        ("/statistics/", "/statistics/egf/clubs/"),
        "p",
        "lead",
        r"2026\D+ \d+\.$",
    ),
    Question(
        "Who gained most since the list before?",
        ("/lists/ffg/", "/statistics/ffg/improvers/?date=2026-11-06&with=2026-09-04&games=1"),
        "span",
        "change gain",
        r"\+\d",
    ),
    Question("Who has been number one?", ("/statistics/", "/lists/ffg/number-ones/"), "td", "name", r"\w"),
    Question("When is the next list?", (), "dl", "coming", r"\w"),
    Question(
        "Who won the tournament?",
        ("?deux rives", "/tournaments/1/"),
        "table",
        "cross",
        r"SOS.*?1Besson-Lacroix",
    ),
    Question("Has our tournament arrived?", ("/tournaments/", "/tournaments/handed-in/"), "td", "name", NEXT),
    Question(
        "Which tournaments were played in our town?",
        ("?lyon", "/tournaments/?place=Lyon"),
        "td",
        "name",
        "Deux Rives",
    ),
    Question(
        "What are my chances against a stronger player?",
        ("/calculators/", "/calculators/win-probability/"),
        "td",
        "",
        r"\d %|\d%",
    ),
    Question(
        "Where is the list for my pairing program?",
        ("/lists/ffg/", "/lists/ffg/2026-11-06/download.txt?revision=1"),
        "",
        "",
        "ABELARD|Abelard",
    ),
    Question("How is my rating calculated?", ("/rules/",), "main", "", "= K × "),
    Question("Who can see my name and my year of birth?", ("/privacy/",), "main", "", r"\w{4}"),
)


@pytest.fixture
def small() -> Small:
    """A federation with statistics, children, a tournament of the season and one submitted."""
    cache.clear()
    small = small_federation.build(players=26, tournaments=2)
    for event in small.tournaments:
        event.place = "Lyon"
        event.save()
    waiting = {"stage": Stage.SUBMITTED, "start": date(2026, 11, 7), "end": date(2026, 11, 8), "rounds": 5}
    Tournament.objects.create(number=50, name=NEXT, rated_for=["ffg"], **waiting)
    ListEntry.objects.filter(sex="f").update(birth_year=2012)
    newest = ListEntry.objects.filter(list=small.lists[2])
    newest.update(games=F("games") + 2)
    newest.filter(player=small.players[0]).update(rating=F("rating") + 7)
    for key in ("ffg", "egf"):
        recompute.refresh(RatingSystem.objects.get(key=key))
    row = Statistic.objects.get(system__key="egf", kind=kinds.CLUBS)
    clubs = kinds.read(kinds.Clubs, row.data)
    played = replace(clubs, rows=tuple(one._replace(won=one.players) for one in clubs.rows))
    row.data |= kinds.write(played)
    row.save()
    return small


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asked)
def test_question_is_answered_two_taps_from_the_home_page(
    client: Client, small: Small, question: Question
) -> None:
    for language in LANGUAGES:
        answer = walk(client, language, [one.format(one=small.players[0].pk) for one in question.steps])

        texts = said(answer, question)
        assert any(re.search(question.says, text) for text in texts), (language, texts[:5])
    assert len(question.steps) <= MOST


def test_sum_of_the_newest_tournament_is_asked_for_as_it_comes_into_view(
    client: Client, small: Small
) -> None:
    page = read(walk(client, "en", [one.format(one=small.players[0].pk) for one in PLAYER]))
    [revealed] = [one for one in page.all("div") if one.get("hx-trigger") == "revealed"]

    why = client.get(revealed.get("hx-get"), headers={"hx-request": "true"}).content.decode()

    assert read(why).one("section", "why") is not None


def test_document_has_the_same_questions() -> None:
    rows = re.findall(r"^\| \d+ \| (.+?) \|.*\| (\d) \|$", DOCUMENT.read_text(), re.MULTILINE)

    assert rows == [(question.asked, str(len(question.steps))) for question in QUESTIONS]


def walk(client: Client, language: str, steps: list[str]) -> str:
    """Follow links and searches from the home page, and return the last answer."""
    page = get(client, "/", language)
    for step in steps:
        if step.startswith("?"):
            [form] = read(page).all("form", "site-search")
            page = get(client, f"{form.get('action')}?{urlencode({'q': step[1:]})}", language)
        else:
            addresses = {one.get("href") for one in shown(read(page)) if one.tag == "a"}
            assert step in addresses, (language, step)
            page = get(client, step, language)
    return page


def get(client: Client, address: str, language: str) -> str:
    response: Any = client.get(address, headers={"accept-language": language}, follow=True)
    assert response.status_code == 200, address
    if not response.streaming and "html" in response.headers["Content-Type"]:
        return html_of(response)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return str(body.decode(errors="replace"))  # files for pairing programs are in Latin letters


def said(answer: str, question: Question) -> list[str]:
    """Return the texts that may hold the answer; all of a file."""
    if not question.tag:
        return [answer]
    wanted = set(question.classes.split())
    return [one.text for one in shown(read(answer)) if one.tag == question.tag and wanted <= one.classes]


def shown(element: Element) -> Iterator[Element]:
    """Yield what a phone shows, without what closed parts hold but their summaries."""
    is_closed = element.tag == "details" and "open" not in element.attributes
    for child in element.children:
        if (
            "phone-off" in child.classes
            or "hidden" in child.attributes
            or (is_closed and child.tag != "summary")
        ):
            continue
        yield child
        yield from shown(child)
