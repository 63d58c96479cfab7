"""A player's own page, by the queries of the public one; reports, requests, what is followed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from federation.journal.subjects import find_subjects
from federation.models import CorrectionRequest, DataRequest, Player
from federation.models.display_name import public_name, public_view
from federation.privacy import kinds, policy
from federation.site_texts.policy_page import still_shown
from federation.vocabulary.names import full_name
from ratings.cadence.traits import disciplines_of_lists
from ratings.models import Follow, ListEntry, RatingChange
from ratings.players import all_games, chess_events, header, histories, list_history, opponents
from ratings.players.all_games import PlayedGame
from ratings.players.chess_events import Shown
from ratings.players.header import Person
from ratings.players.held_systems import HeldSystem, held_systems
from ratings.players.histories import History
from ratings.players.opponents import Tally
from tournaments.models import Entry
from tournaments.models.stages import SHOWN, Stage

MOST = 10  # of a kind on a record
EVENTS = 5  # whose changes are shown
OFFERED = 200  # tournaments, or games, an error can be reported about
A_YEAR = timedelta(days=366)
_STATES = {
    Stage.SUBMITTED.value: pgettext_lazy("tournament", "waiting for an officer"),
    Stage.RETURNED.value: pgettext_lazy("tournament", "being corrected by the organiser"),
    Stage.APPROVED.value: pgettext_lazy("tournament", "approved"),
    Stage.REVOKED.value: pgettext_lazy("tournament", "revoked"),
}


@dataclass(frozen=True, slots=True)
class Played:
    """A tournament of a player, and how far it has come."""

    number: int
    name: str
    day: date
    state: str | Promise
    is_public: bool

    @property
    def url(self) -> str:
        """Where everybody reads it."""
        return reverse("tournament", args=[self.number])


@dataclass(frozen=True, slots=True)
class Way:
    """A way to be shown: its words, what others would read, what they still see beside the name."""

    value: str
    label: str
    example: str
    visible: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Reported:
    """A report of an error, and where the game it is about is shown; "" for none."""

    report: CorrectionRequest
    game: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A player's record as its holder sees it: by the whole name, regardless of what others see."""

    person: Person
    name: str
    club: str
    privacy: str
    ways: Sequence[Way]
    systems: Sequence[HeldSystem]
    history: History
    events: Shown  # the newest, of both games
    hidden: int  # events besides
    results: Mapping[int, Tally]
    games: Sequence[PlayedGame]
    tournaments: Sequence[Played]
    reports: Sequence[Reported]
    requests: Sequence[DataRequest]

    @property
    def player(self) -> Player:
        """The player."""
        return self.person.player


def records(players: Collection[int], allowed: Sequence[str]) -> list[Record]:
    """Return the records of some players, with the ways to be shown a person may choose; 14 queries each."""
    people = [header.person(number) for number in sorted(players)]
    return [_record(known, allowed) for known in people if known is not None]


def _record(person: Person, allowed: Sequence[str]) -> Record:
    player, head = person.player, header.head(person.player)
    history = histories.history(player, most=EVENTS)
    chess = chess_events.events_of(person, head, history, most=EVENTS)
    events, hidden = chess_events.newest(history, chess, most=EVENTS)
    systems = held_systems(head, list_history.lines(player, head.newest), timezone.now())
    games, reports = games_of(player)[:MOST], _reports(player)  # others named in them as they are shown
    with public_view(shown=False):
        return Record(
            person,
            str(player),
            player.club_name,
            player.privacy,
            _ways(player, allowed, {kinds.kind_of(system.key) for system in systems} or set(policy.Kind)),
            systems,
            history,
            events,
            hidden,
            opponents.ended(person, events),
            games,
            _tournaments(player, with_chess=not chess.count),
            reports,
            list(DataRequest.objects.filter(player=player).order_by("-pk")[:MOST]),
        )


def _ways(player: Player, allowed: Sequence[str], kinds: Collection[policy.Kind]) -> list[Way]:
    is_minor = policy.is_minor(player.birth_year, timezone.localdate().year, settings.ADULT_AGE)
    ways = []
    for value, label in Player.Privacy.choices:
        if value in allowed or value == player.privacy:
            surname, given_name = public_name(player.pk, player.surname, player.given_name, value)
            way = Way(value, str(label), full_name(surname, given_name))
            is_hidden = value != Player.Privacy.PUBLIC
            ways.append(replace(way, visible=still_shown(value, kinds, minor=is_minor)) if is_hidden else way)
    return ways


def _tournaments(player: Player, *, with_chess: bool) -> list[Played]:
    """Return the latest tournaments that were submitted and moved no rating; drafts are their organisers'.

    `with_chess`: approved ones of chess, too, which are else among the events even where they moved nothing.
    """
    names = ("tournament", "tournament__number", "tournament__name", "tournament__start", "tournament__stage")
    since = timezone.localdate() - A_YEAR
    rows = Entry.objects.filter(
        player=player, tournament__stage__in=list(_STATES), tournament__start__gte=since
    )
    if not with_chess:
        rows = rows.exclude(
            tournament__stage=Stage.APPROVED, tournament__discipline__in=disciplines_of_lists()
        )
    tournaments = list(rows.order_by("-tournament__start", "-pk").values_list(*names)[:OFFERED])
    changes = RatingChange.objects.filter(player=player, tournament__in=[row[0] for row in tournaments])
    rated = set(changes.values_list("tournament", flat=True))
    waiting = [
        Played(number, name, day, _STATES[stage], is_public=stage in SHOWN)
        for key, number, name, day, stage in tournaments
        if key not in rated
    ]
    return waiting[:MOST]


def _reports(player: Player) -> list[Reported]:
    """Return the latest reports about a player; a second query where they name games."""
    reports = list(CorrectionRequest.objects.filter(player=player).order_by("-pk")[:MOST])
    games = find_subjects(("game", str(report.game)) for report in reports if report.game)
    address = {key: game.url for (_kind, key), game in games.items()}
    return [Reported(report, address.get(str(report.game), "")) for report in reports]


def games_of(player: Player) -> list[PlayedGame]:
    """Return the games of a player's tournaments of the last 12 months, newest first; four queries."""
    return all_games.games_of(player, since=timezone.localdate() - A_YEAR)


def followed_by(email: str) -> list[Follow]:
    """Return what an address follows, once it is confirmed; one query."""
    rows = Follow.objects.filter(follower__email=email.strip().lower(), expires=None)
    return list(rows.select_related("player__merged_into", "system").order_by("pk"))


def tournaments_of(player: Player) -> dict[int, str]:
    """Return what a player has played in public, the latest first: number and name."""
    rows = Entry.objects.filter(player=player, tournament__stage__in=SHOWN)
    newest = rows.order_by("-tournament__start", "-pk").values_list("tournament__number", "tournament__name")
    return dict(newest[:OFFERED])


def ratings(players: Collection[int]) -> dict[int, dict[str, Any]]:
    """Return ratings of players for another site: on the newest lists, by system; two queries."""
    lists = histories.newest_lists().values()
    entries = ListEntry.objects.filter(player__in=list(players), list__in=lists)
    by_player: dict[int, dict[str, Any]] = {}
    for player, system, rating in entries.values_list("player", "list__system__key", "rating"):
        by_player.setdefault(player, {"ratings": {}})["ratings"][system] = rating
    return by_player
