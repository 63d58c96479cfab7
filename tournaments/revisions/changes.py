"""Changes since the revision before: facts, entrants, who they are, results. Reads only.

Entrants of two revisions are the same where they are the same player, else where they are written alike, else
where they have the same place in the file: a corrected file may renumber all entrants.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.language.dates import format_date
from federation.models import Player
from federation.models.display_name import public_name
from federation.vocabulary import names
from tournaments.models import Entry, Tournament
from tournaments.models.stages import ONCE_APPROVED
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.revisions.models_to_report import Rows, rows_of

_FACTS = (
    "name",
    "start",
    "end",
    "place",
    "country",
    "rounds",
    "board_size",
    "komi",
    "time_class",
    "adjusted_minutes",
    "online",
    "discipline",
    "rate",
)
_WRITTEN = (
    ("grade", gettext_noop("grade")),
    ("club", gettext_noop("club")),
    ("country", gettext_noop("country")),
)
_RESULTS = {
    Outcome.WHITE_WINS: gettext_noop("White won"),
    Outcome.BLACK_WINS: gettext_noop("Black won"),
    Outcome.DRAW: gettext_noop("drawn"),
    Outcome.BOTH_LOSE: gettext_noop("both lost"),
    Outcome.BOTH_WIN: gettext_noop("both won"),
    Outcome.UNKNOWN: gettext_noop("no result"),
}
NameOf = Callable[[Entry], str]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is another one now; "" where it was not there before, or is gone."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed since another revision, each kind in the order of the tournament."""

    before: Tournament
    facts: Sequence[Change]
    entrants: Sequence[Change]
    matches: Sequence[Change]  # not for everybody to see
    results: Sequence[Change]

    @property
    def count(self) -> int:
        """Count what changed."""
        return len(self.facts) + len(self.entrants) + len(self.matches) + len(self.results)


def revision_before(tournament: Tournament) -> Tournament | None:
    """Return the revision that one corrects: the newest approved before it, else the newest."""
    if tournament.revision == 1:
        return None
    older = Tournament.objects.filter(number=tournament.number, revision__lt=tournament.revision)
    approved = older.filter(stage__in=ONCE_APPROVED)
    return approved.order_by("-revision").first() or older.order_by("-revision").first()


def changes(tournament: Tournament, *, public: bool) -> Changes | None:
    """Return what changed since the revision before; None for a first one; nine queries.

    `public`: players as they have chosen to be shown, and nothing of who was taken for whom.
    """
    before = revision_before(tournament)
    if before is None:
        return None
    old, new = rows_of(before), rows_of(tournament)
    players = _players(old, new)
    name_of = _name_shown(players) if public else _name_written
    pairs = _pairs(old.entries, new.entries)
    clubless = {key for key, player in players.items() if public and player.club_hidden}
    return Changes(
        before=before,
        facts=list(_facts(before, tournament)),
        entrants=list(_entrants(old.entries, new.entries, pairs, name_of, clubless)),
        matches=[] if public else list(_matches(new.entries, pairs, players)),
        results=list(_results(old, new, pairs, name_of)),
    )


def _players(*revisions: Rows) -> dict[int, Player]:
    """Read the players of both revisions; one query."""
    wanted = {entry.player_id for rows in revisions for entry in rows.entries if entry.player_id}
    return Player.objects.in_bulk(wanted)


def _name_written(entry: Entry) -> str:
    return str(entry)


def _name_shown(players: dict[int, Player]) -> NameOf:
    """Return how an entrant is named to everybody."""

    def name(entry: Entry) -> str:
        player = players.get(entry.player_id or 0)
        if player is None:
            return str(entry)
        shown = public_name(player.pk, entry.surname, entry.given_name, player.privacy)
        return " ".join(filter(None, reversed(shown)))

    return name


def _facts(before: Tournament, after: Tournament) -> Sequence[Change]:
    differences = []
    labels = {field.name: field.verbose_name for field in Tournament._meta.concrete_fields}
    for name in _FACTS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            label = capfirst(str(labels[name]))
            differences.append(Change(label, _value(before, name, old), _value(after, name, new)))
    return differences


def _value(tournament: Tournament, name: str, value: Any) -> str:
    if name in ("start", "end"):
        return format_date(value, "j F Y")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    display = getattr(tournament, f"get_{name}_display", None)
    return str(display()) if display else "" if value is None else str(value)


