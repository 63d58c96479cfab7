"""Uploads and tournaments in the admin, to look at only: stages move on the desk, where it is journalled."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from federation.models import Account
from tournaments.models import Entry, GameServer, Handle, Tournament, Upload
from tournaments.online_games import handles


class Looking:
    """Nothing is added, changed or deleted here."""

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        return False

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        return False

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        return False


@admin.register(Upload)
class UploadAdmin(Looking, admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in the stubs
    list_display = ["filename", "format", "size", "account", "received"]
    list_filter = ["format", "received"]
    list_select_related = ["account"]
    search_fields = ["filename", "sha256"]
    exclude = ["content"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Upload]:
        """Leave the bytes where they are."""
        return super().get_queryset(request).defer("content")


class EntryInline(Looking, admin.TabularInline):  # type: ignore[type-arg]  # generic only in the stubs
    model = Entry
    fields = ["number", "surname", "given_name", "grade", "club", "match", "player"]
    extra = 0


@admin.register(Tournament)
class TournamentAdmin(Looking, admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in the stubs
    list_display = ["number", "revision", "name", "start", "stage", "organiser"]
    list_filter = ["stage", "time_class", "online"]
    list_select_related = ["organiser"]
    search_fields = ["name", "number"]
    ordering = ["-number", "-revision"]
    date_hierarchy = "start"
    inlines = [EntryInline]


@admin.register(GameServer)
class GameServerAdmin(Looking, admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in the stubs
    """Game servers: whose account hands in their games, and where their newcomers are enrolled.

    They are entered and changed on the officers' page.
    """

    list_display = ["key", "name", "account", "federation", "stakes"]
    list_select_related = ["account", "federation"]
    search_fields = ["key", "name"]
    fields = ["page", "key", "name", "account", "federation", "stakes"]

    @admin.display(description=_("Game servers"))
    def page(self, server: GameServer) -> str:
        """Return a link to the officers' page of a server."""
        return format_html('<a href="{}">{}</a>', reverse("game-server", args=[server.key]), server.name)


@admin.register(Handle)
class HandleAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in the stubs
    """Handles: given to another player, they are his in whatever comes from then on."""

    list_display = ["name", "server", "player"]
    list_select_related = ["server", "player"]
    list_filter = ["server"]
    search_fields = ["key"]
    show_full_result_count = False
    autocomplete_fields = ["player"]
    readonly_fields = ["server", "name"]
    fields = ["server", "name", "player"]

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """Return False: a handle comes with its first game."""
        return False

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Return False: its next game would enrol another player."""
        return False

    def save_model(self, request: HttpRequest, obj: Handle, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]  # noqa: ARG002, FBT001 - as Django has it
        """Save the handle as the officers' page does, with a line in the journal."""
        account = request.user if isinstance(request.user, Account) else None
        if "player" in form.changed_data:
            handles.give(obj, obj.player, account=account)
