"""The pages whose texts belong to the office, and the desk where officers write them."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, officer_required
from federation.forms.site_texts import SiteTextForm
from federation.privacy import policy
from federation.site_texts import policy_page, texts
from federation.site_texts.markup import to_html
from federation.site_texts.pages import PAGES, first_text
from federation.web.tables import Column, Table


class PolicyTable(Table):
    """Fields of a person, and who sees them."""

    field = Column(gettext_lazy("Data"), heads_row=True)
    fide = Column(gettext_lazy("FIDE lists and tournaments"), told=True)
    other = Column(gettext_lazy("Other lists and tournaments"), told=True)


def show(request: HttpRequest, page: str) -> HttpResponse:
    """Show a page in the reader's language."""
    text = texts.shown(page, get_language() or settings.LANGUAGE_CODE)
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
    pages = [(page, _(PAGES[page].title), written) for page, written in texts.overview()]
    return render(request, "federation/site_texts.html", {"pages": pages})


@require_http_methods(["GET", "POST"])
@officer_required
def edit(request: HttpRequest, page: str, language: str) -> HttpResponse:
    """Show a text to be written; show it as it would look, save it, or take the first one again."""
    if page not in PAGES or language not in dict(settings.LANGUAGES):
        raise Http404(f"{page} {language}")
    text = texts.shown(page, language)
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
    changed = texts.write(page, language, text, account=account_of(request))
    messages.success(request, _("Saved.") if changed else _("No changes."))
    return redirect("site-text-edit", page, language)
