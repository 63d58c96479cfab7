import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from ratings.calculators.examples import EXAMPLES
from ratings.calculators.fields import Family, family_of
from ratings.models import RatingSystem
from ratings.rulebook.constant_words import WORDS, words_of
from ratings.rulebook.editions import parameters_of
from ratings.rulebook.systems import SYSTEMS
from ratings.views.site import rules
from ratings.views.site.rules import LEFT_OUT
from tournaments.formats.samples import sample
from tournaments.formats.table import FORMATS, read
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import Severity

ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
EVERY = [(key, edition.name) for key, system in SYSTEMS.items() for edition in system.editions]


def page(client: Client, path: str) -> str:
    cache.clear()
    response = client.get(path, **ENGLISH)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "edition"), EVERY)
def test_page_of_an_edition_prints_its_constants_and_examples(client: Client, key: str, edition: str) -> None:
    found = next(one for one in SYSTEMS[key].editions if one.name == edition)

    content = page(client, f"/rules/{key}/{edition}/")

    assert re.findall(r"<code>(\w+)</code></td>", content) == list(parameters_of(found))
    assert content.count('<details class="card"') == len(rules.worked(key, edition, date(2026, 11, 20), "en"))
    assert content.count("<li>") >= len(LEFT_OUT[family_of(SYSTEMS[key])])


def test_every_example_is_computed_by_every_edition() -> None:
    counts = {
        (key, edition): len(rules.worked(key, edition, date(2026, 11, 20), "en")) for key, edition in EVERY
    }

    missing = {
        pair: count for pair, count in counts.items() if count != len(EXAMPLES[family_of(SYSTEMS[pair[0]])])
    }
    assert missing == {}


@pytest.mark.django_db
def test_page_of_all_rules_says_what_a_constant_means_before_its_name(client: Client) -> None:
    content = client.get("/rules/", headers={"accept-language": "en"}).content.decode()
    named = re.findall(r'<dt>([^<]+) <code class="muted">(\w+)</code></dt>', content)
    expected = [
        (str(escape(words_of(edition, name))), name)
        for key in ("ffg", "egf")
        for edition in reversed(SYSTEMS[key].editions)
        for name in parameters_of(edition)
    ]

    assert [pair for pair in expected if pair not in named] == []


def test_every_constant_is_explained_and_every_family_says_what_it_leaves_out() -> None:
    editions = [edition for system in SYSTEMS.values() for edition in system.editions]

    words = [words_of(edition, name) for edition in editions for name in parameters_of(edition)]

    assert all(words)
    assert set(LEFT_OUT) == set(Family)


@pytest.mark.django_db
def test_page_says_what_an_edition_changed(client: Client) -> None:
    content = page(client, "/rules/fide-standard/2024/")

    changed = re.findall(r'number changed">([^<]+)<.*?data-label="before">([^<]+)<.*?<code>(\w+)', content)
    assert changed == [
        ("no", "yes", "cap_once"),
        ("1400", "1000", "floor"),
        ("2", "0", "draws"),
        ("2200", "0", "first_most"),
    ]


@pytest.mark.django_db
def test_amendments_inside_an_edition_are_dated(client: Client) -> None:
    content = page(client, "/rules/fide-rapid/2022/")

    assert "From 1\xa0October 2022: k_new = 40" in content


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "where"), [("/rules/egf/", "/rules/egf/2021/"), ("/rules/ffg/", "/rules/ffg/2022-10/")]
)
def test_system_shows_the_edition_in_force_and_says_where_it_stays(
    client: Client, path: str, where: str
) -> None:
    shown, edition = page(client, path), page(client, where)

    assert f'<link rel="canonical" href="http://testserver{where}?language=en">' in shown
    assert shown.partition("<main")[2] == edition.partition("<main")[2]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/rules/nothing/", "/rules/egf/1066/", "/rules/nothing/2021/"])
