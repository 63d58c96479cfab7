"""Dates and numbers as each language writes them."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.template import engines
from django.utils import translation

from federation.language.dates import format_date, format_span
from tournaments.desk.finding_words import sentence

REPOSITORY = Path(__file__).resolve().parents[3]
SPACE = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "wanted", "expected"),
    [
        ("fr", "j F Y", "1er novembre 2026"),
        ("fr", "j N Y", "1er nov. 2026"),
        ("fr", "DATE_FORMAT", "1er novembre 2026"),
        ("fr", "SHORT_DATE_FORMAT", "01/11/2026"),
        ("fr", "Y-m-d", "2026-11-01"),
        ("en", "j F Y", "1 November 2026"),
        ("ru", "j F Y", "1 ноября 2026"),
        ("ru", "j N Y", "1 нояб. 2026"),
        ("ru", "F Y", "ноябрь 2026"),
        ("ru", "DATE_FORMAT", "1 ноября 2026"),
        ("ru", "SHORT_DATE_FORMAT", "01.11.2026"),
        ("ru", "Y-m-d", "2026-11-01"),
        (None, "j F Y", "1 November 2026"),
    ],
)
def test_first_of_a_month_is_written_as_the_language_does(
    language: str | None, wanted: str, expected: str
) -> None:
    with translation.override(language):
        assert format_date(date(2026, 11, 1), wanted) == expected
        assert format_date(datetime(2026, 11, 1, 23, 59, tzinfo=UTC), wanted) == expected


@pytest.mark.parametrize(
    ("language", "wanted", "expected"),
    [
        ("fr", "j F Y, H:i", ["1er novembre 2026, 08:05", "1er novembre 2026, 21:30"]),
        ("ru", "j N, H:i e", ["1 нояб., 08:05 UTC", "1 нояб., 21:30 UTC"]),
        ("en", "DATETIME_FORMAT", ["Nov. 1, 2026, 8:05 a.m.", "Nov. 1, 2026, 9:30 p.m."]),
    ],
)
def test_moments_of_a_day_are_told_apart_where_the_clock_is_written(
    language: str, wanted: str, expected: list[str]
) -> None:
    moments = [datetime(2026, 11, 1, *clock, tzinfo=UTC) for clock in ((8, 5), (21, 30))]

    with translation.override(language):
        assert [format_date(moment, wanted) for moment in moments] == expected


@pytest.mark.parametrize(
    ("language", "last", "expected"),
    [
        ("en", date(2026, 11, 1), "1 November 2026"),
        ("en", date(2026, 11, 2), "1–2 November 2026"),
        ("fr", date(2026, 11, 2), "1er–2 novembre 2026"),
        ("ru", date(2026, 11, 2), "1–2 ноября 2026"),
        ("en", date(2026, 12, 1), "1 November – 1 December 2026"),
        ("fr", date(2026, 12, 1), "1er novembre – 1er décembre 2026"),
        ("ru", date(2027, 1, 3), "1 ноября 2026 – 3 января 2027"),
    ],
)
def test_days_say_once_what_first_and_last_share(language: str, last: date, expected: str) -> None:
    with translation.override(language):
        assert format_span(date(2026, 11, 1), last) == expected


def test_other_days_are_written_plainly() -> None:
    with translation.override("fr"):
        assert format_date(date(2026, 11, 21), "j F Y") == "21 novembre 2026"


def test_russian_month_is_declined_after_a_day_and_stands_plain_without_one() -> None:
    with translation.override("ru"):
        after = [format_date(date(2026, month, 21), "j F") for month in range(1, 13)]
        alone = [format_date(date(2026, month, 21), "F") for month in range(1, 13)]

    assert after == [
        "21 января", "21 февраля", "21 марта", "21 апреля", "21 мая", "21 июня",
        "21 июля", "21 августа", "21 сентября", "21 октября", "21 ноября", "21 декабря",
    ]  # fmt: skip
    assert alone == [
        "январь", "февраль", "март", "апрель", "май", "июнь",
        "июль", "август", "сентябрь", "октябрь", "ноябрь", "декабрь",
    ]  # fmt: skip


def test_short_russian_months_are_declined_too() -> None:
    with translation.override("ru"):
        after = [format_date(date(2026, month, 2), "j N Y") for month in range(1, 13)]
        alone = [format_date(date(2026, month, 2), "M Y") for month in (2, 3, 5)]

    assert [text.removeprefix("2 ").removesuffix(" 2026") for text in after] == [
        "янв.", "февр.", "марта", "апр.", "мая", "июня", "июля", "авг.", "сент.", "окт.", "нояб.", "дек.",
    ]  # fmt: skip
    assert alone == ["февр. 2026", "март 2026", "май 2026"]


def test_russian_letter_that_is_meant_literally_stays() -> None:
    with translation.override("ru"):
        assert format_date(date(2026, 5, 3), r"\F j F") == "F 3 мая"


def test_no_format_of_a_page_names_a_russian_month_carelessly() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (REPOSITORY / "templates").rglob("*.*"))
    formats = set(re.findall(r"""\|date:["']([^"']+)["']""", pages)) - {"c", "Y-m-d", "H:i"}

    with translation.override("ru"):
        texts = {wanted: format_date(datetime(2026, 5, 9, 18, 30), wanted) for wanted in formats}

    assert {"j F Y", "j N Y", "F Y"} <= texts.keys()
    assert [text for wanted, text in texts.items() if ("мая" if "j" in wanted else "май") not in text] == []


def test_filter_of_every_template_says_1er() -> None:
    page = engines["django"].from_string('{{ day|date:"j F Y" }}, {{ at|date }}, {{ none|date }}|')

    with translation.override("fr"):
        text = page.render({"day": date(2026, 5, 1), "at": datetime(2026, 5, 2, 12), "none": None})

    assert text == "1er mai 2026, 2 mai 2026, |"


def test_filter_of_every_template_declines() -> None:
    page = engines["django"].from_string('{{ day|date:"j F Y" }}, {{ at|date }}, {{ day|date:"F Y" }}')

    with translation.override("ru"):
        text = page.render({"day": date(2026, 5, 1), "at": datetime(2026, 5, 2, 12)})

    assert text == "1 мая 2026, 2 мая 2026, май 2026"


def test_finding_names_days_in_the_reader_s_language() -> None:
    with translation.override("fr"):
        text = sentence("end-before-start", {"start": "2026-05-02", "end": "2026-05-01"})

    assert text == "Le tournoi finit le 1er mai 2026, avant de commencer le 2 mai 2026."


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("fr", f"12{SPACE}345 0,25 1712,50 −0,016"),
        ("en", "12,345 0.25 1712.50 −0.016"),
        ("ru", f"12{THIN}345 0,25 1712,50 −0,016"),
    ],
)
def test_numbers_are_written_as_the_language_does(language: str, expected: str) -> None:
    page = engines["django"].from_string(
        '{% load palmares %}{{ many|floatformat:"0g" }} {{ share|floatformat:2 }} {{ rating|exact }}'
        " {{ least|constant }}"
    )

    with translation.override(language):
        text = page.render({"many": 12345, "share": 0.25, "rating": 1712.5, "least": -0.016})

    assert text == expected


def test_french_months_are_shortened_as_french_does() -> None:
    days = [date(2026, month, 2) for month in range(1, 13)]
    with translation.override("fr"):
        after_a_day = [format_date(day, "j N").removeprefix("2 ") for day in days]
        alone = [format_date(day, "M Y").removesuffix(" 2026") for day in days]

    assert " ".join(alone) == "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."
    assert after_a_day == alone


@pytest.mark.parametrize(
    ("language", "end", "expected"),
    [
        ("en", "2024-09-07", "Lise is also entered in Coupe in Rennes, on 7 September 2024."),
        (
            "en",
            "2024-09-08",
            "Lise is also entered in Coupe in Rennes, from 7 September 2024 to 8 September 2024.",
        ),
        ("fr", "2024-09-07", "Lise est inscrit aussi à Coupe, à Rennes, le 7 septembre 2024."),
        ("ru", "2024-09-07", "Lise заявлен и в другой турнир: Coupe, Rennes, 7 сентября 2024."),
    ],
)
def test_finding_names_a_tournament_of_one_day_by_its_day(language: str, end: str, expected: str) -> None:
    values = {"player": "Lise", "other": "Coupe", "place": "Rennes", "start": "2024-09-07", "end": end}

    with translation.override(language):
        assert sentence("person-elsewhere", values) == expected
