"""Two game servers of the demonstration: their games through the intake, rated, their lists published."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from federation.jobs import jobs
from federation.management.demo.chance import stream
from federation.management.demo.places import HOME
from federation.models import Job, Player
from federation.register import register
from federation.vocabulary.systems.catalogue import STREAMS
from ratings.cadence.by_game import stale
from ratings.lists import publication
from ratings.management.demo.membership import Office
from ratings.models import PublishedList, RatingSystem
from ratings.public_log.bundles import list_bundles as bundles
from tournaments.management.demo import servers
from tournaments.management.demo.world import PLAYERS, Plan
from tournaments.models import GameServer, Handle
from tournaments.online_games import intake
from tournaments.online_games.arrivals import Arrival

WEEKS = 10  # of the past with a list on Monday, before the lists of the last days
DAYS = 4


@dataclass(frozen=True, slots=True)
class Hosted:
    """A server, the system its games count in, and how they are played."""

    key: str
    name: str
    system: str
    first: int  # of the handles there are
    players: int
    games: int
    play: Callable[..., list[Arrival]]


HOSTED = (
    Hosted(
        "pendule", "La Pendule", "fics-blitz", 0, servers.BLITZ_PLAYERS, servers.BLITZ_GAMES, servers.blitz
    ),
    Hosted(
        "grande-table",
        "La Grande Table",
        "ladder",
        servers.BLITZ_PLAYERS,
        servers.TABLE_PLAYERS,
        servers.TABLE_GAMES,
        servers.tables,
    ),
)


def open_servers(plan: Plan, members: Sequence[Player], *, office: Office) -> int:
    """Open both servers, play, rate and publish; return how many games there are.

    A small federation has small servers. Some who play there are `members`, known by another name.
    """
    plan = replace(plan, today=day_of_servers(plan.today, timezone.now()))
    return sum(_open(hosted, plan, members, office=office) for hosted in HOSTED)


def day_of_servers(today: date, now: datetime) -> date:
    """Return the day it is on servers, which is UTC's: that of the office may have begun before."""
    return min(today, now.astimezone(UTC).date())


def _open(hosted: Hosted, plan: Plan, members: Sequence[Player], *, office: Office) -> int:
    share = min(1.0, plan.players / PLAYERS)
    system = RatingSystem.objects.get(key=hosted.system)
    system.active = True
    system.save(update_fields=["active"])
    server = GameServer.objects.create(
        key=hosted.key,
        name=hosted.name,
        account=office.organiser,
        federation=register.federation_for(HOME),
    )
    players = max(STREAMS[hosted.system].games.most, round(share * hosted.players))
    people = servers.regulars(plan.seed, hosted.key, slice(hosted.first, hosted.first + players))
    _introduce(server, people, members, seed=plan.seed)
    played = hosted.play(plan.seed, people, today=plan.today, games=round(share * hosted.games))
    received = intake.receive(server, hosted.system, played, account=office.organiser)
    for job in Job.objects.filter(kind=stale.WORK, state=Job.State.QUEUED):
        jobs.run(job.pk)
    _publish(system, plan.today)
    return received.accepted


def _introduce(
    server: GameServer, people: Sequence[servers.Regular], members: Sequence[Player], *, seed: int
) -> None:
    """Link some of the handles to players of the register, the same members on both servers."""
    count = min(servers.MEMBERS, len(members), len(people) // 3)
    chosen = stream(seed, "members of servers").sample(range(len(members)), count)
    Handle.objects.bulk_create(
        Handle(server=server, player=members[at], name=person.handle, key=person.handle.lower())
        for at, person in zip(chosen, people[:count], strict=True)
    )


def _publish(system: RatingSystem, today: date) -> None:
    """Publish the lists of Mondays and of the last days, each at one in the morning of the day after."""
    monday = today - timedelta(days=today.weekday() + 7 * WEEKS)
    mondays = (monday + timedelta(weeks=number) for number in range(WEEKS + 1))
    last = (today - timedelta(days=number) for number in range(1, DAYS + 1))
    for day in sorted(day for day in {*mondays, *last} if day < today):
        published = publication.publish(system, day, account=None)
        moment = min(datetime.combine(day + timedelta(days=1), time(1), UTC), timezone.now())
        PublishedList.objects.filter(pk=published.pk).update(published=moment)
        if day == today - timedelta(days=1):
            bundles.make(published)
