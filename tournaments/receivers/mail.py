"""Receivers of the steps of a tournament: enqueue letters to its organiser after the commit."""

from typing import Any

from federation.mail import letters
from federation.models import Account
from tournaments.models import Notice, Tournament
from tournaments.submission import organiser_mail, rematching


def tell_received(tournament: Tournament, account: Account | None, **_: Any) -> None:
    """Note the letter that it has come, in the language its organiser reads."""
    if account is not None and account.pk == tournament.organiser_id:
        organiser_mail.remember_language(account)
    _enqueue_letter(organiser_mail.note(tournament, Notice.Step.RECEIVED))


def tell_returned(tournament: Tournament, **_: Any) -> None:
    """Note the letter that something has to be mended, and why."""
    about = {"reason": tournament.reason, **_settled(tournament)}
    _enqueue_letter(organiser_mail.note(tournament, Notice.Step.RETURNED, about))


def tell_approved(tournament: Tournament, **_: Any) -> None:
    """Note the letter that it counts."""
    _enqueue_letter(organiser_mail.note(tournament, Notice.Step.APPROVED, _settled(tournament)))


def tell_revoked(tournament: Tournament, **_: Any) -> None:
    """Note the letter that it no longer counts, and why."""
    about = {"reason": tournament.reason}
    _enqueue_letter(organiser_mail.note(tournament, Notice.Step.REVOKED, about))


def _settled(tournament: Tournament) -> dict[str, Any]:
    """Return what the letter says of entrants an officer matched; nothing where there are none."""
    entrants = rematching.settled(tournament)
    return {"settled": entrants} if entrants else {}


def _enqueue_letter(notice: Notice | None) -> None:
    """Enqueue the mail after the commit; one job sends all that waits."""
    if notice is not None:
        letters.enqueue(organiser_mail.WORK)
