"""Dates and numbers as each language writes them."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.template import engines
from django.utils import translation

from federation.language.dates import format_date, format_span, with_plain_spaces
from federation.mail.outbox import compose
from federation.web.downloads import export
from federation.web.tables import Column, Day, Table
from tournaments.desk.finding_words import sentence

REPOSITORY = Path(__file__).resolve().parents[3]
SPACE = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "wanted", "expected"),
    [
        ("fr", "j F Y", "1er\xa0novembre 2026"),
        ("fr", "j N Y", "1er\xa0nov. 2026"),
        ("fr", "DATE_FORMAT", "1er\xa0novembre 2026"),
        ("fr", "SHORT_DATE_FORMAT", "01/11/2026"),
        ("fr", "Y-m-d", "2026-11-01"),
        ("en", "j F Y", "1\xa0November 2026"),
        ("ru", "j F Y", "1\xa0ноября 2026"),
        ("ru", "j N Y", "1\xa0нояб. 2026"),
        ("ru", "F Y", "ноябрь 2026"),
        ("ru", "DATE_FORMAT", "1\xa0ноября 2026"),
        ("ru", "SHORT_DATE_FORMAT", "01.11.2026"),
        ("ru", "Y-m-d", "2026-11-01"),
        (None, "j F Y", "1\xa0November 2026"),
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
        ("fr", "j F Y, H:i", ["1er\xa0novembre 2026, 08:05", "1er\xa0novembre 2026, 21:30"]),
        ("ru", "j N, H:i e", ["1\xa0нояб., 08:05 UTC", "1\xa0нояб., 21:30 UTC"]),
        ("en", "DATETIME_FORMAT", ["Nov.\xa01, 2026, 8:05 a.m.", "Nov.\xa01, 2026, 9:30 p.m."]),
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
        ("en", date(2026, 11, 1), "1\xa0November 2026"),
        ("en", date(2026, 11, 2), "1–2\xa0November 2026"),
        ("fr", date(2026, 11, 2), "1er–2\xa0novembre 2026"),
        ("ru", date(2026, 11, 2), "1–2\xa0ноября 2026"),
        ("en", date(2026, 12, 1), "1\xa0November – 1\xa0December 2026"),
        ("fr", date(2026, 12, 1), "1er\xa0novembre – 1er\xa0décembre 2026"),
        ("ru", date(2027, 1, 3), "1\xa0ноября 2026 – 3\xa0января 2027"),
    ],
)
def test_days_say_once_what_first_and_last_share(language: str, last: date, expected: str) -> None:
    with translation.override(language):
        assert format_span(date(2026, 11, 1), last) == expected


def test_other_days_are_written_plainly() -> None:
    with translation.override("fr"):
        assert format_date(date(2026, 11, 21), "j F Y") == "21\xa0novembre 2026"


def test_russian_month_is_declined_after_a_day_and_stands_plain_without_one() -> None:
    with translation.override("ru"):
        after = [format_date(date(2026, month, 21), "j F") for month in range(1, 13)]
        alone = [format_date(date(2026, month, 21), "F") for month in range(1, 13)]

    assert after == [
        "21\xa0января", "21\xa0февраля", "21\xa0марта", "21\xa0апреля", "21\xa0мая", "21\xa0июня",
        "21\xa0июля", "21\xa0августа", "21\xa0сентября", "21\xa0октября", "21\xa0ноября", "21\xa0декабря",
    ]  # fmt: skip
    assert alone == [
        "январь", "февраль", "март", "апрель", "май", "июнь",
        "июль", "август", "сентябрь", "октябрь", "ноябрь", "декабрь",
    ]  # fmt: skip


def test_short_russian_months_are_declined_too() -> None:
    with translation.override("ru"):
        after = [format_date(date(2026, month, 2), "j N Y") for month in range(1, 13)]
        alone = [format_date(date(2026, month, 2), "M Y") for month in (2, 3, 5)]

    assert [text.removeprefix("2\xa0").removesuffix(" 2026") for text in after] == [
        "янв.", "февр.", "марта", "апр.", "мая", "июня", "июля", "авг.", "сент.", "окт.", "нояб.", "дек.",
    ]  # fmt: skip
    assert alone == ["февр. 2026", "март 2026", "май 2026"]


def test_russian_letter_that_is_meant_literally_stays() -> None:
    with translation.override("ru"):
        assert format_date(date(2026, 5, 3), r"\F j F") == "F 3\xa0мая"


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

    assert text == "1er\xa0mai 2026, 2\xa0mai 2026, |"


def test_filter_of_every_template_declines() -> None:
    page = engines["django"].from_string('{{ day|date:"j F Y" }}, {{ at|date }}, {{ day|date:"F Y" }}')

    with translation.override("ru"):
        text = page.render({"day": date(2026, 5, 1), "at": datetime(2026, 5, 2, 12)})

    assert text == "1\xa0мая 2026, 2\xa0мая 2026, май 2026"


def test_finding_names_days_in_the_reader_s_language() -> None:
    with translation.override("fr"):
        text = sentence("end-before-start", {"start": "2026-05-02", "end": "2026-05-01"})

    assert text == "Le tournoi finit le 1er\xa0mai 2026, avant de commencer le 2\xa0mai 2026."


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
        "{% load palmares %}{{ many|grouped }} {{ share|floatformat:2 }} {{ rating|exact }}"
        " {{ least|constant }}"
    )

    with translation.override(language):
        text = page.render({"many": 12345, "share": 0.25, "rating": 1712.5, "least": -0.016})

    assert text == expected


def test_french_months_are_shortened_as_french_does() -> None:
    days = [date(2026, month, 2) for month in range(1, 13)]
    with translation.override("fr"):
        after_a_day = [format_date(day, "j N").removeprefix("2\xa0") for day in days]
        alone = [format_date(day, "M Y").removesuffix(" 2026") for day in days]

    assert " ".join(alone) == "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."
    assert after_a_day == alone


@pytest.mark.parametrize(
    ("language", "end", "expected"),
    [
        ("en", "2024-09-07", "Lise is also entered in Coupe in Rennes, on 7\xa0September 2024."),
        (
            "en",
            "2024-09-08",
            "Lise is also entered in Coupe in Rennes, from 7\xa0September 2024 to 8\xa0September 2024.",
        ),
        ("fr", "2024-09-07", "Lise est inscrit aussi à Coupe, à Rennes, le 7\xa0septembre 2024."),
        ("ru", "2024-09-07", "Lise заявлен и в другой турнир: Coupe, Rennes, 7\xa0сентября 2024."),
    ],
)
def test_finding_names_a_tournament_of_one_day_by_its_day(language: str, end: str, expected: str) -> None:
    values = {"player": "Lise", "other": "Coupe", "place": "Rennes", "start": "2024-09-07", "end": end}

    with translation.override(language):
        assert sentence("person-elsewhere", values) == expected


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
@pytest.mark.parametrize("wanted", ["j F Y", "j N Y", "DATE_FORMAT", "DATETIME_FORMAT", "MONTH_DAY_FORMAT"])
def test_day_and_month_stay_together_on_a_page_and_part_in_a_letter(language: str, wanted: str) -> None:
    moments = [datetime(2026, month, day, 8, 5, tzinfo=UTC) for month in range(1, 13) for day in (1, 12)]

    with translation.override(language):
        texts = [format_date(moment, wanted) for moment in moments]
        letters = [compose(f"Subject\nOn {text}:", to="ann@example.org").body for text in texts]

    assert {text.count(SPACE) for text in texts} == {1}
    assert letters == [f"On {text.replace(SPACE, ' ')}:\n" for text in texts]


def test_other_spaces_of_a_letter_stay() -> None:
    text = f"Le 1er{SPACE}mai{SPACE}: 12{SPACE}% «{SPACE}A{SPACE}», №{SPACE}5"

    assert with_plain_spaces(text) == text.replace(f"1er{SPACE}", "1er ")


def test_files_have_days_by_number_and_sentences_with_plain_spaces() -> None:
    class Days(Table):
        day = Day("Day")
        words = Column("Words", by=lambda day: f"counts from {format_date(day, 'j F Y')}", accessor="day")

    with translation.override("en"):
        written = export(Days([{"day": date(2026, 5, 1)}]), "days").content.decode("utf-8-sig")

    assert written.splitlines() == ["Day,Words", "2026-05-01,counts from 1 May 2026"]
