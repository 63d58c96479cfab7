"""The register behind the scenes: search, numbers and names at a glance; journal and jobs only to read."""

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
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
from federation.search.search import find_players
from federation.vocabulary.names import key_of

if TYPE_CHECKING:
    AccountBase = UserAdmin[Account]
else:
    AccountBase = UserAdmin

# Roles are part of the program; a group renamed by hand would be a role nobody has.
admin.site.unregister(Group)

_FOUND = 200

# Rows the program keeps in step itself, and secrets: neither is for editing by hand.
admin.site.unregister([EmailAddress, Authenticator, UserSession, Client, Token])


class Inline(admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable when it runs
    """A table of a player's numbers, names, licences or grades."""

    extra = 0


class IdentifierInline(Inline):
    model = Identifier


class KnownNameForm(ModelForm):  # type: ignore[type-arg]  # generic only in the stubs
    """Another spelling; its key is folded here, so that one spelling stands once."""

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        key = key_of(name)
        if not key:
            raise ValidationError(_("A name needs at least one letter."))
        known = KnownName.objects.filter(player=self.instance.player_id, key=key).exclude(pk=self.instance.pk)
        if self.instance.player_id and known.exists():
            raise ValidationError(_("The player is already known by this name."))
        self.instance.key = key
        return name


class KnownNameInline(Inline):
    model = KnownName
    form = KnownNameForm
    fields = ("name",)


class LicenceInline(Inline):
    model = Licence
    autocomplete_fields = ("club",)


class DeclaredGradeInline(Inline):
    model = DeclaredGrade


@admin.register(Player)
class PlayerAdmin(Journalled):
    """Players: found as on the site, by words in any order or by any number; never deleted, but merged."""

    beside = ("identifiers", "known_names", "licences", "declared_grades")

    list_display = ("number", "surname", "given_name", "grade", "club", "federation")
    list_display_links = ("number", "surname")
    list_select_related = ("club", "federation")
    list_filter = ("federation",)
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("search_key",)
    autocomplete_fields = ("club", "federation")
    # Chosen and merged on the register's desk, where lists and ratings hear of it.
    readonly_fields = ("enrolled", "privacy", "merged_into")
    exclude = ("search_key", "club_text", "club_code", "country_text")
    inlines = (IdentifierInline, KnownNameInline, LicenceInline, DeclaredGradeInline)

    def get_search_results(
        self,
        request: HttpRequest,  # noqa: ARG002 - the base class asks for it
        queryset: QuerySet[Player],
        search_term: str,
    ) -> tuple[QuerySet[Player], bool]:
        if not search_term.strip():
            return queryset, False
        found = [player.pk for player in find_players(search_term, _FOUND)]
        return queryset.filter(pk__in=found), False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Hold a club's registrar to their club; the list shows everybody to everybody."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or may_edit_player(request.user, obj))

    def save_model(self, request: HttpRequest, obj: Player, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]  # noqa: FBT001 - as Django has it
        if obj.merged_into_id is None:  # a number that was merged is found under the player it stands for
            obj.search_key = key_of(obj.surname, obj.given_name)
        super().save_model(request, obj, form, change)

    def has_delete_permission(self, *_args: Any, **_options: Any) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(Journalled):
    """Clubs; contact and merging are the register's desk's."""

    exclude = ("email", "website", "address", "contact_public", "closed", "merged_into")
    list_display = ("code", "label", "name", "town", "region", "federation")
    list_filter = ("federation", "region")
    list_select_related = ("federation", "region")
    search_fields = ("code", "label", "name", "town")
    autocomplete_fields = ("federation", "region")


@admin.register(Region)
class RegionAdmin(Journalled):
    """Regions of federations; clubs are put into them on the register's desk."""

    list_display = ("code", "name", "federation")
    list_filter = ("federation",)
    list_select_related = ("federation",)
    search_fields = ("code", "name")
    autocomplete_fields = ("federation",)


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


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in the stubs
    """Rows that are written by the program and never by hand."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, *_args: Any, **_options: Any) -> bool:
        return False

    def has_change_permission(self, *_args: Any, **_options: Any) -> bool:
        return False

    def has_delete_permission(self, *_args: Any, **_options: Any) -> bool:
        return False


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
