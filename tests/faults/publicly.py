"""What changes in public while pages are read from replicas: acts of the clerk, on the primary."""

from typing import Any


def enrol(count: str) -> dict[str, Any]:
    """Enrol players who are shown by name."""
    from tests.ratings.histories import people

    return {"numbers": [player.pk for player in people(int(count))]}


def show(number: str, privacy: str) -> dict[str, Any]:
    """Show a player as he chooses from now on."""
    from federation.models import Player
    from federation.privacy.privacy import choose

    return {"changed": choose(Player.objects.get(pk=int(number)), privacy, account=None)}


def rename(number: str, name: str) -> dict[str, Any]:
    """Write another surname without a line in the journal, as nobody does: the public state stays."""
    from federation.models import Player

    return {"changed": Player.objects.filter(pk=int(number)).update(surname=name)}


def lags() -> dict[str, Any]:
    """Return the figure of every replica; none where it is infinite."""
    from math import isinf

    from ratings.monitoring import figures

    samples = figures.replica_lags().samples
    return {one.labels["replica"]: None if isinf(one.value) else one.value for one in samples}


ACTS = {"lags": lags, "enrol": enrol, "show": show, "rename": rename}
