"""Errors reported by players: how many, whose desk, together, decided once, told in the person's language."""

import pytest
from django.core import mail

from federation.claims import corrections
from federation.claims.corrections import CorrectionError, Error
from federation.models import CorrectionRequest, JournalEntry, Player
from federation.register import register
from tests.federation.claims.claimants import held, holm, vera
from tests.federation.clubs import make_club
from tests.tournaments.conftest import account

pytestmark = pytest.mark.django_db
NAME = Error("name", "Anne")
RESULT = Error("result", "I won", 7, "Coupe", "round 2")


def reported(player: Player, email: str, error: Error = NAME, language: str = "en") -> CorrectionRequest:
    person = vera(email)
    held(player, person)
    return corrections.report(player, error, account=person, language=language)


def test_five_reports_of_a_player_wait_at_most() -> None:
    player = holm()
    first = reported(player, "v@example.org")
    for _ in range(4):
        corrections.report(player, NAME, account=first.account, language="en")

    with pytest.raises(CorrectionError, match="5"):
        corrections.report(player, NAME, account=first.account, language="en")


def test_nobody_reports_for_another() -> None:
    with pytest.raises(CorrectionError):
        corrections.report(holm(), NAME, account=vera(), language="en")


def test_a_registrar_has_names_and_clubs_and_an_officer_everything() -> None:
    player = holm()
    for place, error in enumerate((NAME, Error("club", "Lyon"), RESULT)):
        reported(player, f"v{place}@example.org", error)
    remi, odile = account("remi@example.org", "registrar"), account("odile@example.org", "officer")

    assert set(corrections.for_office(remi).values_list("kind", flat=True)) == {"name", "club"}
    assert corrections.for_office(odile).count() == 3


def test_a_registrar_of_another_club_decides_nothing() -> None:
    one, remi = reported(holm(), "v@example.org"), account("remi@example.org", "registrar")
    remi.club = make_club("38Gr")
    remi.save()

    with pytest.raises(CorrectionError):
        corrections.decide([one.pk], "accepted", "", by=remi)


def test_reports_of_one_tournament_stand_together_and_are_decided_together() -> None:
    first, name = reported(holm(), "a@example.org", RESULT), reported(holm(), "b@example.org")
    entry = reported(holm(), "c@example.org", Error("entry", "It was not me", 7, "Coupe"))
    groups = corrections.grouped(CorrectionRequest.objects.all())
    odile = account("odile@example.org", "officer")

    assert [[one.pk for one in group.requests] for group in groups] == [[first.pk, entry.pk], [name.pk]]
    assert corrections.decide([first.pk, entry.pk], "accepted", "", by=odile) == 2
    with pytest.raises(CorrectionError):
        corrections.decide([first.pk], "refused", "No", by=odile)


def test_a_refusal_needs_a_reason_and_is_told_in_the_language_of_the_report() -> None:
    one, odile = reported(holm(), "v@example.org", language="fr"), account("odile@example.org", "officer")
    with pytest.raises(CorrectionError):
        corrections.decide([one.pk], "refused", " ", by=odile)

    corrections.decide([one.pk], "refused", "Votre carte dit Anna.", by=odile)
    assert [corrections.CorrectionAnswer.send_waiting() for _time in range(2)] == [1, 0]
    assert mail.outbox[-1].to == ["v@example.org"]
    assert "Votre carte dit Anna." in mail.outbox[-1].body
    assert "You wrote" not in mail.outbox[-1].body


def test_an_acceptance_is_noted_with_the_line_of_the_correction() -> None:
    player, odile = holm(), account("odile@example.org", "officer")
    one = reported(player, "v@example.org")
    register.rename(player, "HOLM", "Anne", account=odile)
    made = JournalEntry.objects.get(act="player.renamed")

    corrections.decide([one.pk], "accepted", "", by=odile)
    assert JournalEntry.objects.get(act="correction.accepted").detail["correction"] == made.pk


def test_nobody_decides_about_a_report_of_their_own() -> None:
    player, odile = holm(), account("odile@example.org", "officer")
    held(player, odile)
    one = corrections.report(player, NAME, account=odile, language="en")

    with pytest.raises(CorrectionError):
        corrections.decide([one.pk], "accepted", "", by=odile)
