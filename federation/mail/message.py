"""Common parts of all letters: subject, headers, absolute addresses."""

from collections.abc import Mapping

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse

from federation.language.dates import with_plain_spaces


def site() -> str:
    """Return the address of the site for letters; "" if none is configured."""
    origins: list[str] = settings.CSRF_TRUSTED_ORIGINS
    return origins[0].rstrip("/") if origins else ""


def address(name: str, *args: object) -> str:
    """Return the whole address of a page."""
    return site() + reverse(name, args=args)


def compose(
    text: str, *, to: str, subject: str = "", headers: Mapping[str, str] | None = None
) -> EmailMessage:
    """Compose a letter that no program answers; without a subject its first line is the subject."""
    text = with_plain_spaces(text)
    if not subject:
        subject, _, text = text.strip().partition("\n")
    marked = {**(headers or {}), "Auto-Submitted": "auto-generated"}
    return EmailMessage(" ".join(subject.split()), text.strip() + "\n", to=[to], headers=marked)
