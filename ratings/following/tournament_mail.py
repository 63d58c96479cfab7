"""Letters to organisers who had one on the approval: tournaments rated, and on lists."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation.jobs import jobs
from ratings.crosstables.progress import Counted, progress
from tournaments.models import Notice, Tournament
from tournaments.models.stages import Stage
from tournaments.submission import organiser_mail

WORK = "ratings.news"
_LONGEST = timedelta(days=400)  # after its approval no list is expected any more
_AT_ONCE = 500
Step = Notice.Step


@transaction.atomic
def enqueue_look() -> None:
    """Enqueue after the commit a look at what has become of the tournaments on their way."""
    jobs.enqueue_after_commit(jobs.request_once(WORK, arguments={}))


def announce() -> int:
    """Note the progress of every tournament on its way; return the number of letters to send."""
    return sum(_announce(tournament) for tournament in _on_their_way())


def _on_their_way() -> list[Tournament]:
    """Return the approved tournaments whose organisers had a letter on that and on no list yet."""
    approved = Tournament.objects.filter(
        stage=Stage.APPROVED, decided__gte=timezone.now() - _LONGEST, notices__step=Step.APPROVED
    )
    waiting = approved.exclude(notices__step=Step.LISTED).select_related("upload").defer("upload__content")
    return list(waiting.order_by("decided")[:_AT_ONCE])


def _announce(tournament: Tournament) -> int:
    way = progress(tournament)
    done = {step.code for step in way.steps if step.done}
    noted = []
    if "listed" in done:  # rated a moment before: one letter for both
        noted.append(
            organiser_mail.note(tournament, Step.LISTED, {"lists": [_list(count) for count in way.counted]})
        )
    elif "rated" in done:
        noted.append(organiser_mail.note(tournament, Step.RATED, _of_lists(way.counted)))
    return sum(letter is not None for letter in noted)


def _of_lists(counted: Sequence[Counted]) -> dict[str, Any]:
    """Return the lists of a letter: systems are rated one by one, and some have published since."""
    return {
        "lists": [_list(count) for count in counted if count.listed],
        "awaited": [count.system for count in counted if not count.listed],
    }


def _list(count: Counted) -> dict[str, str]:
    """Return a list as a letter notes it; it is named in the reader's language when the letter is written."""
    if count.listed is None:
        raise ValueError("A letter names lists that are published")
    return {
        "system": count.system,
        "day": count.listed.date.isoformat(),
        "path": count.listed.get_absolute_url(),
    }
