"""Tag for the metadata of shared pages: picture, address, language."""

from typing import Any

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from federation.language.system_names import system_name
from federation.web.address_language import own_address
from federation.web.public_pages import public_pages
from ratings.charts.share import HIGH, WIDE

register = template.Library()
# language and land, as Open Graph wants it
_LOCALES = {"fr": "fr_FR", "en": "en_GB", "ru": "ru_RU"}


@register.simple_tag(takes_context=True)
def describe(context: dict[str, Any], title: object, text: object) -> SafeString:
    """Return the metadata for search engines and networks of a page without its own picture."""
    request = context.get("request")
    if request is None:
        return SafeString("")
    language = get_language() or settings.LANGUAGE_CODE
    properties = [
        ("og:type", "website"),
        ("og:site_name", settings.FEDERATION_NAME),
        ("og:title", str(title)),
        ("og:description", str(text)),
        ("og:url", own_address(request)),
        ("og:locale", _LOCALES.get(language, language)),
    ]
    described = format_html('<meta name="description" content="{}">', text)
    return described + format_html_join("", '<meta property="{}" content="{}">', properties)


@register.simple_tag(takes_context=True)
def page_description(context: dict[str, Any]) -> SafeString:
    """Return the description of a page by the name of its address; nothing for one that has its own."""
    match = getattr(context.get("request"), "resolver_match", None)
    page = public_pages().get(match.url_name or "") if match else None
    if match is None or page is None or not page.description:
        return SafeString("")
    federation = settings.FEDERATION_NAME
    system = system_name(match.kwargs["system"]) if "system" in match.kwargs else ""
    return describe(
        context,
        system or federation,
        gettext(page.description) % {"system": system, "federation": federation},
    )


@register.simple_tag(takes_context=True)
def share(context: dict[str, Any], kind: str, *args: object, **values: object) -> SafeString:
    """Return the record of Open Graph (and of X) of a page: `kind` and `args` name its picture.

    Its `values` are `title`, what it is joined to (`and_title`, by `joint`), and `text`.
    """
    request = context.get("request")
    if request is None:
        return SafeString("")
    parts = [str(values[name]) for name in ("title", "and_title") if values.get(name)]
    title, text = str(values.get("joint", ", ")).join(parts), str(values.get("text", ""))
    language = get_language() or settings.LANGUAGE_CODE
    here = own_address(request)
    image = request.build_absolute_uri(f"{reverse(f'share-{kind}', args=args)}?language={language}")
    properties: list[tuple[str, str]] = [
        ("og:type", "profile" if kind == "player" else "website"),
        ("og:site_name", settings.FEDERATION_NAME),
        ("og:title", title),
        ("og:description", text),
        ("og:url", here),
        ("og:locale", _LOCALES.get(language, language)),
        *(
            ("og:locale:alternate", _LOCALES.get(code, code))
            for code, _ in settings.LANGUAGES
            if code != language
        ),
        ("og:image", image),
        ("og:image:type", "image/png"),
        ("og:image:width", str(WIDE)),
        ("og:image:height", str(HIGH)),
        ("og:image:alt", f"{title}. {text}".strip(" .")),
    ]
    tags = format_html_join(
        "\n", '<meta property="{}" content="{}">', [pair for pair in properties if pair[1]]
    )
    if text:
        tags += format_html('\n<meta name="description" content="{}">', f"{title}. {text}")
    # The one name X does not read from Open Graph.
    return tags + mark_safe('\n<meta name="twitter:card" content="summary_large_image">')
