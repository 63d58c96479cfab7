"""An office that several machines serve: acts of the clerk, because the tests hold another database."""

from typing import Any


def open_office() -> dict[str, Any]:
    """Open the office of the story, and archive a FIDE list whose files a worker shall make."""
    from federation.jobs import jobs
    from tests.browser import opening
    from tests.ratings.fide_pages import EVERYBODY, archived, enrolled

    opening.open_office()
    published = archived()
    jobs.enqueue(jobs.request("ratings.remake_files", arguments={"lists": [published.pk]}).pk)
    return {"anna": enrolled(EVERYBODY)["Anna"].pk}


def likely() -> dict[str, Any]:
    """Return what the organiser chooses on the page of matches: whoever is proposed."""
    from tournaments.models import Entry

    found = Entry.objects.filter(match=Entry.Match.LIKELY)
    return {f"entry-{row.pk}": row.suggestions[0]["player"] for row in found}


def tell() -> dict[str, Any]:
    """Return how the newest run, the newest list of each system, its files and all jobs stand."""
    from federation.models import Job, Player
    from ratings.models import PublishedList, RatingRun

    run = RatingRun.objects.order_by("pk").last()
    lists = PublishedList.objects.filter(ready=True).select_related("system").order_by("pk")
    return {
        "run": [run.pk, run.stage] if run else [],
        "lists": {one.system.key: str(one.date) for one in lists},
        "files": {name: note["sha256"] for one in lists for name, note in one.files.items()},
        "jobs": sorted(Job.objects.values_list("kind", "state", "attempts")),
        "players": dict(Player.objects.values_list("surname", "pk")),
    }


ACTS = {"open": open_office, "likely": likely, "tell": tell}
