"""The register behind the scenes: search, numbers and names; what pages of the site change is only read."""

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from federation.accounts.permissions import may_edit_player
from federation.admin.journal import Journalled, account_of, noted
from federation.journal import journal
from federation.models import (
    Account,
    Club,
    DeclaredGrade,
    Federation,
    Identifier,
    Job,
    JournalEntry,
    KnownName,
    Licence,
    Player,
    Region,
)
from federation.register import register
from federation.search.search import find_players
from federation.vocabulary.player_fields import plain_fields

if TYPE_CHECKING:
    AccountBase = UserAdmin[Account]
else:
    AccountBase = UserAdmin

# Roles are part of the program; a group renamed by hand would be a role without accounts.
admin.site.unregister(Group)

_FOUND = 200

# Rows the program keeps in step itself, and secrets: neither is for editing by hand.
admin.site.unregister([EmailAddress, Authenticator, UserSession, Client, Token])


class Inline(admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable when it runs
    """A table of a player's numbers, names, licences or grades: entered on the register's pages."""

    extra = 0

    def has_add_permission(self, *_args: Any, **_options: Any) -> bool:
        return False

    def has_change_permission(self, *_args: Any, **_options: Any) -> bool:
        return False


class Kept(Inline):
    """A table of which nothing is deleted here."""

    can_delete = False


class IdentifierInline(Inline):
    """Numbers: one a list has given to the wrong player is deleted here."""

    model = Identifier


class KnownNameInline(Inline):
    """Other spellings: one a file brought by mistake is deleted here."""

    model = KnownName
    fields = ("name",)


class LicenceInline(Kept):
    model = Licence


class DeclaredGradeInline(Kept):
    model = DeclaredGrade


def _desk_link(page: str, row: Player | Club | Region) -> str:
    """Return a link to the page of the register's desk that changes a row."""
    return format_html('<a href="{}">{}</a>', reverse(page, args=[row.pk]), row)


@admin.register(Player)
class PlayerAdmin(Journalled):
    """Players: found as on the site, by words in any order or by any number; never deleted, but merged.

    What the register's pages change is shown only: lists, search and ratings hear of it there.
    """

    beside = ("identifiers", "known_names", "licences", "declared_grades")

    list_display = ("number", "surname", "given_name", "grade", "club", "federation")
    list_display_links = ("number", "surname")
    list_select_related = ("club", "federation")
    list_filter = ("federation",)
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("search_key",)
    autocomplete_fields = ("federation",)
    readonly_fields = (
        *("desk", "surname", "given_name", *plain_fields(), "birth_year", "club", "grade", "death"),
        *("death_shown", "privacy", "enrolled", "merged_into"),
    )
    fields = (*readonly_fields, "federation", "title", "women_title", "other_titles")
    inlines = (IdentifierInline, KnownNameInline, LicenceInline, DeclaredGradeInline)

    @admin.display(description=_("Register"))
    def desk(self, player: Player) -> str:
        """Return a link to the register's page of a player."""
        return _desk_link("register-player", player)

    def get_search_results(
        self,
        request: HttpRequest,  # noqa: ARG002 - the base class asks for it
        queryset: QuerySet[Player],
        search_term: str,
    ) -> tuple[QuerySet[Player], bool]:
        if not search_term.strip():
            return queryset, False
        keys = [player.pk for player in find_players(search_term, _FOUND)]
        return queryset.filter(pk__in=keys), False

    def has_add_permission(self, *_args: Any, **_options: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Hold a club's registrar to their club; the list shows everybody to everybody."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or may_edit_player(request.user, obj))

    def save_model(self, request: HttpRequest, obj: Player, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]  # noqa: FBT001 - as Django has it
        """Save under the lock that excludes other enrolments, merges and changes of players."""
        register.one_at_a_time()
        super().save_model(request, obj, form, change)

    def has_delete_permission(self, *_args: Any, **_options: Any) -> bool:
        return False


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in the stubs
    """Rows that are written by the program or on pages of the site, and never here."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, *_args: Any, **_options: Any) -> bool:
        return False

    def has_change_permission(self, *_args: Any, **_options: Any) -> bool:
        return False

    def has_delete_permission(self, *_args: Any, **_options: Any) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(ReadOnly):
    """Clubs: entered, changed, merged and deleted on the register's desk."""

    fields = ("desk", "code", "label", "name", "town", "federation", "region", "closed", "merged_into")
    list_display = ("code", "label", "name", "town", "region", "federation")
    list_filter = ("federation", "region")
    list_select_related = ("federation", "region")
    search_fields = ("code", "label", "name", "town")

    @admin.display(description=_("Register"))
    def desk(self, club: Club) -> str:
        """Return a link to the register's page of a club."""
        return _desk_link("register-club", club)


@admin.register(Region)
class RegionAdmin(ReadOnly):
    """Regions of federations: entered, renamed and dissolved on the register's desk."""

    fields = ("desk", "code", "name", "federation")
    list_display = ("code", "name", "federation")
    list_filter = ("federation",)
    list_select_related = ("federation",)
    search_fields = ("code", "name")

    @admin.display(description=_("Register"))
    def desk(self, region: Region) -> str:
        """Return a link to the register's page of a region."""
        return _desk_link("register-region", region)


@admin.register(Federation)
class FederationAdmin(Journalled):
    """Federations."""

    list_display = ("code", "fide_code", "name")
    search_fields = ("code", "fide_code", "name")


@admin.register(Account)
class AccountAdmin(Journalled, AccountBase):
    """Accounts, known by their e-mail address; roles are groups."""

    beside = ("groups",)

    ordering = ("email",)
    list_display = ("email", "first_name", "last_name", "club", "is_active", "last_login")
    list_select_related = ("club",)
    list_filter = ("groups", "is_active", "is_staff")
    search_fields = ("email", "first_name", "last_name")
    autocomplete_fields = ("club",)
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "club")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("email", "password1", "password2")}),)

    def save_model(self, request: HttpRequest, obj: Account, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]  # noqa: FBT001 - as Django has it
        obj.email = obj.email.lower()  # as AccountManager writes it: one address, one account
        super().save_model(request, obj, form, change)

    def log_change(self, request: HttpRequest, obj: Account, message: Any) -> Any:
        """Write the line of a change; one of which nothing was noted set the password."""
        if noted(request) is None:
            journal.write("account.password", obj, account=account_of(request))
            return UserAdmin.log_change(self, request, obj, message)
        return super().log_change(request, obj, message)

    @transaction.atomic
    # the base class names it so
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Change an account's password, in one transaction with its line in the journal."""
        answer: HttpResponse = super().user_change_password(request, id, form_url)
        return answer


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnly):
    """The journal."""

    list_display = ("at", "account", "act", "subject", "subject_id")
    list_select_related = ("account",)
    list_filter = ("act",)
    search_fields = ("subject_id", "account__email")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")


@admin.register(Job)
class JobAdmin(ReadOnly):
    """Background work."""

    list_display = ("pk", "kind", "state", "requested_by", "requested", "progress", "attempts")
    list_select_related = ("requested_by",)
    list_filter = ("state", "kind")
    ordering = ("-pk",)
