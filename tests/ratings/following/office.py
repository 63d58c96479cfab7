"""Four players, a tournament a month, lists as the office publishes them, and those who follow."""

from datetime import date, timedelta

from django.core import mail
from django.utils import timezone

from federation.jobs import jobs
from federation.models import Job, Licence, Player
from ratings.following import subscribing
from ratings.lists import publication
from ratings.models import Bulletin, Follow, Follower, PublishedList, RatingSystem
from ratings.tasks import following
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale

MAY, JUNE = date(2025, 5, 1), date(2025, 6, 1)


def system(key: str) -> RatingSystem:
    return RatingSystem.objects.get(key=key)


def open_office(*systems: str, count: int = 4) -> list[Player]:
    """Rate a first tournament and publish the lists of May."""
    players = people(count)
    Licence.objects.bulk_create(  # without one a list of the FFG shows the grade alone
        Licence(player=player, season=season, status="L") for player in players for season in (2024, 2025)
    )
    play(date(2025, 4, 5), players, number=1, systems=systems)
    for key in systems:
        publish(key, MAY)
    return players


def play(day: date, players: list[Player], *, number: int, systems: tuple[str, ...] = ("ffg",)) -> None:
    """Hold a tournament everybody of some players plays, and apply what it changes."""
    games = round_robin(len(players)) if len(players) > 2 else [Played(1, 0, 1, 2)]
    hold(day, players, games, number=number)
    for key in systems:
        recalculate(stale(system(key), day))


def publish(key: str, day: date, *, note: str = "") -> PublishedList:
    return publication.publish(system(key), day, account=None, note=note)


def follower(email: str, *things: Player | RatingSystem, language: str = "en") -> Follower:
    """Return somebody who has confirmed what he follows."""
    made = Follower.objects.get_or_create(email=email, defaults={"language": language})[0]
    now = timezone.now()
    for thing in things:
        about = {"player": thing} if isinstance(thing, Player) else {"system": thing}
        Follow.objects.create(follower=made, asked=now, sent=now, confirmed=now, **about)
    return made


def let_time_pass(passed: timedelta = timedelta(minutes=11)) -> None:
    """Let every bulletin that gathers be as old as if some time had passed."""
    for bulletin in Bulletin.objects.filter(done=None):
        opened, due = bulletin.opened - passed, bulletin.due - passed
        Bulletin.objects.filter(pk=bulletin.pk).update(opened=opened, due=due)


def work(*, ends: str = "done") -> list[str]:
    """Let the clock look and do all the work it asks for; gives whom letters went to, in order."""
    mail.outbox.clear()
    following.look()
    while job := Job.objects.filter(kind__in=(subscribing.ASKED, following.TOLD), state="queued").first():
        done = jobs.run(job.pk)
        assert done is not None
        assert done.state == ends, done.error
    return [one.to[0] for one in mail.outbox]


def letters() -> list[tuple[str, str]]:
    """Let time pass and do the work; gives subject and text of every letter."""
    let_time_pass()
    work()
    return [(str(one.subject), str(one.body)) for one in mail.outbox]
