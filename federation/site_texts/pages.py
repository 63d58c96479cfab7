"""The pages whose texts belong to the office: their first texts, reading and writing them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.journal import journal
from federation.models import Account, SiteText

LONGEST = 20_000  # characters


@dataclass(frozen=True, slots=True)
class TextPage:
    """A page: its title, its description for search engines, and its first text in parts."""

    title: str
    summary: str
    parts: tuple[str, ...]


_SOURCE = gettext_noop(
    "This site runs on Palmares %(version)s, free software under the GNU Affero General Public License, "
    "version 3 or later."
)

PAGES: Mapping[str, TextPage] = {
    "about": TextPage(
        gettext_noop("About this site"),
        gettext_noop("Who publishes these ratings, and how they are made."),
        (
            gettext_noop(
                "%(federation)s publishes its ratings here. A published list stays as it is, every change of "
                "a rating is explained game by game, and anyone can check the calculation."
            ),
            gettext_noop(
                "Organisers upload the results of their tournaments. Officers check and approve them. Ratings"
                " are calculated from approved results alone."
            ),
            _SOURCE,
        ),
    ),
    "contact": TextPage(
        gettext_noop("Contact"),
        gettext_noop("Whom to ask about a rating, a result or a name."),
        (
            gettext_noop("The rating office has not entered an address here yet."),
            gettext_noop("## A result is wrong"),
            gettext_noop(
                "Ask the organiser of the tournament, who can send a correction. Players can also report an "
                "error on [their own page](/me/)."
            ),
            gettext_noop("## A name, a club or a number is wrong"),
            gettext_noop(
                "Players report it on [their own page](/me/), or ask the rating office. There they also "
                "choose to be shown by initials or anonymously."
            ),
        ),
    ),
    "privacy": TextPage(
        gettext_noop("Privacy"),
        gettext_noop("Which personal data this site shows and keeps, and what players can ask for."),
        (
            gettext_noop("## What everyone sees"),
            gettext_noop(
                "Federation, grade and ratings of players and their results in rated tournaments, and the "
                "personal data that the table below calls *shown*."
            ),
            gettext_noop("## What only the office sees"),
            gettext_noop(
                "E-mail addresses, comments between organisers and officers, and who did what in the office. "
                "A copy of each uploaded file is kept as evidence of the results."
            ),
            gettext_noop("## Your choice"),
            gettext_noop(
                "Players choose on [their own page](/me/), or ask the rating office, to be shown by initials "
                "or anonymously. Parents can do so for their child. This also applies to lists published "
                "before."
            ),
            gettext_noop("## Your data"),
            gettext_noop(
                "Download your personal data from [your own page](/me/), or ask the rating office for a copy "
                "or to have it erased. Results and "
                "ratings then remain under a number, without a name, because the ratings of others depend on "
                "them."
            ),
            gettext_noop("## Cookies"),
            gettext_noop(
                "Reading needs no cookies. One remembers the language you choose until you close the "
                "browser, one keeps you logged in, one lets you see at once what you have sent. Nothing is "
                "loaded from other sites, and no visitor is tracked."
            ),
        ),
    ),
    "legal": TextPage(
        gettext_noop("Legal notice"),
        gettext_noop("Who is responsible for this site, and under which licence its software stands."),
        (
            gettext_noop("%(federation)s publishes this site and is responsible for its content."),
            gettext_noop("## Software"),
            _SOURCE,
            gettext_noop(
                "You are entitled to its source code, with every change made here: ask the rating office."
            ),
        ),
    ),
}


def first_text(page: str, language: str) -> str:
    """Return the text a page has before the office writes one."""
    names = {"federation": settings.FEDERATION_NAME, "version": settings.VERSION}
    with translation.override(language):
        return "\n\n".join(_(part) % names for part in PAGES[page].parts)


@dataclass(frozen=True, slots=True)
class Shown:
    """A text of a page; `changed`: when the office wrote it, None: it is the one that came with the site."""

    text: str
    changed: datetime | None = None
    by: Account | None = None


def shown_text(page: str, language: str) -> Shown:
    """Return the text of a page in a language."""
    row = SiteText.objects.filter(page=page, language=language).select_related("account").first()
    return Shown(row.text, row.changed, row.account) if row else Shown(first_text(page, language))


def texts_overview() -> list[tuple[str, list[tuple[str, datetime | None]]]]:
    """Return for each page in which language the office wrote it, and when; one query."""
    changed_at = {(row.page, row.language): row.changed for row in SiteText.objects.all()}
    languages = [code for code, _name in settings.LANGUAGES]
    return [(page, [(code, changed_at.get((page, code))) for code in languages]) for page in PAGES]


@transaction.atomic
def write_text(page: str, language: str, text: str, *, account: Account | None) -> bool:
    """Write a text; False if unchanged. The first text again takes the office's away."""
    before = shown_text(page, language)
    if text == before.text:
        return False
    stored = SiteText.objects.filter(page=page, language=language)
    if text == first_text(page, language):
        stored.delete()
    else:
        row = {"text": text, "changed": timezone.now(), "account": account}
        SiteText.objects.update_or_create(page=page, language=language, defaults=row)
    journal.write(
        "site.text", "sitetext", account=account, page=page, language=language, before=before.text, after=text
    )
    return True
