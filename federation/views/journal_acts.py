"""The acts of the register, of accounts and of the site around them, as the journal has them."""

from functools import partial
from typing import Any

from allauth.mfa.models import Authenticator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.accounts.permissions import ROLES
from federation.accounts.tokens import SCOPES
from federation.changes import players
from federation.history.wording import KINDS, day_words, label_of, numbers_words
from federation.journal.acts import Act, EventType, Family, Group, Report, declare, webhook_events
from federation.models import Club, CorrectionRequest, DataRequest, Federation, Player, RecordClaim, Webhook
from federation.player_lists.newer_acts import EVERYTHING, edited_columns, undone_field
from federation.vocabulary.player_fields import CLUB, GRADE, LICENCE, NAME, PERSON

PLAYERS = Group(_("Players"), 1)
CLUBS = Group(_("Clubs and federations"), 4)
ACCOUNTS = Group(_("Accounts"), 5)

_YES_NO = {True: _("yes"), False: _("no")}
_FACTOR = {
    "": {
        Authenticator.Type.TOTP.value: _("authenticator app"),
        Authenticator.Type.WEBAUTHN.value: _("passkey"),
        Authenticator.Type.RECOVERY_CODES.value: _("recovery codes"),
    }
}
_SITE_TEXTS = {
    "about": pgettext_lazy("page", "About"),
    "contact": _("Contact"),
    "privacy": _("Privacy"),
    "legal": _("Legal notice"),
}
_FORMATS = {
    "ffg-v3": "FFG V3",
    "ffg-2014": "FFG 2014",
    "egd": "EGD",
    "fide-text": "FIDE TXT",
    "fide-2003": "FIDE TXT 2003",
    "fide-xml": "FIDE XML",
}
_FROM = {"place": pgettext_lazy("log-in", "from the address")}


def _row(model: type[Club] | type[Federation]) -> Any:
    """Return how a row is named that a line has the key of; what an older line has as text stays so."""

    def named(value: Any) -> str:
        instance = model._base_manager.filter(pk=value).first() if isinstance(value, int) else None
        return str(instance or value)

    return named


def _numbers(value: Any) -> str:
    return numbers_words(value) if isinstance(value, dict) else str(value)


def _death(value: Any) -> str:
    return day_words(value) if isinstance(value, str) and (value.isdigit() or "-" in value) else str(value)


def _scheme(value: Any) -> str:
    return label_of(f"number:{value}")


