"""Game servers, for officers: enter one, change it, give a handle to a player, take a game out."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of, officer_required
from federation.models import Account, Federation, Player
from tournaments.models import GameServer, Handle, TableGame
from tournaments.online_games import handles, servers
from tournaments.online_games.checking import is_handle, key_of
from tournaments.online_games.servers import withdraw
from tournaments.views.tables import ServerTable


class ServerForm(forms.Form):
    """Data of a server."""

    name = forms.CharField(label=pgettext_lazy("of a thing", "Name"), max_length=100)
    email = forms.EmailField(
        label=gettext_lazy("Account"),
        required=False,
        help_text=gettext_lazy(
            "E-mail address of the person who uploads its games, on the site and by token."
        ),
    )
    federation = forms.ModelChoiceField(
        label=gettext_lazy("Federation"),
        queryset=Federation.objects.order_by("code"),
        empty_label=None,
        help_text=gettext_lazy("Federation of players first seen on this server."),
    )
    stakes = forms.ChoiceField(
        label=gettext_lazy("Points at stake on the ladder"),
        choices=GameServer.Stakes.choices,
        help_text=gettext_lazy(
            "For games that do not say it themselves (max_points). A change applies to games received from "
            "now on; games already received keep their points, so no rating moves."
        ),
    )

    def clean_email(self) -> Account | None:
        """Find the account; None where none is named."""
        email = self.cleaned_data["email"].lower()
        account = Account.objects.filter(email=email, is_active=True).first() if email else None
        if email and account is None:
            raise forms.ValidationError(_("No account can log in with this address."), code="unknown")
        return account

    @property
    def facts(self) -> servers.Facts:
        """The facts of a valid form."""
        values = self.cleaned_data
        return servers.Facts(values["name"], values["email"], values["federation"], values["stakes"])


class NewServerForm(ServerForm):
    """A new server, with the key that stands in addresses."""

    key = forms.SlugField(
        label=gettext_lazy("Key"),
        max_length=20,
        help_text=gettext_lazy("Used in addresses and requests; it never changes."),
    )
    field_order = ("key", "name", "email", "federation", "stakes")


class HandleForm(forms.Form):
    """A handle and whose it is to be."""

    handle = forms.CharField(label=gettext_lazy("Handle"), max_length=80)
    player = forms.IntegerField(
        label=gettext_lazy("Number of the player"),
        min_value=1,
        max_value=2**62,
        required=False,
        help_text=gettext_lazy(
            "Leave it empty to enrol a new player for a handle that resembles a person erased on request."
        ),
    )

    def __init__(self, *args: Any, server: GameServer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.server = server

    def clean_handle(self) -> Handle:
        """Find the handle; one that waits because of an erased person is not in the database yet."""
        name = self.cleaned_data["handle"]
        handle = Handle.objects.filter(server=self.server, key=key_of(name)).first()
        if handle is not None:
            return handle
        if not is_handle(name) or not handles.erased_on(self.server, [name]):
            raise forms.ValidationError(_("No game on this server has this handle."), code="unknown")
        return Handle(server=self.server, key=key_of(name), name=" ".join(name.split()))

    def clean_player(self) -> Player | None:
        """Find the player, or the one they were merged into; None where none is named."""
        number = self.cleaned_data["player"]
        if number is None:
            return None
        player = Player.objects.select_related("merged_into").filter(pk=number).first()
        if player is None:
            raise forms.ValidationError(_("There is no player with this number."), code="unknown")
        return player.merged_into or player

    def clean(self) -> dict[str, Any]:
        """Ask for the player of a handle that has one already."""
        cleaned = super().clean() or {}
        handle = cleaned.get("handle")
        is_known = handle is not None and handle.pk is not None
        if is_known and "player" in cleaned and cleaned["player"] is None:
            self.add_error("player", self.fields["player"].error_messages["required"])
        return cleaned


class GameForm(forms.Form):
    """A game to be taken out, and why."""

    code = forms.CharField(label=gettext_lazy("Code of the game"), max_length=40)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


@require_http_methods(["GET", "POST"])
@officer_required
def index(request: HttpRequest) -> HttpResponse:
    """List the servers, and enter a new one."""
    home = Federation.objects.filter(code=settings.FEDERATION_CODE).first()
    form = NewServerForm(request.POST if request.method == "POST" else None, initial={"federation": home})
    if form.is_bound and form.is_valid():
        try:
            server = servers.enter(form.cleaned_data["key"], form.facts, account=account_of(request))
            return redirect("game-server", server.key)
        except servers.ServerError as refusal:
            form.add_error("key", str(refusal.message))
    rows = GameServer.objects.select_related("account", "federation")
    page = {"form": form, "servers": ServerTable(rows)}
    return render(request, "tournaments/game_servers.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@officer_required
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show one server with its three acts, each a form of its own."""
    server = get_object_or_404(GameServer.objects.select_related("account", "federation"), key=key)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    sent = {name: request.POST if act == name else None for name in ("change", "give", "withdraw")}
    email = server.account.email if server.account else ""
    known = {
        "name": server.name,
        "email": email,
        "federation": server.federation,
        "stakes": server.stakes,
    }
    change = ServerForm(sent["change"], initial=known, prefix="change")
    give = HandleForm(sent["give"], server=server, prefix="give")
    game = GameForm(sent["withdraw"], prefix="withdraw")
    account = account_of(request)
    if change.is_bound and change.is_valid():
        servers.change(server, change.facts, account=account)
        return _redirect_to_server(request, server, _("The game server has been changed."))
    if give.is_bound and give.is_valid():
        handle, player = give.cleaned_data["handle"], give.cleaned_data["player"]
        if handle.pk is None:
            player = handles.enter(handle, player, account=account)
        else:
            handles.give(handle, player, account=account)
        text = _("%(handle)s is now %(player)s.") % {"handle": handle.name, "player": player}
        return _redirect_to_server(request, server, text)
    if game.is_bound and game.is_valid() and _withdraw(game, server, account):
        return _redirect_to_server(
            request, server, _("The game has been removed; the ratings update within seconds.")
        )
    page = {"server": server, "change": change, "give": give, "withdraw": game}
    wrong = change.errors or give.errors or game.errors
    return render(request, "tournaments/game_server.html", page, status=422 if wrong else 200)


def _withdraw(form: GameForm, server: GameServer, account: Account) -> bool:
    """Withdraw the game of a valid form; False with an error if unknown or withdrawn."""
    try:
        if withdraw(server, form.cleaned_data["code"], account=account, reason=form.cleaned_data["reason"]):
            return True
        form.add_error("code", _("The game has already been removed."))
    except TableGame.DoesNotExist:
        form.add_error("code", _("The server has not sent such a game."))
    return False


def _redirect_to_server(request: HttpRequest, server: GameServer, text: str) -> HttpResponse:
    messages.success(request, text)
    return redirect("game-server", server.key)
