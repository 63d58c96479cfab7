"""Texts of pages: reading, an officer's text, or the first one again; each is journalled."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from federation.journal import journal
from federation.models import Account, SiteText
from federation.site_texts.pages import PAGES, first_text

LONGEST = 20_000  # characters


@dataclass(frozen=True, slots=True)
class Shown:
    """A text of a page; `changed`: when the office wrote it, None: it is the one that came with the site."""

    text: str
    changed: datetime | None = None
    by: Account | None = None


def shown(page: str, language: str) -> Shown:
    """Return the text of a page in a language."""
    row = SiteText.objects.filter(page=page, language=language).select_related("account").first()
    return Shown(row.text, row.changed, row.account) if row else Shown(first_text(page, language))


def overview() -> list[tuple[str, list[tuple[str, datetime | None]]]]:
    """Return for each page in which language the office wrote it, and when; one query."""
    changed_at = {(row.page, row.language): row.changed for row in SiteText.objects.all()}
    languages = [code for code, _name in settings.LANGUAGES]
    return [(page, [(code, changed_at.get((page, code))) for code in languages]) for page in PAGES]


@transaction.atomic
def write(page: str, language: str, text: str, *, account: Account | None) -> bool:
    """Write a text; False if unchanged. The first text again takes the office's away."""
    before = shown(page, language)
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
