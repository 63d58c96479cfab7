"""An office with webhooks: acts of the clerk, because the tests hold another database."""

from typing import Any


def listen(*urls: str) -> dict[str, Any]:
    """Enter a webhook for each address; returns the secret of the first, and the players events are about."""
    from django.contrib.auth.models import Group

    from federation.models import Account
    from federation.register import register
    from federation.register.register import Newcomer
    from federation.webhooks import endpoints, fan_out
    from federation.webhooks.endpoints import Wanted

    fan_out.write_messages()
    owner = Account.objects.create_user("orla@example.org", "a long enough secret")
    owner.groups.add(Group.objects.get(name="organiser"))  # whose addresses need no challenge
    made = [endpoints.add(owner, Wanted(url, ["player.merged"])) for url in urls]
    people = [register.enrol(Newcomer(name, "Anna", "FR"), account=None) for name in ("HOLM", "HOLMGREN")]
    return {"secret": made[0][1], "players": [one.pk for one in people]}


def happen(count: str, kept: str, gone: str) -> dict[str, Any]:
    """Write lines as merges do, one transaction each."""
    from federation.journal import journal
    from federation.models import Player

    player = Player.objects.get(pk=int(kept))
    for _ in range(int(count)):
        journal.write("player.merged", player, account=None, other=int(gone))
    return {}


def tell() -> dict[str, Any]:
    """Return how many messages are in which state, of the first webhook, and how jobs ended."""
    from collections import Counter

    from federation.models import Job, JournalEntry, Webhook, WebhookMessage

    first = WebhookMessage.objects.filter(webhook=Webhook.objects.order_by("pk").first())
    lines = JournalEntry.objects.filter(act="player.merged")
    return {
        "lines": lines.count(),
        "names": [f"evt_{place}" for place in lines.values_list("place", flat=True)],
        "states": dict(Counter(first.values_list("state", flat=True))),
        "begun": sum(Job.objects.filter(kind="federation.webhooks").values_list("attempts", flat=True)),
        "jobs": dict(Counter(Job.objects.values_list("state", flat=True))),
    }


ACTS = {"listen": listen, "happen": happen, "tell": tell}
