"""Pairing programs, for organisers: the address and the secret, tournaments, their entrants, what came."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from federation.accounts import tokens
from federation.accounts.permissions import account_of, organiser_required
from federation.models import Account
from federation.search.search import find_players
from federation.vocabulary.keys import key_from
from federation.web.tables import Column, Day, Moment, Table
from tournaments.desk.finding_words import sentence
from tournaments.forms.pairing_programs import ExpectedForm, TypedForm, known_facts
from tournaments.models import ExpectedTournament
from tournaments.pairing_programs import entrants, expected, handing_in, overview
from tournaments.pairing_programs.handing_in import Outcome
from tournaments.pairing_programs.pairgoth.refusals import Unusable
from tournaments.reports.findings import Unreadable

Act = Callable[[HttpRequest, ExpectedTournament, Account], HttpResponse | None]
_OFFERED = 8


class ExpectedTable(Table):
    """Tournaments of an organiser that are run with a pairing program."""

    name = Column(pgettext_lazy("of a thing", "Name"), "name", accessor="tournament__name")
    code = Column(gettext_lazy("Code"), "second", accessor="tournament__code")
    start = Day(gettext_lazy("First day"), "second nowrap", accessor="tournament__start")
    entrants = Column(gettext_lazy("Entrants"), "second number", told=True)
    came = Column(gettext_lazy("Rounds received"), "second number", told=True)
    heard = Moment(
        gettext_lazy("Last contact"), "second nowrap", told=True, accessor="tournament__heard", default="–"
    )
    draft = Column(gettext_lazy("Stage"), "second")


class EntrantTable(Table):
    """Entrants."""

    key = Column(gettext_lazy("No."), "rank")
    name = Column(gettext_lazy("Player"), "name", accessor="surname")
    rank = Column(gettext_lazy("Grade"), "second", default="–")
    rating = Column(gettext_lazy("Rating"), "second number", told=True, default="–")
    country = Column(gettext_lazy("Country"), "second", default="–")
    club = Column(gettext_lazy("Club"), "second", default="–")
    absent = Column(gettext_lazy("Rounds missed"), "second", told=True, default="")
    remove = Column(gettext_lazy("Remove"), "second", hidden=True, accessor="key")


class RoundTable(Table):
    """Results of each round."""

    number = Column(gettext_lazy("Round"), "rank")
    games = Column(gettext_lazy("Games"), "second number", told=True)
    byes = Column(gettext_lazy("Byes"), "second number", told=True)
    unknown = Column(gettext_lazy("No result"), "second number", told=True)
    received = Moment(gettext_lazy("Received"), "second nowrap", told=True, default="–")
    state = Column(gettext_lazy("State"), "name", accessor="number")


@never_cache
@require_http_methods(["GET", "POST"])
@organiser_required
def index(request: HttpRequest) -> HttpResponse:
    """List the tournaments, enter a new one, make or end the secret."""
    account = account_of(request)
    act = request.POST.get("act", "")
    form = ExpectedForm(request.POST if act == "enter" else None)
    secret = _new_secret(request, account) if act == "secret" else ""
    if act == "end-secret":
        _end_secrets(request, account)
        return redirect("pairing-programs")
    if form.is_bound and form.is_valid():
        try:
            tournament = expected.enter(form.facts, account=account)
            return redirect("pairing-program", tournament.pk)
        except expected.NotEntered as refusal:
            form.add_error(refusal.field, str(refusal.message))
    page = {
        "form": form,
        "secret": secret,
        "secrets": expected.secrets_of(account),
        "tournaments": ExpectedTable(overview.tournaments(account)),
        "address": _address(request),
    }
    return render(request, "tournaments/pairing_programs.html", page, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@organiser_required
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a tournament with its entrants and results; each act is a form of its own."""
    tournament = get_object_or_404(ExpectedTournament.objects.select_related("account", "upload"), pk=pk)
    account = account_of(request)
    if tournament.account_id != account.pk and not account.is_superuser:
        raise PermissionDenied
    act = _ACTS.get(request.POST.get("act", "")) if request.method == "POST" else None
    answer = act(request, tournament, account) if act else None
    if answer is not None:
        return answer
    return _page(request, tournament)


def _page(
    request: HttpRequest,
    tournament: ExpectedTournament,
    form: ExpectedForm | None = None,
    typed: TypedForm | None = None,
) -> HttpResponse:
    text = request.GET.get("q", "")[:100].strip()
    lines = entrants.lines(tournament)
    on_list = {line.player for line in lines}
    state = overview.state(tournament, lines)
    page = {
        "tournament": tournament,
        "form": form or ExpectedForm(initial=known_facts(tournament)),
        "typed": typed or TypedForm(),
        "q": text,
        "asked": "q" in request.GET,
        "found": [(player, player.pk in on_list) for player in find_players(text, limit=_OFFERED)]
        if text
        else [],
        "entrants": EntrantTable(lines),
        "rounds": RoundTable(state.rounds),
        "state": state,
        "address": _address(request),
    }
    wrong = (form is not None and form.errors) or (typed is not None and typed.errors)
    return render(request, "tournaments/pairing_program.html", page, status=422 if wrong else 200)


def _address(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("pairgoth"))


# --- the secret


def _new_secret(request: HttpRequest, account: Account) -> str:
    try:
        return expected.new_secret(account)
    except tokens.TokenError as refusal:
        messages.error(request, str(refusal.message))
        return ""


