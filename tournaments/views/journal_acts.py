"""The acts on tournaments and games as the journal has them: their words, subjects and public events."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.changes.players import tell_removed, whole
from federation.journal import acts
from federation.journal.acts import Act, EventType, Family, Group, PublicEvent, Report, declare
from federation.journal.subjects import Kind, Subject, address, of_columns, register
from federation.journal.words import NOTHING
from federation.language.system_names import system_name
from federation.language.wording import labelled, round_name
from federation.models import JournalEntry
from federation.views.journal_acts import ACCOUNTS
from tournaments.desk.crosstable import FIELDS, round_words
from tournaments.desk.finding_words import sentence
from tournaments.models import (
    STAGES,
    DispatchAct,
    DispatchRule,
    Entry,
    ExpectedTournament,
    Game,
    GameServer,
    Handle,
    OfficeRule,
    Stream,
    Tournament,
    Upload,
)
from tournaments.models.stages import Stage
from tournaments.onward.receivers import RECEIVERS
from tournaments.reports.outcomes import WRITTEN, Outcome
from tournaments.revisions.public import shows_handed_in

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


_HIDDEN = {Stage.DRAFT.value, Stage.WITHDRAWN.value}


def head(tournament: Tournament) -> dict[str, object]:
    """Return a tournament as everybody may know it."""
    return {
        "number": tournament.number,
        "revision": tournament.revision,
        "name": tournament.name,
        "place": tournament.place,
        "start": tournament.start.isoformat(),
        "end": tournament.end.isoformat(),
        "game": tournament.discipline,
        "url": whole(tournament.get_absolute_url()),
    }


def tell_tournaments(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    """Report moves of tournaments; submissions only where the office shows them, not once back."""
    shown = shows_handed_in()
    tournaments = Tournament.objects.in_bulk([int(line.subject_id) for line in lines])
    events = {}
    for line in lines:
        tournament = tournaments.get(int(line.subject_id))
        is_inside = line.act == "tournament.submitted" and not shown
        if tournament is not None and not is_inside and tournament.stage not in _HIDDEN:
            events[line.pk] = PublicEvent(acts.event_of(line.act), {"tournament": head(tournament)})
    return events


def _named(_key: int, name: str, number: int, revision: int) -> Subject:
    title = f"{name} ({number}/{revision})" if revision > 1 else f"{name} ({number})"
    return Subject(title, address("desk-tournament", number, revision))


def _revisions(number: str) -> list[str]:
    keys = Tournament.objects.filter(number=int(number)).values_list("pk", flat=True)
    return [str(key) for key in keys]


def _games_named(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    games = Game.objects.filter(pk__in=keys).select_related("white__player", "black__player", "tournament")
    for game in games:
        names = (str(side.player or side) for side in (game.white, game.black))
        title = f"{' – '.join(names)} {WRITTEN[Outcome(game.outcome)]}"
        url = f"{address('tournament', game.tournament.number)}#e{game.white.number}"
        yield game.pk, Subject(labelled(round_name(game.round), title), url)


_RECEIVERS = {
    "begins": DispatchRule._meta.get_field("begins").verbose_name,
    **{key: receiver.name for key, receiver in RECEIVERS.items()},
}
_inside = partial(Act, is_public=False)  # not seen outside the office

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
    _inside("tournament.drafted", _("tournament draft created"), brief=_("draft made from the file")),
    _inside(
        "tournament.rewritten",
        _("draft rewritten from a pairing program"),
        brief=_("rewritten from a pairing program"),
    ),
    _inside(
        "tournament.corrected",
        _("tournament corrected by hand"),
        brief=_("corrected by hand"),
        names={**FIELDS, "games": _("games"), "byes": _("byes")},
        values={"games": _games, "byes": _byes, "identifiers": _numbers},
    ),
    _inside("tournament.matched", _("entrants matched"), values=_Matched()),
    _inside("tournament.confirmed", _("warnings confirmed")),
    _inside("tournament.unconfirmed", _("confirmations withdrawn")),
    Act("tournament.answered", _("remarks on a tournament answered"), brief=_("remarks answered")),
    Act(
        "tournament.ruled",
        _("decided which ratings a tournament counts for"),
        brief=_("decided which ratings it counts for"),
        values={"": _families},
    ),
    Act("tournament.reopened", _("tournament reopened"), brief=_("draft made from the previous revision")),
    _inside("tournament.claimed", _("tournament taken for review"), brief=_("taken for review")),
    _inside("tournament.left", _("tournament returned to the queue"), brief=_("returned to the queue")),
    Act(
        "tournament.submitted",
        _("tournament submitted"),
        brief=_("submitted"),
        report=Report(
            tell_tournaments, (EventType("tournament.received", _("A tournament is submitted"), 3),)
        ),
    ),
    _inside(
        "tournament.consented", _("revision accepted by the organiser"), brief=_("accepted by the organiser")
    ),
    _inside("office.four-eyes", _("four-eyes rule changed"), values={"": dict(OfficeRule.FourEyes.choices)}),
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
    _inside("office.dispatches", _("rules for sending results changed"), names=_RECEIVERS),
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
register(
    "tournament",
    Kind(_("tournament"), of_columns(Tournament, "name", "number", "revision", subject=_named), _revisions),
)
_uploads = of_columns(
    Upload, "filename", subject=lambda key, name: Subject(name, address("upload-findings", key))
)
_expected = of_columns(
    ExpectedTournament, "name", subject=lambda key, name: Subject(name, address("pairing-program", key))
)
_servers = of_columns(
    GameServer, "key", "name", subject=lambda _, key, name: Subject(name, address("game-server", key))
)
_streams = of_columns(
    Stream, "system", subject=lambda _, key: Subject(system_name(key), address("list-newest", key))
)
_handles = of_columns(
    Handle, "name", "server__name", subject=lambda _, name, server: Subject(f"{name} ({server})")
)
register("upload", Kind(_("upload"), _uploads))
register("game", Kind(_("game"), _games_named, has_lines=False))
register("expectedtournament", Kind(_("tournament of a pairing program"), _expected))
register("gameserver", Kind(_("game server"), _servers))
register("stream", Kind(_("stream of games"), _streams))
register("handle", Kind(_("handle"), _handles))
