"""Claims: codes and their limits, the office's word, one account a record, merges, erasure."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone, translation

from federation.accounts.permissions import holds_record
from federation.claims import claims, letters
from federation.claims.claims import ClaimError
from federation.models import Account, Contact, JournalEntry, Player, RecordClaim
from federation.privacy import personal_data
from federation.register import merging, register, removal
from federation.register.merging import Choice
from federation.register.register import Newcomer
from tests.federation.claims.claimants import ADDRESS, asked, code, held, holm, vera
from tests.federation.clubs import make_club

pytestmark = pytest.mark.django_db
State = RecordClaim.State


def other_than(right: str) -> str:
    digits = right.replace(" ", "")
    return f"{(int(digits) + 1) % 10**8:08d}"


def test_the_code_goes_to_the_address_on_the_register_and_gives_the_record() -> None:
    player, person = holm(), vera()
    claim = asked(player, person)

    assert [letter.to for letter in mail.outbox] == [[ADDRESS]]
    assert claims.confirm(claim, code())
    assert holds_record(person, player.pk)


def test_a_request_looks_the_same_where_there_is_no_address() -> None:
    person, with_one, without = vera(), holm(), holm(email="")
    shown = []
    for player in (with_one, without):
        claim = claims.ask_for_code(player, account=person, language="en")
        shown.append((claim.state, len(RecordClaim.objects.get(pk=claim.pk).digest), claim.tries))

    letters.ClaimMail.send_waiting()
    assert shown[0] == shown[1] == ("code", 64, 0)
    assert len(mail.outbox) == 1


def test_a_deceased_player_gets_no_code() -> None:
    player = holm()
    Player.objects.filter(pk=player.pk).update(death="2024")

    asked(player, vera())

    assert mail.outbox == []


def test_the_fifth_wrong_code_is_the_last_and_the_journal_says_so() -> None:
    claim = asked(holm(), vera())
    right = code()
    for _ in range(5):
        assert not claims.confirm(claim, other_than(right))

    with pytest.raises(ClaimError):
        claims.confirm(claim, right)
    assert JournalEntry.objects.filter(act="claim.failed").count() == 1


def test_four_wrong_codes_leave_one_try() -> None:
    claim = asked(holm(), vera())
    for _ in range(4):
        claims.confirm(claim, other_than(code()))

    assert claims.confirm(claim, code())


@pytest.mark.parametrize(("minutes", "is_good"), [(29, True), (31, False)])
def test_a_code_is_good_for_half_an_hour(minutes: int, is_good: bool) -> None:
    claim = asked(holm(), vera())
    with time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False):
        if is_good:
            assert claims.confirm(claim, code())
        else:
            with pytest.raises(ClaimError):
                claims.confirm(claim, code())


def test_a_second_code_puts_the_first_out_of_force() -> None:
    player, person = holm(), vera()
    first = (asked(player, person), code())[1]
    claim = asked(player, person)

    assert not claims.confirm(claim, first)
    assert claims.confirm(claim, code())


def test_three_codes_a_day_reach_an_address_whoever_asks() -> None:
    player = holm()
    for number in range(4):
        asked(player, vera(f"v{number}@example.org"))

    assert len(mail.outbox) == 3


def test_a_code_of_another_claim_opens_nothing() -> None:
    player = holm()
    one, other = vera(), vera("w@example.org")
    asked(player, one)
    first = code()
    claim = asked(player, other)

    assert not claims.confirm(claim, first)


def test_another_address_on_the_register_ends_codes_on_their_way() -> None:
    player, officer = holm(), vera("odile@example.org", "officer")
    claim = asked(player, vera())

    assert claims.write_address(player, "new@holm.example", by=officer)
    assert not claims.confirm(claim, code())


def test_the_journal_never_says_the_address() -> None:
    player, officer = holm(email=""), vera("odile@example.org", "officer")

    claims.write_address(player, ADDRESS, by=officer)

    assert not [line for line in JournalEntry.objects.all() if "holm.example" in str(line.detail)]
    assert JournalEntry.objects.latest("pk").detail == {"is_given": True}


def test_a_right_code_for_a_record_another_holds_goes_to_the_office() -> None:
    player = holm()
    held(player, vera("first@example.org"))
    claim = asked(player, vera())

    assert claims.confirm(claim, code())
    assert claim.state == State.WAITING


def test_an_account_claims_eight_records_at_most() -> None:
    person = vera()
    for _ in range(8):
        claims.ask_for_code(holm(), account=person, language="en")

    with pytest.raises(ClaimError, match="8"):
        claims.ask_for_code(holm(), account=person, language="en")


# --- the office


def waiting(player: Player, person: Account) -> RecordClaim:
    return claims.ask_office(player, "I am Anna", account=person, language="fr")


def test_an_accepted_request_gives_the_record_and_is_told_in_the_language_of_the_request() -> None:
    player, person, remi = holm(), vera(), vera("remi@example.org", "registrar")
    claims.accept(waiting(player, person), by=remi)
    letters.ClaimMail.send_waiting()

    assert holds_record(person, player.pk)
    assert mail.outbox[-1].to == [person.email]
    assert "votre compte" in mail.outbox[-1].body


def test_a_refusal_needs_a_reason_and_the_person_reads_it() -> None:
    claim, remi = waiting(holm(), vera()), vera("remi@example.org", "registrar")
    with pytest.raises(ClaimError):
        claims.refuse(claim, " ", by=remi)

    claims.refuse(claim, "We do not know you.", by=remi)
    letters.ClaimMail.send_waiting()
    assert "We do not know you." in mail.outbox[-1].body


def test_only_an_officer_adds_a_second_account() -> None:
    player, remi = holm(), vera("remi@example.org", "registrar")
    held(player, vera("first@example.org"))
    claim = waiting(player, vera())
    with pytest.raises(ClaimError):
        claims.accept(claim, by=remi)

    claims.accept(claim, by=vera("odile@example.org", "officer"))
    assert RecordClaim.objects.filter(player=player, state=State.HELD).count() == 2


def test_a_registrar_of_another_club_cannot_decide() -> None:
    remi = vera("remi@example.org", "registrar")
    remi.club = make_club("38Gr")
    remi.save()

    with pytest.raises(ClaimError):
        claims.accept(waiting(holm(), vera()), by=remi)


def test_nobody_decides_about_a_request_of_their_own() -> None:
    odile = vera("odile@example.org", "officer")

    with pytest.raises(ClaimError):
        claims.accept(waiting(holm(), odile), by=odile)


@pytest.mark.parametrize("was", ["accepted", "refused"])
def test_a_decision_undone_lets_the_request_wait_again(was: str) -> None:
    player, person, remi = holm(), vera(), vera("remi@example.org", "registrar")
    claim = waiting(player, person)
    if was == "accepted":
        claims.accept(claim, by=remi)
    else:
        claims.refuse(claim, "No", by=remi)

    claims.reopen(claim, by=remi)
    claim.refresh_from_db()
    assert (claim.state, claim.reason, holds_record(person, player.pk)) == (State.WAITING, "", False)


def test_who_gives_a_record_up_holds_it_no_more_and_nobody_else_can_give_it_up() -> None:
    player, person = holm(), vera()
    claim = held(player, person)

    assert not claims.end(claim, account=vera("w@example.org"))
    assert claims.end(claim, account=person)
    assert not holds_record(person, player.pk)


# --- what happens to players


def lisa() -> Player:
    return register.enrol(Newcomer("HOLM", "Ana", "FR"), account=None)


def test_a_merge_moves_claims_and_the_address_and_its_undoing_moves_them_back() -> None:
    kept, gone, person, odile = lisa(), holm(), vera(), vera("odile@example.org", "officer")
    held(gone, person)

    made = merging.merge(kept, gone, Choice(reason="one"), account=odile)
    assert (holds_record(person, kept.pk), Contact.objects.get().player_id) == (True, kept.pk)

    merging.undo(made, account=odile)
    assert (holds_record(person, kept.pk), holds_record(person, gone.pk)) == (False, True)
    assert Contact.objects.get().player_id == gone.pk


@pytest.mark.parametrize("state", ["held", "waiting"])
def test_who_claims_both_holds_the_player_kept_once_and_each_as_before_after_the_undoing(state: str) -> None:
    kept, gone, person, odile = lisa(), holm(), vera(), vera("odile@example.org", "officer")
    held(gone, person)
    RecordClaim.objects.create(account=person, player=kept, state=state, language="en")

    made = merging.merge(kept, gone, Choice(reason="one"), account=odile)
    assert list(claims.held_by(person).values_list("player", flat=True)) == [kept.pk]

    merging.undo(made, account=odile)
    assert RecordClaim.objects.get(player=kept).state == state
    assert holds_record(person, gone.pk)


def test_the_office_sees_before_a_merge_that_two_accounts_will_hold_the_record() -> None:
    kept, gone = lisa(), holm()
    held(kept, vera())
    held(gone, vera("w@example.org"))

    with translation.override("en"):
        assert "2 accounts will hold the record." in merging.preview(kept, gone).consequences


def test_a_claimed_player_is_not_taken_out_of_the_register() -> None:
    player = holm()
    held(player, vera())

    assert len(removal.holds_on([player.pk], {}, tournament=0)[player.pk]) == 2


def test_personal_data_tell_the_address_and_an_erasure_takes_it_and_the_claims() -> None:
    player, odile = holm(), vera("odile@example.org", "officer")
    held(player, vera())
    told = personal_data.collect(player)
    assert told["e-mail"] == [ADDRESS]
    assert "vera" not in str(told["claims"])

    personal_data.erase(player, "On request", account=odile)
    assert (Contact.objects.count(), RecordClaim.objects.count()) == (0, 0)


def test_requests_nobody_followed_up_are_forgotten_after_a_week() -> None:
    asked(holm(), vera())
    with time_machine.travel(timezone.now() + timedelta(days=7), tick=False):
        assert claims.forget_expired() == 0
    with time_machine.travel(timezone.now() + timedelta(days=8), tick=False):
        assert claims.forget_expired() == 1
