"""Background work of lists: published, prepared, their files made again; every piece may run twice."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from ratings.following import tournament_mail
from ratings.lists import list_files, publication
from ratings.receivers import privacy


@jobs.handler(publication.WORK)
def publish(progress: jobs.Progress, *, published: int) -> dict[str, Any]:
    """Make and show the list that was ordered, with downloads; mark a revision like the last.

    A list without players is left prepared, for an officer to decide whether that is right.
    """
    try:
        frozen = publication.prepare_and_release(published, report=progress.report)
    except publication.NotReadyError as problem:
        if problem.code == "empty":
            return _prepared(published, 0)
        if problem.code != "identical":
            raise
        return {"why": publication.TEXTS[problem.code]}
    tournament_mail.enqueue_look()
    return {"url": frozen.get_absolute_url(), "players": frozen.players}


@jobs.handler(publication.PREPARE)
def prepare_list(progress: jobs.Progress, *, published: int) -> dict[str, Any]:
    """Make the list that was ordered with its downloads, for review by an officer."""
    prepared = publication.prepare(published, report=progress.report)
    return _prepared(prepared.pk, prepared.players)


def _prepared(key: int, players: int) -> dict[str, Any]:
    """Lead to the page where an officer publishes a list or discards it."""
    return {"url": reverse("prepared-list", args=[key]), "players": players}


@jobs.handler(privacy.REMAKE)
def remake_files(progress: jobs.Progress, *, lists: list[int]) -> dict[str, Any]:
    """Make the downloads of lists again in which a player has another name now."""
    for place, key in enumerate(lists):
        progress.report(100 * place / len(lists), gettext_noop("creating the files"))
        list_files.remake(key)
    return {"lists": len(lists)}
