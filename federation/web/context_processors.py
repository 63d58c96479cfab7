"""Context of every page: the data of its shell."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from federation.web.address_language import links


def shell(request: HttpRequest) -> dict[str, Any]:
    """Return the base template the federation's name and version; no query."""
    return {
        "federation_name": settings.FEDERATION_NAME,
        "palmares_version": settings.VERSION,
        "path": request.get_full_path(),
        "page_links": partial(links, request),
        "may_sign_up": settings.SIGN_UP,
        "second_factor_off": not settings.SECOND_FACTOR_REQUIRED,
    }