def test_rules_nobody_made_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/rules/ffg/2022-10/", 1),  # what this office replaced
        ("/rules/formats/", 0),
        ("/rules/lists/", 0),
        ("/glossary/", 0),
        ("/calculators/", 0),
    ],
)
def test_pages_of_rules_ask_little_of_the_database(
    client: Client, path: str, queries: int, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(queries):
        response = client.get(path, **ENGLISH)

    assert response.status_code == 200


@pytest.mark.django_db
def test_formats_say_what_is_read_and_written(client: Client) -> None:
    content = page(client, "/rules/formats/")

    rows = re.findall(r'href="#(\w+)">.*?label="Read">(\w+)<.*?label="Written">(\w+)<', content)
    assert rows == [
        ("opengotha", "yes", "no"),
        ("h9", "yes", "yes"),
        ("tou", "yes", "yes"),
        ("spreadsheet", "yes", "yes"),
        ("trf26", "yes", "yes"),
        ("trf16", "yes", "yes"),
        ("trf06", "yes", "no"),
        ("pgn", "yes", "no"),
        ("json", "no", "yes"),
    ]


@pytest.mark.parametrize("key", [key for key, entry in FORMATS.items() if entry.reader and sample(key)])
def test_sample_of_a_format_is_read_without_errors(key: str) -> None:
    report = read(sample(key).encode())

    grave = [one.code for one in inspect(report, today=date(2026, 4, 1)) if one.severity is Severity.ERROR]
    assert (report.format, report.name, grave) == (key, "Open des Trois Ponts", [])


@pytest.mark.django_db
def test_glossary_has_words_with_accents_among_those_without(client: Client) -> None:
    words = client.get("/glossary/", HTTP_ACCEPT_LANGUAGE="fr").content.decode()

    placed = re.findall(r"<dt>([^<]+)</dt>", words.partition('id="letters"')[0])

    among = [
        word for word in placed if word in ("Ajustement manuel", "Édition", "Exemption", "Établi", "Forfait")
    ]
    assert among == ["Ajustement manuel", "Édition", "Établi", "Exemption", "Forfait"]
    assert [rules._place(word)[0] for word in ("Ёлка", "Йота", "Иск")] == ["елка", "и\uffffота", "иск"]


@pytest.mark.django_db
def test_glossary_is_in_order_of_the_alphabet(client: Client) -> None:
    words, _, letters = page(client, "/glossary/").partition('id="letters"')

    listed = re.findall(r"<dt>([^<]+)</dt>", words)
    assert (len(listed), listed) == (len(WORDS), sorted(listed, key=str.casefold))
    assert re.findall(r'id="ladder-(\w+)"', letters) == ["r", "r2", "n", "n2", "E", "s", "K", "change"]


@pytest.mark.django_db
def test_clause_of_a_step_leads_to_its_letter_on_the_page_of_rules(client: Client) -> None:
    content = page(client, "/rules/egf/2011/")

    places = {found.rpartition("#")[2] for found in re.findall(r'class="clause" href="([^"]+)"', content)}
    explained = set(re.findall(r'<div id="([^"]+)"', content))
    described = set(re.findall(r'aria-describedby="([^"]+)"', content))
    assert {"symbol-con", "symbol-Se", "symbol-change"} <= places
    assert places | described <= explained


@pytest.mark.django_db
def test_page_says_what_this_office_rates_with_instead(client: Client) -> None:
    said = "This office rates with other values:"
    assert said not in page(client, "/rules/egf/2021/")
    RatingSystem.objects.filter(key="egf").update(parameters={"least_minutes": 0})
    RatingSystem.objects.filter(key="ffg").update(parameters={"exempt_counts_all": False, "divisor": 6})

    content = " ".join(page(client, "/rules/egf/2021/").split())
    assert f"{words_of(SYSTEMS['egf'].editions[-1], 'least_minutes')}: 0 instead of 30" in content
    content = " ".join(page(client, "/rules/ffg/2022-10/").split())
    assert [text in content for text in (": no instead of yes", ": 6 instead of 7")] == [True, True]
    assert said not in page(client, "/rules/ffg/2013/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("egf", "The next rated tournament brings the rank back."),
        ("ffg", "A season is a calendar year: its licence keeps the rank until 31 December."),
        ("ffg-hybrid", "A season is a calendar year: its licence keeps the rank until 31 December."),
        ("fide-blitz", "fewer rated games than 1 count for the last 12 lists, this one included."),
        ("fics-standard", "Players without a rated game in the last 365 days are inactive"),
        ("ladder", "Players without a rated game in the last 365 days are inactive"),
    ],
)
def test_rules_say_who_is_inactive_and_what_ends_it(client: Client, key: str, rule: str) -> None:
    assert rule in re.sub(r"\s+", " ", page(client, f"/rules/{key}/"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "parameters", "usual", "own"),
    [
        (
            "egf",
            {"inactive_weak_months": 3, "weak_kyu_from": 16},
            "<dt>from 11 kyu, months</dt> <dd>6</dd>",
            "<dt>from 16 kyu, months</dt> <dd>3</dd>",
        ),
        (
            "ffg",
            {"licence_needed": False},
            "Players with a licence are active on a list",
            "Everyone is active on a list",
        ),
    ],
)
def test_rules_in_words_have_the_constants_of_the_office(
    key: str, parameters: dict[str, object], usual: str, own: str, client: Client
) -> None:
    def text(path: str) -> str:
        return re.sub(r"\s+", " ", page(client, path)).replace("</dt><dd>", "</dt> <dd>")

    paths = ("/rules/", f"/rules/{key}/")
    before = [text(path) for path in paths]
    RatingSystem.objects.filter(key=key).update(parameters=parameters)
    after = [text(path) for path in paths]

    assert [(usual in content, own in content) for content in before] == [(True, False)] * 2
    assert [(usual in content, own in content) for content in after] == [(False, True)] * 2
    assert "This office rates with other values:" in after[1]


@pytest.mark.django_db
def test_pages_of_rules_read_the_choices_of_the_office_once(client: Client) -> None:
    for path in ("/rules/", "/rules/egf/", "/rules/ladder/", "/rules/fide-rapid/2022/"):
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(path, **ENGLISH)
        assert sum("ratings_ratingsystem" in one["sql"] for one in queries.captured_queries) <= 1, path
