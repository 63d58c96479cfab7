"""The pages whose texts belong to the office, and the desk where officers write them in Markdown."""

from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from markdown_it import MarkdownIt
from markdown_it.token import Token

from federation.accounts.permissions import account_of, officer_required
from federation.privacy import policy
from federation.site_texts import policy_page
from federation.site_texts.pages import LONGEST, PAGES, first_text, shown_text, texts_overview, write_text
from federation.web.tables import Column, Table

_HIGHEST = 2  # the page has the only heading of the first level


class SiteTextForm(forms.Form):
    """A text in Markdown; never empty, since an empty page informs no reader."""

    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 18}),
        help_text=gettext_lazy(
            "An empty line begins a new paragraph; ## starts a heading, - a list item; [text](address) is a "
            "link."
        ),
    )

    def clean_text(self) -> str:
        """Return the text with the line breaks of one kind."""
        text: str = self.cleaned_data["text"]
        return text.replace("\r\n", "\n").replace("\r", "\n").strip()


class PolicyTable(Table):
    """Fields of a person, and who sees them."""

    field = Column(gettext_lazy("Data"), heads_row=True)
    fide = Column(gettext_lazy("FIDE lists and tournaments"), told=True)
    other = Column(gettext_lazy("Other lists and tournaments"), told=True)


def show(request: HttpRequest, page: str) -> HttpResponse:
    """Show a page in the reader's language."""
    text = shown_text(page, get_language() or settings.LANGUAGE_CODE)
    context: dict[str, Any] = {
        "page": page,
        "title": _(PAGES[page].title),
        "summary": _(PAGES[page].summary),
        "body": to_html(text.text),
        "changed": text.changed,
    }
    if page == "privacy":
        context |= {
            "policy": PolicyTable(policy_page.lines()),
            "least": policy.LEAST_IN_CATEGORY,
            "members": policy.LEAST_IN_CLUB,
            "request_days": settings.KEEP_REQUESTS_DAYS,
            "age": settings.ADULT_AGE,
        }
    return render(request, "federation/site_text.html", context)


@officer_required
def index(request: HttpRequest) -> HttpResponse:
    """Show which texts the office has written, and lead to each."""
    pages = [(page, _(PAGES[page].title), written) for page, written in texts_overview()]
    return render(request, "federation/site_texts.html", {"pages": pages})


@require_http_methods(["GET", "POST"])
@officer_required
def edit(request: HttpRequest, page: str, language: str) -> HttpResponse:
    """Show a text to be written; show it as it would look, save it, or take the first one again."""
    if page not in PAGES or language not in dict(settings.LANGUAGES):
        raise Http404(f"{page} {language}")
    text = shown_text(page, language)
    if "restore" in request.POST:
        return _written(request, page, language, first_text(page, language))
    sent = request.POST if request.method == "POST" else None
    form = SiteTextForm(sent, initial={"text": text.text})
    valid = request.method == "POST" and form.is_valid()
    if valid and "preview" not in request.POST:
        return _written(request, page, language, form.cleaned_data["text"])
    context = {
        "form": form,
        "page": page,
        "title": _(PAGES[page].title),
        "written_in": language,
        "found": text,
        "preview": to_html(form.cleaned_data["text"]) if valid else None,
    }
    return render(request, "federation/site_text_edit.html", context, status=422 if form.errors else 200)


def _written(request: HttpRequest, page: str, language: str, text: str) -> HttpResponse:
    changed = write_text(page, language, text, account=account_of(request))
    messages.success(request, _("Saved.") if changed else _("No changes."))
    return redirect("site-text-edit", page, language)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline", "code"])
    parser.core.ruler.push("headings", lambda state: _lower(state.tokens))
    return parser


def _lower(tokens: list[Token]) -> None:
    """Let headings begin at the second level."""
    for token in tokens:
        if token.type.startswith("heading_"):
            token.tag = f"h{max(_HIGHEST, int(token.tag[1:]))}"


def to_html(text: str) -> SafeString:
    """Return a text as HTML: everything in it is escaped, links lead to http, https, mailto or this site.

    It may have headings, paragraphs, lists, emphasis and links; no HTML, no pictures.
    """
    return SafeString(_parser().render(text))
