"""What `manage.py bench` measures of the statistics: reckoning them from the history, and their pages."""

from time import perf_counter

from django.urls import reverse

from ratings.management.bench.figures import Figure, Size, peak_megabytes, reader, statements
from ratings.models import RatingSystem, Statistic
from ratings.statistics import keeping
from ratings.statistics.kinds import KINDS

MOST_STATEMENTS = 6


def reckon(size: Size) -> list[Figure]:
    """Reckon every statistic of the history, as the job does, then ask for each page."""
    system = RatingSystem.objects.get(key="ffg")
    Statistic.objects.filter(system=system).delete()
    begun = perf_counter()
    keeping.refresh(system)
    figures = [
        Figure(f"statistics of {size.games} games", perf_counter() - begun, "s", most=30),
        Figure("  peak memory", peak_megabytes() / 1024, "GB"),
    ]
    return figures + _pages()


def _pages() -> list[Figure]:
    """Return the slowest of the pages, the best of five of each, and the most statements of a first visit."""
    asked: list[int] = []
    seconds: list[float] = []
    with reader() as client:
        client.get(reverse("home"))
        for kind in KINDS:
            address = reverse("statistics-kind", args=["ffg", kind])
            with statements() as sent:
                answer = client.get(address)
            if (
                answer.status_code != 200 or "ETag" not in answer
            ):  # a page that waits for its figures has none
                raise RuntimeError(f"{address} has no figures")
            asked.append(len(sent))
            times = []
            for _ in range(5):
                begun = perf_counter()
                client.get(address)
                times.append(perf_counter() - begun)
            seconds.append(min(times))
    return [
        Figure("statistics pages, most statements", max(asked), "", most=MOST_STATEMENTS + 1),
        Figure("  slowest page", 1000 * max(seconds), "ms", most=50),
    ]