def _events(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    titles = webhook_events()
    return ", ".join(str(titles.get(event, event)) for event in value)


_merge = partial(
    Act,
    values={"club": _row(Club), "federation": _row(Federation), "identifiers": _numbers},
    page="merge",
    page_key="merge",
    decides=EVERYTHING,
    moves_ratings=True,
)
_IMPORTED = EventType("register.imported")
_CHANGED = Report(players.tell_persons, (EventType("player.changed"),))
_SHOWN = Report(players.tell_shown, (EventType("player.privacy"),))
_MERGED = Report(players.tell_merges, (EventType("player.merged", _("Two players are merged"), 5),))
_UNMERGED = Report(players.tell_merges, (EventType("player.unmerged"),))
_LISTS = Report(players.tell_imports, (_IMPORTED,))

declare(
    PLAYERS,
    Family("player.", values={"scheme": _scheme, "identifiers": _numbers, "death": _death}),
    Act(
        "player.enrolled",
        _("player enrolled"),
        decides=EVERYTHING,
        report=Report(players.tell_persons, (EventType("player.added"), _IMPORTED)),
    ),
    Act("player.edited", _("player changed"), decides=edited_columns, report=_CHANGED),
    Act("player.renamed", _("player renamed"), decides={NAME}, report=_CHANGED),
    Act("player.transferred", _("player moved to a club"), decides={CLUB}, report=_CHANGED),
    Act("player.grade", _("grade declared"), decides={GRADE}, report=_CHANGED),
    Act("player.licensed", _("licence issued"), values={"": KINDS}, decides={LICENCE}, report=_CHANGED),
    Act("player.identifier", _("number saved"), names={"value": _("number")}, report=_CHANGED),
    Act("player.known_name", _("other name added")),
    Act("player.birth", _("year of birth entered"), decides={PERSON}, report=_CHANGED),
    Act("player.birth_day", _("day of birth entered")),
    Act(
        "player.sex",
        _("sex entered"),
        values={"": dict(Player.Sex.choices)},
        decides={PERSON},
        report=_CHANGED,
    ),
    Act("player.death", _("death recorded"), values={"": _death}, report=_CHANGED),
    Act("player.undone", _("action undone"), decides=undone_field, report=_CHANGED),
    Act("licences.given", _("licences given from a list"), report=_LISTS),
    Act("licences.undone", _("licences given from a list undone"), report=_LISTS),
    _merge("player.merged", _("players merged"), report=_MERGED),
    _merge("player.unmerged", _("merge undone"), report=_UNMERGED),
    Act("player.email", _("e-mail address of a player changed"), is_public=False),
    Act(
        "player.privacy",
        _("privacy setting changed"),
        values={"": dict(Player.Privacy.choices)},
        report=_SHOWN,
    ),
    Act("player.exported", _("personal data provided"), is_public=False),
    Act("player.erased", _("personal data erased"), report=_SHOWN),
    Act(
        "list.imported",
        _("list imported"),
        page="register-import-done",
        values={"format": _FORMATS},
        report=_LISTS,
    ),
    Act("list.undone", _("import of a list undone"), report=_LISTS),
    Act("player.listed", _("changed by a list"), page="register-import-done", page_key="batch"),
    Act("player.imported", _("added from a list"), page="register-import-done", page_key="batch"),
)
declare(
    CLUBS,
    Family("club.", values={"contact_public": _YES_NO, "closed": _YES_NO}),
    Act("club.added", _("club added")),
    Act("club.edited", _("club changed")),
    Act("club.deleted", _("club deleted")),
    Act("club.taken", _("name in files assigned to a club")),
    Act("club.untaken", _("name in files no longer assigned to a club")),
    Act("club.merged", _("clubs merged")),
    Act("club.unmerged", _("merge of clubs undone")),
    Act("region.added", _("region added")),
    Act("region.edited", _("region changed")),
    Act("region.deleted", _("region deleted")),
    Act("federation.added", _("federation added")),
    Act("federation.edited", _("federation changed")),
    Act("federation.deleted", _("federation deleted")),
    Act("federation.merged", _("federations merged")),
    Act("federation.spelling", _("country in files assigned to a federation")),
)
declare(
    ACCOUNTS,
    Family("site.", values={"page": _SITE_TEXTS}),
    Family(
        "account.", names={"place": _("place")}, values={"roles": ROLES, "active": _YES_NO}, is_public=False
    ),
    Family("invitation.", is_public=False),
    Family("token.", values={"scopes": SCOPES}, is_public=False),
    Family("webhook.", values={"": dict(Webhook.State.choices), "events": _events}, is_public=False),
    Family("claim.", values={"": dict(RecordClaim.State.choices)}, is_public=False),
    Family("login-key.", is_public=False),
    Family("login-client.", is_public=False),
    Family("correction.", values={"kind": dict(CorrectionRequest.Kind.choices)}, is_public=False),
    Family("data-request.", values={"kind": dict(DataRequest.Kind.choices)}),
    Act("site.text", _("text of the site changed")),
    Act("account.added", _("account created")),
    Act("account.edited", _("account changed")),
    Act("account.deleted", _("account deleted")),
    Act("account.invited", _("invitation sent")),
    Act("account.joined", _("invitation accepted")),
    Act("invitation.withdrawn", _("invitation withdrawn")),
    Act("account.address", _("address changed")),
    Act("account.password", _("password changed")),
    Act("account.password-reset", _("forgotten password reset")),
    Act("account.second-factor-added", _("second factor added"), values=_FACTOR),
    Act("account.second-factor-removed", _("second factor removed"), values=_FACTOR),
    Act("account.second-factor-renewed", _("recovery codes renewed"), values=_FACTOR),
    Act("account.second-factor-reset", _("second factor reset by an officer"), values=_FACTOR),
    Act("account.logged-in", _("login"), names=_FROM),
    Act("account.locked", _("login locked"), names=_FROM),
    Act("token.issued", _("token created")),
    Act("token.revoked", _("token revoked")),
    Act("webhook.added", _("webhook added")),
    Act("webhook.confirmed", _("web address of a webhook confirmed")),
    Act("webhook.changed", _("webhook changed")),
    Act("webhook.rotated", _("secret of a webhook replaced")),
    Act("webhook.off", _("webhook turned off")),
    Act("webhook.on", _("webhook turned on")),
    Act("webhook.paused", _("webhook paused after failures")),
    Act("webhook.resent", _("message of a webhook sent again")),
    Act("webhook.deleted", _("webhook deleted")),
    Act("account.signed-up", _("account opened by a player")),
    Act("claim.asked", _("player record requested")),
    Act("claim.confirmed", _("player record confirmed by a code")),
    Act("claim.failed", _("code for a player record locked")),
    Act("claim.accepted", _("player record assigned to an account")),
    Act("claim.refused", _("player record refused to an account")),
    Act("claim.reopened", _("decision about a player record undone")),
    Act("claim.ended", _("player record given up")),
    Act("login-key.made", _("key for logins of other sites created")),
    Act("login-client.added", _("site registered for login")),
    Act("login-client.removed", _("site removed from login")),
    Act("correction.asked", _("error reported by a player")),
    Act("correction.accepted", _("error reported by a player corrected")),
    Act("correction.refused", _("error reported by a player rejected")),
    Act("data-request.received", _("request about personal data received")),
    Act("data-request.extended", _("more time taken for a request about personal data")),
    Act("data-request.done", _("request about personal data fulfilled")),
    Act("data-request.refused", _("request about personal data refused")),
)
