"""Problems that hold up a step of a tournament, each with a code and a sentence."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.language.dates import format_date

TEXTS: dict[str, str | Promise] = {
    "findings": _(
        "Errors of entrants and games: %(count)s. Correct them here, or correct the file and upload it again."
    ),
    "warnings": _("Unconfirmed warnings: %(count)s."),
    "erased": _(
        "%(name)s is to be a new player, but a person of this name or number was erased on request on"
        " %(day)s: confirm that it is another person, or that they want to be enrolled again."
    ),
    "undecided": _("Entrants not yet matched to a player: %(count)s."),
    "no-name": _("The tournament needs a name."),
    "no-date": _("The tournament needs its dates."),
    "future": _("The tournament has not ended yet."),
    "no-family": _("Say which rating the tournament is submitted for."),
    "where-counts": _("Say which ratings it counts for: few of the entrants have a licence of %(families)s."),
    "strange-answer": _("There is nothing left to answer."),
    "other-game": _("The tournament is submitted for a rating of another game: %(families)s."),
    "no-system": _(
        "No rating system here rates it (%(families)s): submit it for another rating, or ask the office."
    ),
    "too-early": _("It was played before the rules of any rating it is submitted for: it cannot be rated."),
    "no-rate": _("Give the time control: each has its own rating."),
    "no-games": _("The tournament has no games."),
    "same-games": _("Its games are already approved as tournament %(number)s: revoke one of the two."),
    "not-sendable": _("Only a submitted or approved tournament can be sent."),
    "dispatch-state": _("This cannot follow the last step."),
    "dispatch-reason": _("Say why."),
    "dispatch-nothing": _("There is nothing to undo."),
    "dispatch-file": _("The file has changed since you opened the page; check it again."),
    "not-open": _("This revision has been decided; there is nothing to preview."),
    "newer-revision": _("A newer revision of this tournament exists."),
    "own-tournament": _("You uploaded this tournament yourself; another officer has to approve it."),
    "claimed": _("%(who)s is reviewing this tournament, until %(until)s if inactive."),
    "word-missing": _("Say why you are taking it over."),
    "not-clean": _("It has findings or new players: open it and decide separately."),
    "remark-empty": _("Write a note for every finding you tick."),
    "reason-missing": _("Say why, so that the organiser knows what to correct."),
    "resembles": _(
        "%(name)s was to be enrolled as a new player but now resembles %(players)s: decide again."
    ),
    "number-held": _(
        "%(name)s cannot be a new player with the number %(number)s, which belongs to %(players)s: choose"
        " that player, or drop the number."
    ),
    "register": _("The register rejects a new player: %(message)s"),
    "merged": _("%(name)s and another entrant have been merged into one player: match them again."),
    "changed-meanwhile": _(
        "Someone has changed this in the meantime. Check the current state and decide again."
    ),
    "no-such-entrant": _("The tournament has no entrant %(number)s."),
    "no-such-round": _("There is no round %(round)s; the tournament has %(rounds)s."),
    "plays-himself": _("%(name)s cannot play against %(name)s."),
    "plays-already": _("%(name)s already plays %(opponent)s in round %(round)s: correct that game first."),
    "changed-since-enrolled": _("has been changed by a list since the enrolment"),
    "enrolment-moved": _(
        "Nothing was undone: the players affected are no longer those shown. Check and confirm again."
    ),
    "overtaken": _("Someone has just enrolled one of the new players. Try again."),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that has to be mended first; `values` fill the gaps of the text of `code`.

    `entry` among them is the key of the entry it is about, to be settled on the match page; `players` are
    pairs of public number and name.
    """

    code: str
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """Return the sentence in the reader's language."""
        players = ", ".join(_name_and_number(*player) for player in self.values.get("players", ()))
        day = format_date(date.fromisoformat(self.values["date"]), "j F Y") if "date" in self.values else ""
        return str(TEXTS[self.code]) % {**self.values, "players": players, "day": day}


class Refused(Exception):
    """A move is not possible yet; `problems` say what has to be mended."""

    def __init__(self, *found: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in found))
        self.problems = found


def _name_and_number(number: int, name: str) -> str:
    return gettext("%(name)s (no. %(number)s)") % {"name": name, "number": number}
