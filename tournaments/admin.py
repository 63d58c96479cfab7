"""Uploads and tournaments in the admin, to look at only: stages move on the desk, where it is journalled."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.models import Entry, Tournament, Upload


class Looking:
    """Nothing is added, changed or deleted here."""

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        return False

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        return False

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        return False


@admin.register(Upload)
class UploadAdmin(Looking, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["filename", "format", "size", "account", "received"]
    list_filter = ["format", "received"]
    list_select_related = ["account"]
    search_fields = ["filename", "sha256"]
    exclude = ["content"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Upload]:
        """Leave the bytes where they are."""
        return super().get_queryset(request).defer("content")


class EntryInline(Looking, admin.TabularInline):  # type: ignore[type-arg]
    model = Entry
    fields = ["number", "surname", "given_name", "grade", "club", "match", "player"]
    extra = 0


@admin.register(Tournament)
class TournamentAdmin(Looking, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["number", "revision", "name", "start", "stage", "organiser"]
    list_filter = ["stage", "time_class", "online"]
    list_select_related = ["organiser"]
    search_fields = ["name", "number"]
    ordering = ["-number", "-revision"]
    date_hierarchy = "start"
    inlines = [EntryInline]