def _pairs(old: Sequence[Entry], new: Sequence[Entry]) -> dict[int, Entry]:
    """Find who of the older revision each entrant of the newer one is, by the key of the newer."""
    pairs: dict[int, Entry] = {}
    keys: tuple[Callable[[Entry], object], ...] = (
        lambda entry: entry.player_id,
        lambda entry: names.fold(str(entry)),
        lambda entry: entry.number,
    )
    for key in keys:
        taken = {entry.pk for entry in pairs.values()}
        left = {key(entry): entry for entry in old if entry.pk not in taken and key(entry)}
        for entry in new:
            if entry.pk not in pairs and key(entry) in left:
                pairs[entry.pk] = left.pop(key(entry))
    return pairs


def _entrants(
    old: Sequence[Entry],
    new: Sequence[Entry],
    pairs: dict[int, Entry],
    name_of: NameOf,
    clubless: Collection[int],
) -> Sequence[Change]:
    """Return who came, who went, and who is written otherwise; no clubs of the players `clubless`."""
    matched_keys = {entry.pk for entry in pairs.values()}
    differences = [
        Change(_("no longer entered"), name_of(entry), "") for entry in old if entry.pk not in matched_keys
    ]
    for entry in new:
        was = pairs.get(entry.pk)
        if was is None:
            differences.append(Change(_("entered"), "", name_of(entry)))
            continue
        if name_of(was) != name_of(entry):
            differences.append(Change(_("name"), name_of(was), name_of(entry)))
        for field, label in _WRITTEN:
            if field == "club" and entry.player_id in clubless:
                continue
            if getattr(was, field) != getattr(entry, field):
                what = f"{name_of(entry)}, {_(label)}"
                differences.append(Change(what, getattr(was, field), getattr(entry, field)))
    return differences


def _matches(new: Sequence[Entry], pairs: dict[int, Entry], players: dict[int, Player]) -> Sequence[Change]:
    """Return the entrants who are matched to another player now."""

    def player(entry: Entry) -> str:
        known = players.get(entry.player_id or 0)
        return f"{known} ({known.pk})" if known else _("no one")

    return [
        Change(str(entry), player(pairs[entry.pk]), player(entry))
        for entry in new
        if entry.pk in pairs and pairs[entry.pk].player_id != entry.player_id
    ]


def _results(old: Rows, new: Rows, pairs: dict[int, Entry], name_of: NameOf) -> Sequence[Change]:
    """Return which games and byes are others now: by round and the two who met."""
    same = {entry.pk: pairs[entry.pk].pk for entry in new.entries if entry.pk in pairs}
    named = {entry.pk: name_of(entry) for entry in (*old.entries, *new.entries)}
    # Keyed by the entrants of the older revision, where they were there.
    before = _games(old, {})
    after = _games(new, same)
    back = {older: newer for newer, older in same.items()}
    differences = []
    for key in sorted(before.keys() | after.keys(), key=lambda game: (game[0], str(game[1]))):
        if before.get(key) != after.get(key):
            who = " – ".join(named[back.get(entrant, entrant)] for entrant in key[1])
            what = _("Round %(number)s: %(who)s") % {"number": key[0], "who": who}
            differences.append(Change(what, before.get(key, ""), after.get(key, "")))
    return differences


def _games(rows: Rows, same: dict[int, int]) -> dict[tuple[int, tuple[int, ...]], str]:
    """Describe every game and bye by its round and who took part."""

    def who(key: int) -> int:
        return same.get(key, key)

    descriptions: dict[tuple[int, tuple[int, ...]], str] = {}
    for game in rows.games:
        words = _(_RESULTS[Outcome(game.outcome)])
        if game.by_default:
            words += _(", not played")
        if game.handicap:
            words += _(", handicap %(stones)s") % {"stones": game.handicap}
        descriptions[game.round, (who(game.white_id), who(game.black_id))] = words
    for bye in rows.byes:
        descriptions[bye.round, (who(bye.entry_id),)] = _(_BYES[ByeKind(bye.kind)])
    return descriptions


_BYES = {
    ByeKind.PAIRING_ALLOCATED: gettext_noop("bye, a point"),
    ByeKind.FULL_POINT: gettext_noop("bye, a point"),
    ByeKind.HALF_POINT: gettext_noop("bye, half a point"),
    ByeKind.ZERO_POINT: gettext_noop("absent"),
}
