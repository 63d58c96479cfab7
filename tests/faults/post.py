"""The letters of an office: acts of the clerk, because the tests hold another database."""

from datetime import date
from typing import Any


def announce(count: str) -> dict[str, Any]:
    """Publish a list many follow, and have a worker tell them of it."""
    from ratings.models import Bulletin
    from ratings.tasks import following
    from tests.ratings.following import office

    players = office.open_office("egf", count=2)
    for number in range(int(count)):
        office.follower(f"{number}@example.org", players[0])
    office.play(date(2025, 5, 10), players, number=2, systems=("egf",))
    office.publish("egf", office.JUNE)
    office.let_time_pass()
    following.request(following.TOLD, bulletin=Bulletin.objects.get().pk)
    return {"followers": int(count)}


def tell() -> dict[str, Any]:
    """Return how the bulletin stands, and of whom it is not known whether he was told."""
    from federation.models import Job
    from ratings.following import letters
    from ratings.models import Bulletin

    bulletin = Bulletin.objects.get()
    return {
        "done": bulletin.done is not None,
        "sent": bulletin.sent,
        "in_doubt": sorted(one.follower.email for one in letters.in_doubt(bulletin)),
        "attempts": max(Job.objects.values_list("attempts", flat=True)),
    }


ACTS = {"announce": announce, "tell": tell}
