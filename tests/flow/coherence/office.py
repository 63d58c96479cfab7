"""A small federation with every case in which one figure could be shown as two."""

from dataclasses import dataclass, field
from datetime import date

from federation.models import Club, Identifier, Licence, Player
from federation.register import merging
from federation.register.merging import Choice
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.lists import publication
from ratings.models import ManualEvent, RatingSystem
from ratings.statistics import recompute
from tests.ratings.chess_months import based, masters, opened
from tests.ratings.chess_months import system as chess_system
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tests.ratings.stream_pages import LIST_DAY, settle
from tests.ratings.streams import DAY as A_DAY
from tests.ratings.streams import HOUR, NOON, Told, World
from tournaments.models import Entry, GameServer, Tournament
from tournaments.submission import steps

CLUB = "75Xa"
GO = ("ffg", "ffg-hybrid", "egf")
SPRING, WINTER, SEASON = date(2024, 4, 1), date(2024, 12, 1), date(2025, 2, 1)
LAST = date(2025, 6, 1)
# What each player of Go is here for, by the place in `Office.players`.
STEADY, LAPSED, NEVER, BACK, FOREIGN, FAST, GONE, KEPT, LOWEST, HIGHEST, NEW, LOWER, IDLE = range(13)


@dataclass
class Office:
    """Whose figures are compared, system by system."""

    players: list[Player] = field(default_factory=list)
    chess: list[Player] = field(default_factory=list)
    streams: dict[str, World] = field(default_factory=dict)

    @property
    def everybody(self) -> list[Player]:
        """Return everybody who has a page: a number that was merged leads to another."""
        of_go = [*self.players[:GONE], *self.players[GONE + 1 :]]
        of_streams = [player for world in self.streams.values() for player in world.players]
        return [*of_go, *self.chess, *of_streams]


def build() -> Office:
    """Enrol, play, rate and publish: Go over three seasons, two months of chess, two game servers."""
    office = Office()
    _play_go(office)
    _play_chess(office)
    for key in ("fics-blitz", "ladder"):
        office.streams[key] = _stream(key)
    for system in RatingSystem.objects.filter(active=True):
        recompute.refresh(system)
    return office


def fide_numbers(office: Office) -> dict[str, int]:
    """Return the players of chess by FIDE's numbers."""
    found = Identifier.objects.filter(scheme="fide", player__in=office.chess)
    return dict(found.values_list("value", "player_id"))


def system_of(key: str) -> RatingSystem:
    """Return a system as it is now."""
    return RatingSystem.objects.get(key=key)


def _license(players: list[Player]) -> None:
    """Write licences of the season, as the FFG marks them; whoever is not named here has none."""
    held = {
        2024: {STEADY: "L", LAPSED: "L", FOREIGN: "e", FAST: "L", GONE: "L", LOWEST: "L", HIGHEST: "C",
               IDLE: "L"},
        2025: {STEADY: "L", BACK: "L", FOREIGN: "e", FAST: "C", KEPT: "L", LOWEST: "L", NEW: "L", IDLE: "L"},
    }  # fmt: skip
    Licence.objects.bulk_create(
        Licence(player=players[place], season=season, status=status)
        for season, of_season in held.items()
        for place, status in of_season.items()
    )


def _number(players: list[Player]) -> None:
    """Write to everybody the numbers by which files name him; who is merged brings none."""
    Identifier.objects.bulk_create(
        Identifier(player=player, scheme=scheme, value=str(first + place))
        for scheme, first in (("ffg", 1_000_000), ("egd", 10_000_000))
        for place, player in enumerate(players)
        if place != GONE
    )


def _rate(day: date, *, publish: date | None = None, note: str = "") -> None:
    """Rate everything from a day on in every system of Go, and publish a list of each."""
    for key in GO:
        recalculate(stale(system_of(key), day))
        if publish:
            publication.publish(system_of(key), publish, account=None, note=note)


