"""Actions of a program on a draft, as storable values: confirm, count for, match, submit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from federation.api.problems import Refused
from federation.models import Account, Player
from federation.vocabulary.systems.catalogue import families_of
from tournaments.checks import problems, warning_confirmations
from tournaments.corrections import where_counts
from tournaments.entrants import entries
from tournaments.models import Entry, Tournament
from tournaments.submission import rematching, steps
from tournaments.submission.rematching import Outcome, Outlook

Kind = Literal["confirm", "count", "match", "submit"]
# What keeps an act from being done, besides what is wrong in the request itself.
HINDRANCES = (
    entries.Closed,
    entries.Collision,
    steps.AlreadyDecided,
    problems.Refused,
    Refused,
)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a program does; `values` are JSON and name entrants by their number in the file."""

    kind: Kind
    values: Mapping[str, Any]


def carry_out(act: Act, current: Tournament, *, account: Account) -> Outcome | None:
    """Carry out the action on an open revision; return the result of matches.

    Raises one of HINDRANCES.
    """
    if act.kind == "confirm":
        _confirm(current, act.values, account)
    elif act.kind == "count":
        _count(current, act.values["families"], account)
    elif act.kind == "match":
        return rematching.decide(current, _outlook(current, act.values), account=account)
    else:
        steps.submit(current, account=account, on=timezone.localdate())
    return None


def _confirm(current: Tournament, values: Mapping[str, Any], account: Account) -> None:
    """Confirm warnings by their keys, or all of some codes."""
    by_code = warning_confirmations.keys_of_codes(current, values.get("codes", ()))
    ticked = by_code.union(values.get("keys", ()))
    warning_confirmations.decide(current, was=(), ticked=ticked, account=account)


def _count(current: Tournament, families: Sequence[str], account: Account) -> None:
    """Keep for which ratings a tournament is handed in; Refused where its game has none such."""
    fitting = families_of(current.discipline)
    if set(families) - set(fitting):
        raise unknown_families(families, fitting)
    where_counts.rule(current, families, account=account, seen_as=where_counts.seen(current))


def unknown_families(families: Sequence[str], possible: Sequence[str]) -> Refused:
    """Return the refusal of ratings a tournament cannot count for."""
    message = _("This tournament cannot count for: %(families)s. Possible: %(possible)s.")
    strange = ", ".join(sorted(set(families) - set(possible)))[:200]
    return Refused(422, "unknown-family", message % {"families": strange, "possible": ", ".join(possible)})


def _outlook(current: Tournament, values: Mapping[str, Any]) -> Outlook:
    """Return the matches a program sent as the match page would; Refused for unknown entrants."""
    keys = dict(Entry.objects.filter(tournament=current).values_list("number", "pk"))
    decisions = values.get("decisions", ())
    _refuse_unknown({decision["entrant"] for decision in decisions} - keys.keys(), entrants=True)
    players = {decision["player"] for decision in decisions if decision["player"] is not None}
    known = Player.objects.filter(pk__in=players, merged_into=None).values_list("pk", flat=True)
    _refuse_unknown(players.difference(known), entrants=False)
    return Outlook(
        decisions={
            keys[decision["entrant"]]: entries.ENROL if decision["new"] else decision["player"]
            for decision in decisions
        },
        shown={
            keys[decision["entrant"]]: decision["offered"]
            for decision in decisions
            if decision["offered"] is not None
        },
        dropped=[keys[decision["entrant"]] for decision in decisions if decision["drop_numbers"]],
        strangers=bool(values.get("strangers")),
    )


def _refuse_unknown(numbers: set[int], *, entrants: bool) -> None:
    if not numbers:
        return
    named = ", ".join(map(str, sorted(numbers)[:20]))
    if entrants:
        raise Refused(422, "no-entrant", _("The tournament has no entrant %(number)s.") % {"number": named})
    raise Refused(422, "no-player", _("The register has no player %(number)s.") % {"number": named})
