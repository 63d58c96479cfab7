"""What texts say: the words of the glossary, Russian nouns after a number, punctuation between two texts."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from federation.language.wording import labelled
from tests.federation.language.catalogue import messages

FOLDER = Path(__file__).resolve().parents[3] / "federation" / "locale"
GLOSSARY = Path(__file__).resolve().parents[3] / "docs" / "wording.md"
LANGUAGES = {"English": "en", "Français": "fr", "Русский": "ru"}
# A number read at run time takes 21 очко, 22 очка, 25 очков: one text cannot have them all, a plural can.
COUNTED = re.compile(
    r"(?:%\(\w+\)[.\d]*[sdf]|\{\w+\}) "
    r"(?:очко|очка|пункта?|партия|партии|игрока?|камень|камня|тура?|день|дня|раза|место|турнира|камней|очков)\b"
)
UNITS = (
    ("очко", "очка", "очков"), ("пункт", "пункта", "пунктов"), ("партия", "партии", "партий"),
    ("игрок", "игрока", "игроков"), ("камень", "камня", "камней"), ("тур", "тура", "туров"),
    ("день", "дня", "дней"), ("список", "списка", "списков"), ("турнир", "турнира", "турниров"),
    ("ключ", "ключа", "ключей"), ("сеанс", "сеанса", "сеансов"), ("ошибка", "ошибки", "ошибок"),
    ("клуб", "клуба", "клубов"), ("соперник", "соперника", "соперников"), ("ранг", "ранга", "рангов"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "2026: 3"), ("fr", "2026\N{NO-BREAK SPACE}: 3"), ("ru", "2026: 3")],
)
def test_colon_stands_as_the_language_sets_it(language: str, expected: str) -> None:
    with translation.override(language):
        assert labelled(2026, 3) == expected


def _rows(title: str) -> list[list[str]]:
    """Return the cells of the table below a heading of the glossary, its two lines of head left out."""
    part = GLOSSARY.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def _forbidden(title: str) -> list[str]:
    """Return the words a language is not to use."""
    return [word for row in _rows(title) for word in re.findall(r"`([^`]+)`", row[2])]


def _pattern(word: str) -> re.Pattern[str]:
    """Return what finds a word as a whole word, or as its beginning where it ends in a star."""
    ending = r"\w*" if word.endswith("*") else ""
    return re.compile(rf"(?<!\w){re.escape(word.rstrip('*'))}{ending}(?!\w)", re.IGNORECASE)


def _allowed(language: str) -> set[tuple[str, str]]:
    """Return pairs of a word and the English text in which it means something else."""
    return {(word.strip("`"), text) for named, word, text in _rows("Exceptions") if named == language}


def _texts(language: str) -> list[tuple[str, str]]:
    """Return pairs of an English text and what the language says for it."""
    catalogue = messages(FOLDER / ("fr" if language == "en" else language) / "LC_MESSAGES" / "django.po")[1:]
    if language == "en":
        return [(one.single, text) for one in catalogue for text in (one.single, one.plural) if text]
    return [(one.single, text) for one in catalogue for text in one.texts]


@pytest.mark.parametrize("title", LANGUAGES)
def test_text_has_no_word_the_glossary_forbids(title: str) -> None:
    language = LANGUAGES[title]
    texts, allowed = _texts(language), _allowed(language)
    found = [
        (word, text)
        for word in _forbidden(title)
        for pattern in [_pattern(word)]
        for origin, text in texts
        if pattern.search(text.replace("\N{NO-BREAK SPACE}", " ")) and (word, origin) not in allowed
    ]

    assert found == []


@pytest.mark.parametrize("title", LANGUAGES)
def test_glossary_names_words_of_each_language(title: str) -> None:
    assert len(_forbidden(title)) > 20
    cells = 5 if title == "English" else 4  # the English table says what the code calls it, too
    assert all(len(row) == cells and row[1] for row in _rows(title))


def test_exception_of_the_glossary_is_a_text_with_that_word() -> None:
    origins = {language: {origin for origin, _ in _texts(language)} for language in LANGUAGES.values()}
    stale = [row for row in _rows("Exceptions") if row[2] not in origins[row[0]]]

    assert stale == []


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("mend*", "Something to mend", True),
        ("mend*", "It was mended.", True),
        ("mend*", "We recommend it.", False),
        ("his", "This is it.", False),
        ("his", "His rating", True),
        ("событи*", "После события", True),
        ("classé", "Un joueur classé.", True),
        ("classé", "Le classer", False),
    ],
)
def test_word_is_found_as_a_whole_word(word: str, text: str, expected: bool) -> None:
    assert bool(_pattern(word).search(text)) is expected


def test_russian_number_without_a_plural_stands_apart_from_its_noun() -> None:
    catalogue = messages(FOLDER / "ru" / "LC_MESSAGES" / "django.po")[1:]

    assert [one.texts for one in catalogue if not one.plural and COUNTED.search(one.texts[0])] == []


def test_russian_noun_after_a_number_has_the_form_of_that_number() -> None:
    catalogue = [one for one in messages(FOLDER / "ru" / "LC_MESSAGES" / "django.po")[1:] if one.plural]
    wrong = [
        one.texts
        for one in catalogue
        for forms in UNITS
        for first in [re.match(rf"%\(\w+\)s {forms[0]}\b", one.texts[0])]
        if first
        for text, form in zip(one.texts, (*forms, forms[1]), strict=True)
        if not re.match(rf"%\(\w+\)s {form}\b", text)
    ]

    assert wrong == []
    assert COUNTED.search("стоит %(komi)s очка")
