"""The desk of requests about personal data: noted, with what we hold of the person, answered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, registrar_required
from federation.forms.data_requests import AnswerForm, ExtendForm, NoteForm
from federation.models import DataRequest, Player
from federation.privacy import data_requests, personal_data
from federation.privacy.data_requests import DataRequestError, State
from federation.views.tables import DataRequestTable
from federation.web.downloads import personal_text

_PART_NAMES: dict[str, str | Promise] = {
    "player": gettext_lazy("Register"),
    "merged_numbers": gettext_lazy("Merged numbers"),
    "birth_days": gettext_lazy("Date of birth"),
    "numbers": gettext_lazy("Numbers"),
    "known_names": gettext_lazy("Other names"),
    "licences": gettext_lazy("Licences"),
    "declared_grades": gettext_lazy("Declared grades"),
    "e-mail": gettext_lazy("E-mail address"),
    "claims": gettext_lazy("Accounts that claim the player"),
    "errors_reported": gettext_lazy("Reported errors"),
    "requests": gettext_lazy("Requests about personal data"),
    "tournament_entries": gettext_lazy("Entries in tournaments"),
    "expected_entries": gettext_lazy("Registrations for tournaments"),
    "games": gettext_lazy("Games in tournaments"),
    "handles": gettext_lazy("Handles on servers"),
    "games_of_streams": gettext_lazy("Games on servers"),
    "ratings": gettext_lazy("Ratings"),
    "rating_changes": gettext_lazy("Rating changes"),
    "published_lists": gettext_lazy("Rows of published lists"),
    "decisions": gettext_lazy("Manual adjustments"),
}

A_PAGE = 50
SHOWN = 20  # rows of each part of what we hold; the file has all


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what we hold of a person: its name, how many rows, the first of them as in the file."""

    name: str
    count: int
    text: str
    is_cut: bool


@require_http_methods(["GET", "POST"])
@registrar_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the requests, open ones first, or those in a state; note one that reached the office."""
    account = account_of(request)
    initial = {"player": request.GET.get("player", "")}
    form = NoteForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            new = data_requests.note(form.asked(), account=account)
        except DataRequestError as error:
            form.add_error("player", str(error))
        else:
            messages.success(request, _("Request noted."))
            return redirect(new)
    state = request.GET.get("state", "")
    found = data_requests.for_office(account)
    if state in State.values:
        found = found.filter(state=state)
    pages = Paginator(data_requests.in_order(found), A_PAGE).get_page(request.GET.get("page"))
    page = {
        "form": form,
        "requests": DataRequestTable(pages),
        "pages": pages,
        "state": state,
        "states": State.choices,
    }
    return render(request, "federation/register/requests.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@registrar_required
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a request and what we hold of the person; note the answer, or why it takes longer."""
    found = get_object_or_404(data_requests.for_office(account_of(request)), pk=pk)
    if request.method != "POST":
        return _page(request, found)
    act = request.POST.get("act", "")
    if act not in _ACTS:
        raise BadRequest("no such act on a request")
    make, do = _ACTS[act]
    form = make(request.POST)
    if not form.is_valid():
        return _page(request, found, status=422, **{act: form})
    try:
        do(found.pk, form, account_of(request))
    except DataRequestError as error:
        messages.error(request, str(error))  # the form is not shown where the request is answered
        return _page(request, found, status=409, **{act: form})
    messages.success(request, _("Saved."))
    return redirect(found)


def _answer(key: int, form: Any, account: Any) -> None:
    data_requests.answer(key, form.given(), by=account)


def _extend(key: int, form: Any, account: Any) -> None:
    data_requests.extend(key, form.cleaned_data["reason"], by=account)


_ACTS: dict[str, tuple[type[Form], Callable[[int, Any, Any], None]]] = {
    "answer": (AnswerForm, _answer),
    "extend": (ExtendForm, _extend),
}


def _page(request: HttpRequest, found: DataRequest, *, status: int = 200, **forms: Form) -> HttpResponse:
    is_open = found.state == State.OPEN and found.account_id != account_of(request).pk
    page = {
        "request_shown": found,
        "is_open": is_open,
        "may_extend": is_open and not found.delay_reason and found.days_left >= 0,
        "parts": _parts(found.player) if found.player else [],
        "answer": AnswerForm(),
        "extend": ExtendForm(),
        "extension_months": data_requests.EXTENSION_MONTHS,
        **forms,
    }
    return render(request, "federation/register/request.html", page, status=status)


def _parts(player: Player) -> list[Part]:
    """Return what we hold of a player, as the file to hand over has it."""
    parts = []
    for name, value in personal_data.collect(player).items():
        rows = value if isinstance(value, list) else [value]
        if rows and isinstance(value, list | dict):
            parts.append(Part(part_words(name), len(rows), personal_text(rows[:SHOWN]), len(rows) > SHOWN))
    return parts


def part_words(key: str) -> str:
    """Return what a page calls a part; KeyError for one without a name."""
    return str(_PART_NAMES[key])
