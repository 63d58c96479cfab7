"""The catalogues: complete, in step with the sources, exact in their placeholders and their typography."""

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import trim_whitespace

from tests.federation.language.catalogue import (
    COUNTS,
    NUMBERS,
    PLACEHOLDER,
    TEXTS,
    Message,
    careless,
    compiled,
    messages,
    placeholders,
)

pytestmark = pytest.mark.xdist_group("translations")  # the sources are searched once
REPOSITORY = Path(__file__).resolve().parents[3]
SOURCES = ("federation", "ratings", "templates", "tournaments")
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]


def folder(language: str) -> Path:
    """Return the folder of a language's catalogue."""
    return REPOSITORY / "federation" / "locale" / language / "LC_MESSAGES"


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Return every language the site is offered in, but that of the sources."""
    return str(request.param)


@pytest.fixture(scope="module")
def header(language: str) -> str:
    """Return the header of a language's catalogue."""
    return messages(folder(language) / "django.po")[0].texts[0]


@pytest.fixture(scope="module")
def catalogue(language: str) -> list[Message]:
    """Return the messages of a language's catalogue without its header."""
    return messages(folder(language) / "django.po")[1:]


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> list[Message]:
    """Return the messages of the sources, as the gettext tools find them."""
    place = tmp_path_factory.mktemp("sources")
    (place / "locale").mkdir()
    apart = shutil.ignore_patterns("__pycache__", "migrations", "locale")
    for name in SOURCES:
        shutil.copytree(REPOSITORY / name, place / name, ignore=apart)
    without = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    # Django's own program: with our settings it would write the catalogues of this tree
    command = [sys.executable, "-m", "django", "makemessages", "--locale", "fr", "--no-wrap"]
    done = subprocess.run(command, cwd=place, env=without, check=True, capture_output=True, text=True)
    # Such a text is found by its number alone: where it is asked for without one it stays English.
    assert "used without plural and with plural" not in done.stdout + done.stderr
    return messages(place / "locale" / "fr" / "LC_MESSAGES" / "django.po")[1:]


def test_every_message_has_a_text_nobody_doubts(catalogue: list[Message]) -> None:
    assert [message.key for message in catalogue if message.fuzzy or not all(message.texts)] == []


def test_no_sentence_stands_in_english(catalogue: list[Message]) -> None:
    sentences = [m for m in catalogue if len(re.findall(r"[a-z]{2,}", PLACEHOLDER.sub("", m.single))) > 4]

    assert len(sentences) > 100
    assert [message.key for message in sentences if message.single in message.texts] == []


def test_every_message_has_as_many_texts_as_its_language_has_numbers(
    language: str, header: str, catalogue: list[Message]
) -> None:
    numbers, choice = re.findall(r"nplurals=(\d+); *plural=(.+);", header)[0]

    assert int(numbers) == TEXTS[language]
    assert tuple(map(gettext.c2py(choice), COUNTS)) == NUMBERS[language]
    assert [m.key for m in catalogue if len(m.texts) != (TEXTS[language] if m.plural else 1)] == []


def test_header_names_its_language_and_no_hour_of_extraction(language: str, header: str) -> None:
    assert f"Language: {language}\n" in header
    assert "charset=UTF-8" in header
    assert "POT-Creation-Date" not in header  # it would change with every extraction


def test_placeholders_are_those_of_the_message(language: str, catalogue: list[Message]) -> None:
    differing = [
        text
        for message in catalogue
        for text, origin in placeholders(language, message)
        if sorted(PLACEHOLDER.findall(text)) != sorted(PLACEHOLDER.findall(origin))
    ]

    assert differing == []


def test_typography_is_that_of_the_language(language: str, catalogue: list[Message]) -> None:
    assert [text for message in catalogue for text in message.texts if careless(language, text)] == []


def test_compiled_catalogue_says_what_the_written_one_says(language: str) -> None:
    written = {message.key: message.texts for message in messages(folder(language) / "django.po")}
    said = {message.key: message.texts for message in compiled(folder(language) / "django.mo")}

    assert sorted(str(key) for key in written if said.get(key) != written[key]) == []
    assert sorted(map(str, said.keys() - written.keys())) == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs the gettext tools")
