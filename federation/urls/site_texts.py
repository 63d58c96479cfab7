"""The addresses of the pages whose texts belong to the office, and of their desk."""

from django.urls import URLPattern, URLResolver, path

from federation.views import site_texts
from federation.vocabulary.messages import gettext_noop
from federation.web.public_pages import MADE, Cached, Help, public_page

OFFICE_TEXT = Help(gettext_noop("The text of this page is the rating office’s."), MADE)

urlpatterns: list[URLPattern | URLResolver] = [
    public_page(
        "about/",
        site_texts.show,
        {"page": "about"},
        name="about",
        help_line=OFFICE_TEXT,
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "contact/",
        site_texts.show,
        {"page": "contact"},
        name="contact",
        help_line=OFFICE_TEXT,
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "privacy/",
        site_texts.show,
        {"page": "privacy"},
        name="privacy",
        help_line=OFFICE_TEXT,
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "legal/",
        site_texts.show,
        {"page": "legal"},
        name="legal",
        help_line=OFFICE_TEXT,
        cached=Cached.WITH_EVERYTHING,
    ),
    path("review/texts/", site_texts.index, name="site-texts"),
    path("review/texts/<slug:page>/<slug:language>/", site_texts.edit, name="site-text-edit"),
]
