"""Confirmations of single warnings: which need one, which have one, by whom and when."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation.journal import journal
from federation.models import Account
from tournaments.entrants import entries
from tournaments.inspection.plausibility import ERASED
from tournaments.models import Confirmation, Tournament

Stored = Mapping[str, Any]  # a finding as an upload or a revision keeps it

# Warnings about facts that the submission judges itself: there is nothing to confirm.
JUDGED = frozenset({"missing-name", "not-ended"})
# Errors an officer may overrule, who can look at what the organiser cannot see.
OFFICERS = frozenset({"same-games"})
# Warnings about a person: confirmed by their keys, each when it has been read, and by no code or kind.
READ = frozenset({ERASED})


def wants_confirmation(finding: Stored) -> bool:
    """Return whether a finding has to be confirmed: every warning except facts judged elsewhere."""
    return finding["severity"] == "warning" and finding["code"] not in JUDGED


def key_of(finding: Stored) -> str:
    """Return the key of a warning, the same for the same warning in this file and the next one.

    It is made of the message and whom it concerns. The line counts only where neither entrant nor round
    identify the subject.
    """
    place = finding["place"]
    where = [place.get("round"), place.get("entrant")]
    if where == [None, None]:
        where = [place.get("line"), place.get("column")]
    text = json.dumps([finding["code"], where, finding["values"]], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def open_findings(findings: Iterable[Stored], confirmed: Collection[str]) -> list[Stored]:
    """Return findings without the warnings that are confirmed, given by their keys."""
    return [finding for finding in findings if not (can_be_settled(finding) and key_of(finding) in confirmed)]


def can_be_settled(finding: Stored) -> bool:
    """Return whether a finding can be confirmed, or overruled by an officer."""
    return wants_confirmation(finding) or is_for_officers(finding)


def is_for_officers(finding: Stored) -> bool:
    """Return whether a finding is an error that an officer may overrule."""
    return finding["severity"] == "error" and finding["code"] in OFFICERS


def unsettled(tournament: Tournament, findings: Sequence[Stored] | None = None) -> list[Stored]:
    """Return findings of a revision but for those confirmed or overruled; one query where any can be."""
    findings = tournament.current_findings if findings is None else findings
    if not any(map(can_be_settled, findings)):
        return list(findings)
    return open_findings(findings, _known_keys(tournament))


def unconfirmed(tournament: Tournament) -> list[Stored]:
    """Return the warnings of a revision not yet confirmed; one query where it has any."""
    return [finding for finding in unsettled(tournament) if wants_confirmation(finding)]


def _known_keys(tournament: Tournament) -> set[str]:
    """Return the keys of what is confirmed or overruled; one query."""
    return set(Confirmation.objects.filter(tournament=tournament).values_list("key", flat=True))


def confirmations(tournament: Tournament) -> dict[str, Confirmation]:
    """Return who confirmed what, by the key of the warning; one query."""
    rows = Confirmation.objects.filter(tournament=tournament).select_related("account")
    return {row.key: row for row in rows}


def decide(
    tournament: Tournament, *, was: Collection[str], ticked: Collection[str], account: Account | None
) -> tuple[int, int]:
    """Confirm newly ticked warnings, take back those no longer ticked.

    `was`: the keys of those the page showed as confirmed. Only changes are written, so that two pages do not
    undo each other. Returns how many were confirmed and how many taken back. Raises entries.Closed when the
    revision is open no more.
    """
    with transaction.atomic():
        current = entries.lock_open(tournament)
        standing = {
            key_of(finding): finding for finding in current.current_findings if wants_confirmation(finding)
        }
        known = _known_keys(current)
        new = [key for key in standing if key in ticked and key not in was and key not in known]
        gone = [key for key in standing if key in was and key not in ticked and key in known]
        _keep(current, {key: standing[key] for key in new}, account=account)
        Confirmation.objects.filter(tournament=current, key__in=gone).delete()
        _tell(current, "tournament.confirmed", [standing[key] for key in new], account)
        _tell(current, "tournament.unconfirmed", [standing[key] for key in gone], account)
    return len(new), len(gone)


def keys_of_codes(tournament: Tournament, codes: Collection[str]) -> set[str]:
    """Return the keys of every open warning of some codes, all of them for "*", but for those in READ."""
    by_code = [finding for finding in unconfirmed(tournament) if finding["code"] not in READ]
    return {key_of(finding) for finding in by_code if "*" in codes or finding["code"] in codes}


def confirm_codes(tournament: Tournament, codes: Collection[str], *, account: Account | None) -> int:
    """Confirm the open warnings of some codes; return how many. Raises entries.Closed."""
    wanted = keys_of_codes(tournament, codes)
    return decide(tournament, was=(), ticked=wanted, account=account)[0] if wanted else 0


def settle(tournament: Tournament, finding: Stored, *, account: Account) -> bool:
    """Overrule an error that is for officers, or take that back; return whether it is overruled now."""
    key = key_of(finding)
    with transaction.atomic():
        current = Tournament.objects.select_for_update().get(pk=tournament.pk)
        taken_back, _ = Confirmation.objects.filter(tournament=current, key=key).delete()
        if not taken_back:
            _keep(current, {key: finding}, account=account)
        _tell(current, f"tournament.{'unconfirmed' if taken_back else 'confirmed'}", [finding], account)
    return not taken_back


def confirm_approving(tournament: Tournament, findings: Sequence[Stored], *, account: Account | None) -> None:
    """Note that an officer confirms warnings with the approval; the organiser's confirmations stay."""
    standing = {key_of(finding): finding for finding in findings}
    known = _known_keys(tournament)
    _keep(
        tournament, {key: finding for key, finding in standing.items() if key not in known}, account=account
    )
    _tell(tournament, "tournament.confirmed", findings, account)


def carry_over(tournament: Tournament) -> None:
    """Copy the confirmations of the revision before whose warnings occur again."""
    before = Tournament.objects.filter(number=tournament.number, revision__lt=tournament.revision)
    newest = before.order_by("-revision").first()
    if newest is None:
        return
    keys = {key_of(finding) for finding in tournament.current_findings if can_be_settled(finding)}
    copies = [confirmation for confirmation in confirmations(newest).values() if confirmation.key in keys]
    for confirmation in copies:
        confirmation.pk, confirmation.tournament = None, tournament
        confirmation._state.adding = True
    Confirmation.objects.bulk_create(copies)


def _keep(tournament: Tournament, findings: Mapping[str, Stored], *, account: Account | None) -> None:
    now = timezone.now()
    Confirmation.objects.bulk_create(
        Confirmation(tournament=tournament, key=key, code=finding["code"], account=account, at=now)
        for key, finding in findings.items()
    )


def _tell(tournament: Tournament, act: str, findings: Iterable[Stored], account: Account | None) -> None:
    warnings = [{name: finding[name] for name in ("code", "place", "values")} for finding in findings]
    if warnings:
        journal.write(act, tournament, account=account, number=tournament.number, warnings=warnings)