def test_catalogue_has_the_messages_of_the_sources(
    extracted: list[Message], catalogue: list[Message]
) -> None:
    wanted, there = {m.key for m in extracted}, {m.key for m in catalogue}

    assert sorted(map(str, wanted - there)) == []
    assert sorted(map(str, there - wanted)) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Vraiment ?"), ("fr", "l'entrée"), ("fr", "« non »"), ("fr", "12 %"), ("fr", "Noms: deux"),
        ("ru", 'Список "А"'), ("ru", "Это - список"), ("ru", "Это – список"), ("ru", "Это — список"),
        ("ru", "Кто ?"), ("ru", "« нет »"), ("ru", "12 %"), ("ru", "№ 5"), ("ru", "Рейтинг cписка"),
        ("ru", "Подождите..."), ("ru", "“нет”"),
    ],
)  # fmt: skip
def test_careless_text_is_found(language: str, text: str) -> None:
    assert careless(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Vraiment\xa0? L’entrée «\xa0A\xa0»\xa0: 12\xa0%"),
        ("ru", 'Это\xa0— «список „А“» из <a href="{address}">%(n)s</a> игроков: 12\xa0%, №\xa05, K-фактор.'),
        ("ru", "2019–2026 и 1–3"),
    ],
)
def test_careful_text_is_not(language: str, text: str) -> None:
    assert not careless(language, text)


def test_russian_text_without_its_number_is_found() -> None:
    message = Message(None, "one player", "%(n)s players", ["один игрок", "%(n)s игрока", "%(n)s", "%(n)s"])

    first, origin = placeholders("ru", message)[0]

    assert PLACEHOLDER.findall(first) != PLACEHOLDER.findall(origin)  # there are 21 of them, too


def test_word_django_uses_otherwise_stays_django_s() -> None:
    with translation.override("fr"):
        assert translation.gettext("Change") == "Modification"
        assert translation.pgettext("of a rating", "Change") == "Variation"


def test_english_needs_no_catalogue() -> None:
    with translation.override("en"):
        assert translation.gettext("Players") == "Players"


def test_no_text_is_asked_for_both_with_and_without_a_number() -> None:
    """A catalogue keeps one entry a text: asked for the other way it would answer in English."""
    numbered = {one.key[:2] for one in messages(folder("fr") / "django.po") if one.plural}
    plain = re.compile(r"{% blocktranslate((?:(?!count|%}).)*)%}(.*?){% endblocktranslate %}", re.S)
    asked = [
        (file.name, text)
        for file in (REPOSITORY / "templates").rglob("*.html")
        for head, body in plain.findall(file.read_text(encoding="utf-8"))
        for text in [
            re.sub(r"{{ *(\w+) *}}", r"%(\1)s", trim_whitespace(body) if " trimmed" in head else body)
        ]
        if (next(iter(re.findall(r'context "([^"]*)"', head)), None), text) in numbered
    ]

    assert asked == []


def _if_any(pattern: str, path: Path) -> str:
    """Return a source in which a pattern occurs, or nothing: to parse all of them takes long."""
    text = path.read_text("utf-8")
    return text if re.search(pattern, text) else ""


def test_no_text_to_translate_stands_inside_an_f_string() -> None:
    """The gettext tools do not read what stands in the braces of one."""
    asking = {"_", "gettext", "gettext_lazy", "gettext_noop", "pgettext", "pgettext_lazy", "ngettext"}
    hidden = [
        f"{path.relative_to(REPOSITORY)}:{call.lineno}"
        for source in SOURCES
        for path in sorted((REPOSITORY / source).rglob("*.py"))
        for text in ast.walk(ast.parse(_if_any(r"\{[^\n]*\b(?:_|\w*gettext\w*)\(", path)))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in asking
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ]

    assert hidden == []


def test_functions_of_gettext_have_the_names_its_tools_know() -> None:
    renamed = [
        f"{path.relative_to(REPOSITORY)}:{node.lineno}"
        for source in SOURCES
        for path in sorted((REPOSITORY / source).rglob("*.py"))
        for node in ast.walk(ast.parse(_if_any(r"gettext\w* as\b", path)))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if "gettext" in alias.name and alias.asname not in (None, "_")
    ]

    assert renamed == []
