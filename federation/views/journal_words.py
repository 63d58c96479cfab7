"""Lines of the journal about players, clubs and accounts in the reader's words; registered at import."""

from collections.abc import Iterable
from typing import Any

from allauth.mfa.models import Authenticator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.accounts.permissions import ROLES
from federation.accounts.tokens import SCOPES
from federation.history.wording import KINDS, day_words, label_of, numbers_words
from federation.journal.words import Words, register
from federation.models import Club, CorrectionRequest, DataRequest, Federation, Player, RecordClaim, Webhook
from federation.webhooks.endpoints import EVENTS

_YES_NO = {True: _("yes"), False: _("no")}
_FACTORS = {
    Authenticator.Type.TOTP.value: _("authenticator app"),
    Authenticator.Type.WEBAUTHN.value: _("passkey"),
    Authenticator.Type.RECOVERY_CODES.value: _("recovery codes"),
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


def _words() -> Iterable[tuple[str, Words]]:
    yield "player.", Words(values={"scheme": _scheme, "identifiers": _numbers, "death": _death})
    yield "player.privacy", Words(values={"": dict(Player.Privacy.choices)})
    yield "player.sex", Words(values={"": dict(Player.Sex.choices)})
    yield "player.death", Words(values={"": _death})
    yield "player.licensed", Words(values={"": KINDS})
    yield "player.identifier", Words({"value": _("number")}, {"scheme": _scheme})
    yield "list.imported", Words(values={"format": _FORMATS})
    for act in ("player.merged", "player.unmerged"):
        rows: dict[str, Any] = {"club": _row(Club), "federation": _row(Federation)}
        yield act, Words(values={**rows, "identifiers": _numbers})
    yield "claim.", Words(values={"": dict(RecordClaim.State.choices)})
    yield "correction.", Words(values={"kind": dict(CorrectionRequest.Kind.choices)})
    yield "data-request.", Words(values={"kind": dict(DataRequest.Kind.choices)})
    yield "account.", Words({"place": _("place")}, {"roles": ROLES, "active": _YES_NO})
    for act in ("account.logged-in", "account.locked"):
        yield act, Words(_FROM)
    for act in ("added", "removed", "renewed", "reset"):
        yield f"account.second-factor-{act}", Words(values={"": _FACTORS})
    yield "token.", Words(values={"scopes": SCOPES})
    yield "webhook.", Words(values={"": dict(Webhook.State.choices), "events": EVENTS})
    yield "site.", Words(values={"page": _SITE_TEXTS})
    yield "club.", Words(values={"contact_public": _YES_NO, "closed": _YES_NO})


for _act, _said in _words():
    register(_act, _said)
