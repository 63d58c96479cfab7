"""Lines of the journal about tournaments in the reader's words: stages, corrections, findings, decisions."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.journal.words import NOTHING, Words, register
from federation.language.wording import labelled
from tournaments.desk.crosstable import FIELDS, round_words
from tournaments.desk.finding_words import sentence
from tournaments.models import STAGES, DispatchAct, DispatchRule, Entry, GameServer, OfficeRule
from tournaments.onward.receivers import RECEIVERS

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
        _("player no. %(number)s") % {"number": value}
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


def _words() -> Iterable[tuple[str, Words]]:
    values: dict[str, Any] = {
        "": dict(STAGES),
        "warnings": _findings,
        "remarks": _remarks,
        "answers": _answers,
    }
    yield "tournament.", Words(FIELDS, values)
    yield "tournament.claimed", Words()
    corrected = {"games": gettext_lazy("games"), "byes": gettext_lazy("byes")}
    yield (
        "tournament.corrected",
        Words({**FIELDS, **corrected}, {"games": _games, "byes": _byes, "identifiers": _numbers}),
    )
    yield "tournament.matched", Words(values=_Matched())
    yield "tournament.ruled", Words(values={"": _families})
    begins = DispatchRule._meta.get_field("begins").verbose_name
    yield (
        "office.dispatches",
        Words({"begins": begins, **{key: receiver.name for key, receiver in RECEIVERS.items()}}),
    )
    yield "office.four-eyes", Words(values={"": dict(OfficeRule.FourEyes.choices)})
    yield "office.handed-in", Words(values={"": _SHOWN})
    yield "dispatch.", Words(values={"kind": dict(DispatchAct.Kind.choices), "receiver": _receiver})
    yield "account.mail", Words(values={"": {True: gettext_lazy("yes"), False: gettext_lazy("no")}})
    yield "server.", Words(values={"stakes": dict(GameServer.Stakes.choices)})
    yield "handle.given", Words({"": gettext_lazy("player no.")})


def _families(chosen: Any) -> str:
    return ", ".join(str(family).upper() for family in chosen)


def _receiver(key: Any) -> str:
    return str(RECEIVERS[key].name) if key in RECEIVERS else str(key)


for _act, _said in _words():
    register(_act, _said)
