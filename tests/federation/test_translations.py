"""The French catalogue: complete, in step with the sources, exact in its placeholders and its typography."""

import ast
import gettext
import os
import re
import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

import pytest
from django.template import engines
from django.utils import translation

from federation.dates import written
from tournaments.queries import sentence

REPOSITORY = Path(__file__).resolve().parents[2]
FRENCH = REPOSITORY / "federation" / "locale" / "fr" / "LC_MESSAGES"
SOURCES = ("federation", "ratings", "templates", "tournaments")
PLACEHOLDER = re.compile(r"%\(\w+\)[.\d]*\w|\{\w+\}")
# Before : ; ? ! » and the per cent sign, and after «, a space that does not break; a true apostrophe.
CARELESS = re.compile(r" [:;?!»]| %(?!\()|« |\w'\w|\w[;?!](?:\s|$)|\w:(?:\s|$)")


@dataclass
class Message:
    """One message of a catalogue: where it means several things a context, and a text for every number."""

    context: str | None = None
    single: str = ""
    plural: str | None = None
    texts: list[str] = field(default_factory=list)
    fuzzy: bool = False

    @property
    def key(self) -> tuple[str | None, str, str | None]:
        """What a message is found by."""
        return self.context, self.single, self.plural


def messages(file: Path) -> list[Message]:
    """Read a .po file; the first message is its header. Obsolete ones (#~) are refused."""
    found = []
    for block in file.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            found.append(_message(lines))
            found[-1].fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in block.splitlines())
        assert not any(line.startswith("#~") for line in block.splitlines())
    return found


def _message(lines: list[str]) -> Message:
    parts: dict[str, str] = {}
    name = ""
    for line in lines:
        if not line.startswith('"'):
            name, _, line = line.partition(" ")
        parts[name] = parts.get(name, "") + ast.literal_eval(line)
    texts = [text for name, text in sorted(parts.items()) if name.startswith("msgstr")]
    return Message(parts.get("msgctxt"), parts["msgid"], parts.get("msgid_plural"), texts)


@pytest.fixture(scope="module")
def french() -> list[Message]:
    """Give the messages of the French catalogue without its header."""
    return messages(FRENCH / "django.po")[1:]


def test_every_message_has_a_text_nobody_doubts(french: list[Message]) -> None:
    assert [message.key for message in french if message.fuzzy or not all(message.texts)] == []


def test_every_message_has_as_many_texts_as_french_has_numbers(french: list[Message]) -> None:
    header = messages(FRENCH / "django.po")[0].texts[0]
    numbers = int(re.findall(r"nplurals=(\d+)", header)[0])

    assert numbers == 2
    assert "POT-Creation-Date" not in header  # it would change with every extraction
    assert [m.key for m in french if len(m.texts) != (numbers if m.plural else 1)] == []


def test_placeholders_are_those_of_the_message(french: list[Message]) -> None:
    differing = [
        text
        for message in french
        for text, origin in zip(message.texts, (message.single, message.plural or ""), strict=False)
        if sorted(PLACEHOLDER.findall(text)) != sorted(PLACEHOLDER.findall(origin))
    ]

    assert differing == []


def test_typography_is_french(french: list[Message]) -> None:
    assert [text for message in french for text in message.texts if CARELESS.search(text)] == []


def test_compiled_catalogue_says_what_the_written_one_says(french: list[Message]) -> None:
    data = (FRENCH / "django.mo").read_bytes()
    with (FRENCH / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)

    def said(message: Message) -> list[str]:
        if message.plural is None:
            say = compiled.gettext if message.context is None else None
            return [say(message.single) if say else compiled.pgettext(message.context or "", message.single)]
        return [compiled.ngettext(message.single, message.plural, count) for count in (1, 2)]

    assert [message.key for message in french if said(message) != message.texts] == []
    assert struct.unpack("<I", data[8:12])[0] == len(french) + 1  # and the header


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs the gettext tools")
def test_catalogue_has_the_messages_of_the_sources(french: list[Message], tmp_path: Path) -> None:
    (tmp_path / "locale").mkdir()
    for name in SOURCES:
        shutil.copytree(
            REPOSITORY / name,
            tmp_path / name,
            ignore=shutil.ignore_patterns("__pycache__", "migrations", "locale"),
        )
    without = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-m", "django", "makemessages", "--locale", "fr", "--no-wrap"]

    subprocess.run(command, cwd=tmp_path, env=without, check=True, capture_output=True)

    extracted = messages(tmp_path / "locale" / "fr" / "LC_MESSAGES" / "django.po")[1:]
    wanted, there = {m.key for m in extracted}, {m.key for m in french}
    assert sorted(map(str, wanted - there)) == []
    assert sorted(map(str, there - wanted)) == []


def test_word_django_uses_otherwise_stays_django_s() -> None:
    with translation.override("fr"):
        assert translation.gettext("Change") == "Modification"
        assert translation.pgettext("of a rating", "Change") == "Variation"


def test_english_needs_no_catalogue() -> None:
    with translation.override("en"):
        assert translation.gettext("Players") == "Players"


@pytest.mark.parametrize(
    ("language", "wanted", "expected"),
    [
        ("fr", "j F Y", "1er novembre 2026"),
        ("fr", "j N Y", "1er nov. 2026"),
        ("fr", "DATE_FORMAT", "1er novembre 2026"),
        ("fr", "SHORT_DATE_FORMAT", "01/11/2026"),
        ("fr", "Y-m-d", "2026-11-01"),
        ("en", "j F Y", "1 November 2026"),
    ],
)
def test_first_of_a_month_is_written_as_the_language_does(language: str, wanted: str, expected: str) -> None:
    with translation.override(language):
        assert written(date(2026, 11, 1), wanted) == expected


def test_other_days_are_written_plainly() -> None:
    with translation.override("fr"):
        assert written(date(2026, 11, 21), "j F Y") == "21 novembre 2026"


def test_filter_of_every_template_says_1er() -> None:
    page = engines["django"].from_string('{{ day|date:"j F Y" }}, {{ at|date }}, {{ none|date }}|')

    with translation.override("fr"):
        text = page.render({"day": date(2026, 5, 1), "at": datetime(2026, 5, 2, 12), "none": None})

    assert text == "1er mai 2026, 2 mai 2026, |"


def test_finding_names_days_in_the_reader_s_language() -> None:
    with translation.override("fr"):
        text = sentence("end-before-start", {"start": "2026-05-02", "end": "2026-05-01"})

    assert text == "Le tournoi finit le 1er mai 2026, avant de commencer le 2 mai 2026."
