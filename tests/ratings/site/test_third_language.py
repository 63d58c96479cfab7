"""A language more: offered on every page, its numbers counted, its days declined, in feeds and letters."""

import re
import shutil
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from federation.forms.accounts import InviteForm
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(shutil.which("msgfmt") is None, reason="needs the gettext tools"),
]
OFFERED = (("fr", "français"), ("ru", "Русский"))
RUSSIAN: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "ru-RU,ru;q=0.9,en;q=0.5"}
CATALOGUE = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: ru\n"
"Plural-Forms: nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : "
"n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"

msgid "%(n)s active player"
msgid_plural "%(n)s active players"
msgstr[0] "%(n)s активный игрок"
msgstr[1] "%(n)s активных игрока"
msgstr[2] "%(n)s активных игроков"
msgstr[3] "%(n)s активного игрока"

msgid "The tournament %(name)s of %(day)s has been approved. It counts with the next computation."
msgstr "Турнир %(name)s (%(day)s) утверждён."
"""


@pytest.fixture
def _russian(settings: Any, tmp_path: Path) -> None:
    """Offer Russian, with a catalogue of two messages."""
    place = tmp_path / "ru" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "django.po").write_text(CATALOGUE, encoding="utf-8")
    subprocess.run(["msgfmt", "-o", place / "django.mo", place / "django.po"], check=True)
    settings.LANGUAGES = [("fr", "French"), ("en", "English"), ("ru", "Russian")]
    settings.LOCALE_PATHS = [tmp_path, *settings.LOCALE_PATHS]


@pytest.fixture
def small() -> Small:
    """Return a small federation with its lists: 112 players, a number that ends like 2 but counts like 12."""
    return small_federation.build(systems=("egf",))


@pytest.mark.usefixtures("_russian", "small")
def test_page_counts_and_dates_as_russian_does(client: Client) -> None:
    page = html_of(client.get("/", **RUSSIAN))

    assert '<html lang="ru">' in page
    assert "6\xa0ноября 2026, 112 активных игроков" in page
    assert "palmares-sans-cyrillic" in page
    assert "palmares-serif-cyrillic" in page


@pytest.mark.usefixtures("_russian", "small")
def test_every_language_is_offered_by_its_own_name_and_that_of_the_page_marked(client: Client) -> None:
    page = html_of(client.get("/clubs/", HTTP_ACCEPT_LANGUAGE="en"))

    answer = client.post("/language/", {"language": "ru", "next": "/clubs/"})
    chosen = html_of(client.get(answer["Location"], HTTP_ACCEPT_LANGUAGE="en"))

    assert [f'value="{code}" lang="{code}" title="{name}"' in page for code, name in OFFERED] == [True, True]
    assert 'value="en" lang="en" title="English" aria-pressed="true"' in page
    assert ('<html lang="ru">' in chosen, chosen.count('title="Русский" aria-pressed="true"')) == (True, 1)


@pytest.mark.usefixtures("_russian", "small")
def test_feed_and_frame_are_given_in_the_language_asked_for(client: Client) -> None:
    feed = client.get("/feeds/lists.atom?system=egf&language=ru", HTTP_ACCEPT_LANGUAGE="en")
    frame = client.get("/embed/lists/egf/?language=ru", HTTP_ACCEPT_LANGUAGE="en")

    assert (feed["Content-Language"], frame["Content-Language"]) == ("ru", "ru")
    assert re.findall("[0-9]+\xa0ноября 2026|[0-9]+ актив[а-я ]+", html_of(feed))[:2] == [
        "6\xa0ноября 2026",
        "112 активных игроков",
    ]


@pytest.mark.usefixtures("_russian")
def test_letter_is_written_in_russian() -> None:
    page = {"tournament": {"name": "Open", "start": date(2026, 5, 1)}, "url": "", "off": ""}

    with translation.override("ru"):
        text = render_to_string("emails/approved.txt", page)

    assert "Турнир Open (1\xa0мая 2026) утверждён." in text


def test_letters_are_offered_in_every_language_of_the_site(settings: Any) -> None:
    field: Any = InviteForm.base_fields["language"]

    assert [code for code, _name in field.choices] == [code for code, _name in settings.LANGUAGES]