def _play_go(office: Office) -> None:
    players = office.players = people(13)
    club = Club.objects.create(code=CLUB, label=CLUB, name="Cercle du Pont", federation=players[0].federation)
    Player.objects.filter(pk__in=[player.pk for player in players[:5]]).update(club=club)
    _number(players)
    _license(players)
    begun = [*players[:KEPT], *players[LOWEST:NEW], players[IDLE]]
    first = hold(date(2024, 3, 2), begun, round_robin(10), number=1)
    _grades(first, {7: "30k", 8: "9d"})
    _rate(first.start, publish=SPRING)
    unknown = hold(date(2024, 9, 7), players[:6], round_robin(6)[::-1], number=2)
    Entry.objects.filter(tournament=unknown, player=players[FAST]).update(player=None, surname="NN")
    _set(players[LOWEST], ffg=-2949.0, egf=-899.0)
    _set(players[HIGHEST], ffg=849.9, egf=2890.0)
    _set(players[LOWER], ffg=-2900.0, egf=-880.0)
    low = hold(date(2024, 10, 5), [players[HIGHEST], players[STEADY], players[LOWER], players[LOWEST]],
               round_robin(4), number=3)  # fmt: skip
    _grades(low, {0: "9d", 2: "30k", 3: "30k"})
    online = hold(date(2024, 10, 12), players[:4], round_robin(4), number=4, online=True)
    _rate(unknown.start, publish=WINTER)
    # Handed in late: the list of winter has to be corrected.
    hold(date(2024, 11, 16), [*players[1:6], players[KEPT]], round_robin(6), number=5, adjusted_minutes=45)
    _rate(online.start, publish=WINTER, note="A tournament of November was handed in late.")
    revoked = hold(date(2025, 1, 4), players[:5], round_robin(5), number=6)
    _rate(revoked.start)
    steps.revoke(revoked, account=None, reason="Never played.")
    _rate(revoked.start, publish=SEASON)
    merging.merge(players[KEPT], players[GONE], Choice(reason="One person."), account=None)
    hold(date(2025, 3, 1), [players[place] for place in (NEW, STEADY, LAPSED, NEVER, BACK, KEPT)],
         round_robin(6), number=7)  # fmt: skip
    _rate(date(2024, 3, 2), publish=LAST)
    # Waits to be rated and listed: over the board, and on a server, which the FFG ladder does not count.
    hold(date(2025, 6, 7), players[:3], round_robin(3), number=8)
    hold(date(2025, 6, 8), players[:3], round_robin(3), number=9, online=True)
    for key in GO:
        stale(system_of(key), date(2025, 6, 7))


def _set(player: Player, **ratings: float) -> None:
    """Let the office set a rating anew, so near to an end of the scale that the next games pass it."""
    for key in GO:
        ManualEvent.objects.create(
            system=system_of(key), kind="reevaluation", player=player, date=date(2024, 10, 4),
            value=ratings[key.partition("-")[0]], label="Set anew",
        )  # fmt: skip


def _grades(tournament: Tournament, written: dict[int, str]) -> None:
    """Let entrants, by their place, declare another grade."""
    for place, grade in written.items():
        Entry.objects.filter(tournament=tournament, number=place + 1).update(grade=grade)


def _play_chess(office: Office) -> None:
    """Play two months: rated, new, corrected by the office in between."""
    rated, players = chess_system(), masters(8)
    office.chess = players
    for place, player in enumerate(players[:6]):
        based(rated, player, 1600 + 60 * place, k=40 if place % 2 else 20, games=30)
    opened(date(2025, 1, 11), players[:7], round_robin(7)[::-1], number=101, end=date(2025, 1, 14))
    recalculate(stale(rated, date(2024, 12, 1)))
    publication.publish(rated, date(2025, 1, 1), account=None)
    publication.publish(rated, date(2025, 2, 1), account=None)
    games = [Played(game.round, game.black, game.white, game.score) for game in round_robin(8)]
    opened(date(2025, 2, 8), players, games, number=102, end=date(2025, 2, 12))
    recalculate(stale(rated, date(2025, 2, 8)))
    publication.publish(rated, date(2025, 3, 1), account=None)


def _stream(key: str) -> World:
    """Let games arrive at a server of its own: two established players, four who begin; two lists."""
    system = system_of(key)
    system.active = True
    system.save()
    home = Player.objects.earliest("pk").federation
    server = GameServer.objects.create(key=f"at-{key}", name=f"At {key}", federation=home)
    made = World(system, people(6), server)
    settle(made, 0, 1)
    made.arrive(
        Told(NOON, (0, 1), 0, code="a"),
        Told(NOON + HOUR, (0, 1), 2, code="b"),
        Told(NOON + 2 * HOUR, (2, 3), 1, code="c"),
        Told(NOON + 3 * HOUR, (4, 5), 2, code="d"),
    )
    if key == "ladder":
        made.arrive(Told(NOON + 4 * HOUR, (2, 0, 3, 4), None, (1, 2, 2, 4), code="e"))
    rate_pending(key)
    publication.publish(made.system, LIST_DAY, account=None)
    made.arrive(
        Told(NOON + 2 * A_DAY, (1, 0), 2, code="f"), Told(NOON + 2 * A_DAY + HOUR, (2, 5), 0, code="g")
    )
    rate_pending(key)
    publication.publish(made.system, date.fromordinal(LIST_DAY.toordinal() + 2), account=None)
    made.arrive(Told(NOON + 5 * A_DAY, (0, 2), 1, code="h"))
    rate_pending(key)
    return made
