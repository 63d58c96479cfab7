"""The acts on tournaments and games as the journal has them: stages, corrections, findings, decisions."""

from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.changes.players import tell_removed
from federation.journal.acts import Act, EventType, Family, Group, Report, declare
from federation.journal.words import NOTHING
from federation.language.wording import labelled
from federation.views.journal_acts import ACCOUNTS
from tournaments.desk.crosstable import FIELDS, round_words
from tournaments.desk.finding_words import sentence
from tournaments.models import STAGES, DispatchAct, DispatchRule, Entry, GameServer, OfficeRule
from tournaments.onward.receivers import RECEIVERS
from tournaments.people.journal_changes import tell_tournaments

TOURNAMENTS = Group(_("Tournaments"), 2)
_SHOWN = {"shown": pgettext_lazy("public list", "shown"), "hidden": pgettext_lazy("public list", "hidden")}


def _games(value: Any) -> str:
    """Return games as a correction keeps them, by the numbers of their entrants."""
    return round_words({"games": value, "byes": []}, {})


def _byes(value: Any) -> str:
    return round_words({"games": [], "byes": value}, {})


def _numbers(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{scheme.upper()} {number}" for scheme, number in sorted(value.items())) or NOTHING


def _findings(value: Any) -> str:
    """Return warnings as they were shown."""
    return " ".join(sentence(finding["code"], finding["values"]) for finding in value)


def _remarks(value: Any) -> str:
    return " ".join(str(remark["text"]) for remark in value)


def _answers(value: Any) -> str:
    return " ".join(labelled(reply["about"], reply["text"] or NOTHING) for reply in value)


def _match(value: Any) -> str:
    """Return who an entry was matched to: a number of a player, or that they are new."""
    return (
        gettext("player no. %(number)s") % {"number": value}
        if isinstance(value, int)
        else str(_MATCHES.get(value, value))
    )


_MATCHES = dict(Entry.Match.choices)


class _Matched(dict[str, Any]):
    """Values of entrants, which a line names by their numbers in the file."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.isdigit()

    def __getitem__(self, _name: str) -> Any:
        return _match


def _families(chosen: Any) -> str:
    return ", ".join(str(family).upper() for family in chosen)


def _receiver(key: Any) -> str:
    return str(RECEIVERS[key].name) if key in RECEIVERS else str(key)


_RECEIVERS = {
    "begins": DispatchRule._meta.get_field("begins").verbose_name,
    **{key: receiver.name for key, receiver in RECEIVERS.items()},
}
declare(
    TOURNAMENTS,
    Family("upload.", is_public=False),
    Family(
        "tournament.",
        names=FIELDS,
        values={"": dict(STAGES), "warnings": _findings, "remarks": _remarks, "answers": _answers},
    ),
    Family(
        "dispatch.",
        values={"kind": dict(DispatchAct.Kind.choices), "receiver": _receiver},
        is_public=False,
    ),
    Family("expected.", is_public=False),
    Family("server.", values={"stakes": dict(GameServer.Stakes.choices)}, is_public=False),
    Act("upload.received", _("file received")),
    Act(
        "tournament.drafted",
        _("tournament draft created"),
        brief=_("draft made from the file"),
        is_public=False,
    ),
    Act(
        "tournament.rewritten",
        _("draft rewritten from a pairing program"),
        brief=_("rewritten from a pairing program"),
        is_public=False,
    ),
    Act(
        "tournament.corrected",
        _("tournament corrected by hand"),
        brief=_("corrected by hand"),
        names={**FIELDS, "games": _("games"), "byes": _("byes")},
        values={"games": _games, "byes": _byes, "identifiers": _numbers},
        is_public=False,
    ),
    Act("tournament.matched", _("entrants matched"), values=_Matched(), is_public=False),
    Act("tournament.confirmed", _("warnings confirmed"), is_public=False),
    Act("tournament.unconfirmed", _("confirmations withdrawn"), is_public=False),
    Act("tournament.answered", _("remarks on a tournament answered"), brief=_("remarks answered")),
    Act(
        "tournament.ruled",
        _("decided which ratings a tournament counts for"),
        brief=_("decided which ratings it counts for"),
        values={"": _families},
    ),
    Act("tournament.reopened", _("tournament reopened"), brief=_("draft made from the previous revision")),
    Act("tournament.claimed", _("tournament taken for review"), brief=_("taken for review"), is_public=False),
    Act(
        "tournament.left",
        _("tournament returned to the queue"),
        brief=_("returned to the queue"),
        is_public=False,
    ),
    Act(
        "tournament.submitted",
        _("tournament submitted"),
        brief=_("submitted"),
        report=Report(
            tell_tournaments, (EventType("tournament.received", _("A tournament is submitted"), 3),)
        ),
    ),
    Act(
        "tournament.consented",
        _("revision accepted by the organiser"),
        brief=_("accepted by the organiser"),
        is_public=False,
    ),
    Act(
        "office.four-eyes",
        _("four-eyes rule changed"),
        values={"": dict(OfficeRule.FourEyes.choices)},
        is_public=False,
    ),
    Act("office.handed-in", _("public list of submitted tournaments shown or hidden"), values={"": _SHOWN}),
    Act("tournament.returned", _("tournament returned"), brief=_("returned")),
    Act(
        "tournament.approved",
        _("tournament approved"),
        brief=_("approved"),
        report=Report(tell_tournaments, (EventType("tournament.approved"),)),
        moves_ratings=True,
    ),
    Act("tournament.withdrawn", _("tournament withdrawn"), brief=_("withdrawn")),
    Act(
        "tournament.revoked",
        _("tournament removed from the ratings"),
        brief=_("removed from the ratings"),
        report=Report(tell_tournaments, (EventType("tournament.revoked"),)),
        moves_ratings=True,
    ),
    Act(
        "tournament.unenrolled",
        _("enrolment of new players undone"),
        report=Report(tell_removed, (EventType("player.removed"),)),
    ),
    Act("dispatch.sent", _("results sent")),
    Act("dispatch.accepted", _("results accepted by the recipient")),
    Act("dispatch.refused", _("results rejected by the recipient")),
    Act("dispatch.off", _("results not to be sent")),
    Act("dispatch.on", _("results to be sent after all")),
    Act("dispatch.undone", _("last step of sending undone")),
    Act("office.dispatches", _("rules for sending results changed"), names=_RECEIVERS, is_public=False),
    Act("expected.entered", _("tournament added for a pairing program")),
    Act("expected.changed", _("tournament of a pairing program changed")),
    Act("expected.ended", _("pairing program disconnected")),
    Act("expected.taken-up", _("pairing program reconnected")),
    Act("expected.entrants", _("list of entrants changed")),
    Act("expected.presences", _("pairing program reported who plays a round")),
    Act("expected.published", _("pairing program published a round")),
    Act("games.received", _("games received")),
    Act("games.withdrawn", _("game withdrawn")),
    Act("handle.given", _("handle assigned to another player"), names={"": _("player no.")}),
    Act("server.entered", _("game server added")),
    Act("server.changed", _("game server changed")),
)
declare(
    ACCOUNTS,
    Act(
        "account.mail",
        _("e-mail preferences changed"),
        after="account.password",
        values={"": {True: _("yes"), False: _("no")}},
    ),
)