def _end_secrets(request: HttpRequest, account: Account) -> None:
    for secret in expected.secrets_of(account):
        tokens.revoke(secret, account=account)
    messages.success(request, _("The secret is revoked; no program can connect any more."))


# --- the acts of a tournament; each returns an answer, or None to show the page


def _change(request: HttpRequest, tournament: ExpectedTournament, account: Account) -> HttpResponse | None:
    form = ExpectedForm(request.POST)
    if form.is_valid():
        try:
            changed = expected.change(tournament, form.facts, account=account)
            messages.success(request, _("Saved.") if changed else _("No changes."))
            return redirect("pairing-program", tournament.pk)
        except expected.NotEntered as refusal:
            form.add_error(refusal.field, str(refusal.message))
    return _page(request, tournament, form=form)


def _add(request: HttpRequest, tournament: ExpectedTournament, account: Account) -> HttpResponse | None:
    number = key_from(request.POST.get("player", ""))
    if number is not None:
        _say_added(request, entrants.add_players(tournament, [number], account=account))
    return redirect(reverse("pairing-program", args=[tournament.pk]) + "#entrants")


def _add_typed(request: HttpRequest, tournament: ExpectedTournament, account: Account) -> HttpResponse | None:
    form = TypedForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, tournament, typed=form)
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    if file is None and not text.strip():
        form.add_error("text", _("Enter a name or a number."))
        return _page(request, tournament, typed=form)
    try:
        if file is not None:
            data = file.read(settings.UPLOAD_LIMIT + 1)
            _say_added(request, entrants.add_file(tournament, data, file.name or "", account=account))
        if text.strip():
            _say_added(request, entrants.add_typed(tournament, text, account=account))
    except Unreadable as refusal:
        form.add_error("file", sentence(refusal.finding.code, refusal.finding.values))
        return _page(request, tournament, typed=form)
    return redirect(reverse("pairing-program", args=[tournament.pk]) + "#entrants")


def _remove(request: HttpRequest, tournament: ExpectedTournament, account: Account) -> HttpResponse | None:
    key = key_from(request.POST.get("entrant", ""))
    if key is not None:
        name = entrants.remove(tournament, key, account=account)
        if name:
            messages.success(request, _("%(name)s has been removed from the list.") % {"name": name})
    return redirect(reverse("pairing-program", args=[tournament.pk]) + "#entrants")


def _hand_in(request: HttpRequest, tournament: ExpectedTournament, account: Account) -> HttpResponse | None:
    try:
        outcome = handing_in.hand_in(tournament, account=account)
    except handing_in.NothingCame:
        messages.error(request, _("No games received yet."))
        return redirect("pairing-program", tournament.pk)
    except Unusable as refusal:
        messages.error(request, overview.sentence_of(refusal))
        return redirect("pairing-program", tournament.pk)
    tournament.refresh_from_db()
    if outcome is Outcome.RESEMBLES and tournament.upload_id is not None:
        return redirect("upload-findings", tournament.upload_id)
    sentences = {
        Outcome.DRAFTED: _("Draft created. Check it, then submit it."),
        Outcome.UPDATED: _("The draft has been updated."),
        Outcome.SAME: _("The draft is already up to date."),
        Outcome.CLOSED: _("The tournament has been submitted; nothing was changed."),
    }
    if outcome in sentences:
        messages.success(request, sentences[outcome])
    return redirect("pairing-program", tournament.pk)


def _end(request: HttpRequest, tournament: ExpectedTournament, account: Account) -> HttpResponse | None:
    if expected.end(tournament, account=account):
        messages.success(request, _("Pairgoth is disconnected. The draft stays on your desk."))
    return redirect("pairing-program", tournament.pk)


def _take_up(request: HttpRequest, tournament: ExpectedTournament, account: Account) -> HttpResponse | None:
    if expected.take_up(tournament, account=account):
        messages.success(request, _("Pairgoth is connected again."))
    return redirect("pairing-program", tournament.pk)


_ACTS: dict[str, Act] = {
    "change": _change,
    "add": _add,
    "typed": _add_typed,
    "remove": _remove,
    "hand-in": _hand_in,
    "end": _end,
    "take-up": _take_up,
}


def _say_added(request: HttpRequest, added: entrants.Added) -> None:
    """Report the outcome of adding entrants."""
    count = added.players + len(added.as_written)
    if count:
        text = ngettext("%(count)s entrant was added.", "%(count)s entrants were added.", count)
        messages.success(request, text % {"count": count})
    if added.as_written:
        text = _("Added without a match in the register, to be checked: %(names)s")
        messages.info(request, text % {"names": _some(added.as_written)})
    if added.unknown:
        text = _("These numbers are not in the register: %(numbers)s")
        messages.error(request, text % {"numbers": _some(added.unknown)})
    if added.already:
        text = ngettext(
            "%(count)s was already on the list.", "%(count)s were already on the list.", added.already
        )
        messages.info(request, text % {"count": added.already})
    if added.over:
        text = _("A list has at most %(limit)s entrants; left out: %(count)s.")
        messages.error(request, text % {"limit": entrants.MOST, "count": added.over})


def _some(words: tuple[str, ...], most: int = 20) -> str:
    return ", ".join(words[:most]) + (" …" if len(words) > most else "")
