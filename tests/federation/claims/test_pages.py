"""Pages of players' claims: signing up, claiming, the desk; what they say, and how often."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail, signing
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from federation.accounts import letters
from federation.accounts.permissions import holds_record
from federation.claims import claims
from federation.models import Account, Contact, CorrectionRequest, JournalEntry, RecordClaim
from federation.privacy import privacy
from tests.federation.claims.claimants import ADDRESS, asked, code, held, holm, vera
from tests.federation.clubs import make_club

pytestmark = pytest.mark.django_db
PASSWORD = "wet-paper-77"


@pytest.fixture(autouse=True)
def open_door(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    settings.SIGN_UP = True
    settings.LANGUAGE_CODE = "en"
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)


def browser(person: Account | None = None, *, strict: bool = False) -> Client:
    client = Client(enforce_csrf_checks=strict, headers={"accept-language": "en"})
    if person:
        client.force_login(person)
    return client


def sign_up(email: str, client: Client | None = None) -> Any:
    return (client or browser()).post(reverse("account_signup"), {"email": email})


def link() -> str:
    letters.AccountMail.send_waiting()
    found = re.search(r"http://testserver(/signup/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_an_account_is_opened_by_the_link_of_the_letter_alone_and_has_no_rights() -> None:
    sign_up("Anna@Holm.example")
    assert not Account.objects.exists()

    client = browser()
    answer = client.post(
        link(), {"first_name": "Anna", "last_name": "Holm", "password": PASSWORD, "by": "password"}
    )
    made = Account.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("claim-find"))
    assert (made.email, made.groups.count(), made.is_staff) == ("anna@holm.example", 0, False)
    assert EmailAddress.objects.get(user=made).verified
    assert JournalEntry.objects.filter(act="account.signed-up").count() == 1


@pytest.mark.parametrize("by", ["password", "passkey"])
def test_the_record_somebody_came_for_is_found_again_behind_the_letter(by: str) -> None:
    claim = reverse("claim", args=[holm().pk])
    client = browser()
    to_log_in = client.get(claim, follow=True).content.decode()
    found = re.search(r'href="(/signup/[^"]*)"', to_log_in)
    assert found

    client.post(found[1], {"email": "anna@holm.example"})
    other = browser()  # the letter may be opened elsewhere
    said = {"first_name": "Anna", "last_name": "Holm", "password": PASSWORD, "by": by}
    answer = other.post(link(), said)

    if by == "passkey":
        assert answer["Location"] == reverse("mfa_add_webauthn")
        answer = other.get(reverse("claim-find"))
    assert (answer.status_code, answer["Location"]) == (302, claim)
    assert other.get(claim).status_code == 200


@pytest.mark.parametrize(
    "where", ["https://elsewhere.example/me/claim/1/", "//elsewhere.example", "/office/"]
)
def test_no_other_address_is_carried_through_the_letter(where: str) -> None:
    client = browser()
    client.post(reverse("account_signup", query={"next": where}), {"email": "anna@holm.example"})

    said = {"first_name": "Anna", "last_name": "Holm", "password": PASSWORD, "by": "password"}
    assert client.post(link(), said)["Location"] == reverse("claim-find")


def test_who_has_an_account_is_led_to_the_record_by_the_log_in_of_the_letter() -> None:
    vera("anna@holm.example")
    claim = reverse("claim", args=[holm().pk])

    browser().post(reverse("account_signup", query={"next": claim}), {"email": "anna@holm.example"})

    letters.AccountMail.send_waiting()
    assert reverse("login", query={"next": claim}) in str(mail.outbox[-1].body)


def test_a_link_signed_before_records_were_carried_opens_an_account() -> None:
    token = signing.dumps("anna@holm.example", salt=letters.SALT)

    said = {"first_name": "Anna", "last_name": "Holm", "password": PASSWORD, "by": "password"}
    answer = browser().post(reverse("signup-open", args=[token]), said)
    assert (answer.status_code, answer["Location"]) == (302, reverse("claim-find"))


def test_my_page_names_the_player_a_code_was_sent_for() -> None:
    player, person = holm(), vera()
    claims.ask_for_code(player, account=person, language="en")

    page = browser(person).get(reverse("me")).content.decode()

    assert re.search(rf'href="{reverse("claim", args=[player.pk])}">HOLM Anna</a>\s*– code sent', page)


def test_a_link_opens_one_account() -> None:
    sign_up("anna@holm.example")
    said = {"first_name": "Anna", "last_name": "Holm", "password": PASSWORD, "by": "password"}
    browser().post(link(), said)

    assert browser().post(link(), said).status_code == 410


def test_a_link_works_a_day_and_no_longer(settings: Settings) -> None:
    sign_up("anna@holm.example")
    assert browser().get(link()).status_code == 200
    settings.SIGN_UP_SECONDS = -1

    assert browser().get(link()).status_code == 410


def test_a_known_address_is_answered_as_an_unknown_one() -> None:
    vera("anna@holm.example")
    known, unknown = sign_up("anna@holm.example"), sign_up("new@holm.example")

    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    letters.AccountMail.send_waiting()
    assert "/signup/" not in mail.outbox[0].body
    assert len(mail.outbox) == 2


def test_an_address_gets_three_letters_a_day() -> None:
    for _ in range(4):
        assert sign_up("anna@holm.example").status_code == 302

    letters.AccountMail.send_waiting()
    assert len(mail.outbox) == 3


def test_ten_requests_an_hour_come_from_one_place() -> None:
    for number in range(10):
        assert sign_up(f"a{number}@holm.example").status_code == 302

    assert sign_up("one.more@holm.example").status_code == 429


def test_a_closed_door_says_so_and_opens_no_link(settings: Settings) -> None:
    sign_up("anna@holm.example")
    settings.SIGN_UP = False

    assert "invitation only" in browser().get(reverse("account_signup")).content.decode()
    assert browser().get(link()).status_code == 410
    sign_up("b@holm.example")
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("name", ["claim", "me-privacy", "me-data"])
def test_a_form_without_its_token_is_refused(name: str) -> None:
    player, person = holm(), vera()
    held(player, person)

    assert (
        browser(person, strict=True).post(reverse(name, args=[player.pk]), {"act": "end"}).status_code == 403
    )
    assert holds_record(person, player.pk)


def post(person: Account, player: Any, **said: str) -> Any:
    return browser(person).post(reverse("claim", args=[player.pk]), said, follow=True)


def test_a_code_is_asked_for_and_entered() -> None:
    player, person = holm(), vera()
    post(person, player, act="code")
    asked(player, person)
    answer = post(person, player, act="confirm", code=code())

    assert "This record is now yours." in answer.content.decode()
    assert holds_record(person, player.pk)


def test_the_page_says_the_same_with_and_without_an_address() -> None:
    person = vera()
    player, pages = holm(email=""), []
    for address in ("", ADDRESS):
        if address:
            RecordClaim.objects.all().delete()
            Contact.objects.create(player=player, email=address)
        page = post(person, player, act="code").content.decode()
        pages.append(re.sub(r'value="\w{64}"', "", page))

    assert pages[0] == pages[1]
    assert "holm.example" not in pages[0]


def test_five_requests_a_day_and_no_more() -> None:
    person = vera()
    found = [post(person, holm(), act="code").status_code for _ in range(6)]

    assert found == [200] * 5 + [409]


def test_twenty_codes_a_day_are_compared_for_an_account() -> None:
    person, players = vera(), [holm(email="") for _ in range(5)]
    for player in players:
        claims.ask_for_code(player, account=person, language="en")
    for player in players[:4]:
        assert [post(person, player, act="confirm", code="1").status_code for _ in range(5)] == [422] * 5

    assert post(person, players[4], act="confirm", code="1").status_code == 409


def test_a_hidden_player_is_found_by_number_alone_and_named_as_shown() -> None:
    player, client = holm(), browser(vera())
    privacy.choose(player, "anonymous", account=None)
    found = [
        client.get(reverse("claim-find"), {"q": text}).content.decode() for text in ("Holm", str(player.pk))
    ]

    assert [f"NN {player.pk}" in page for page in found] == [False, True]
    assert "HOLM" not in found[1] + client.get(reverse("claim", args=[player.pk])).content.decode()


def test_the_desk_accepts_refuses_and_undoes() -> None:
    player, person, remi = holm(), vera(), vera("remi@example.org", "registrar")
    claim = claims.ask_office(player, "<b>I am Anna</b>", account=person, language="en")
    desk = browser(remi)
    shown = desk.get(reverse("register-claims")).content.decode()
    assert "&lt;b&gt;I am Anna" in shown

    states = []
    for act in ("accept", "undo", "refuse"):
        desk.post(reverse("register-claim-decide", args=[claim.pk]), {"act": act, "reason": "No"})
        states.append(RecordClaim.objects.get().state)
    assert states == ["held", "waiting", "refused"]


def test_a_registrar_of_a_club_sees_no_request_of_another() -> None:
    remi = vera("remi@example.org", "registrar")
    remi.club = make_club("38Gr")
    remi.save()
    claim = claims.ask_office(holm(), "I am Anna", account=vera(), language="en")

    assert "I am Anna" not in browser(remi).get(reverse("register-claims")).content.decode()
    answer = browser(remi).post(reverse("register-claim-decide", args=[claim.pk]), {"act": "accept"})
    assert answer.status_code == 404


def test_a_report_is_sent_shown_decided_and_answered() -> None:
    player, person, remi = holm(), vera(), vera("remi@example.org", "registrar")
    held(player, person)
    said = {"kind": "club", "text": "I play for Lyon"}
    answer = browser(person).post(reverse("me-error", args=[player.pk]), said, follow=True)
    assert "Waiting for the office" in answer.content.decode()

    key = str(CorrectionRequest.objects.get().pk)
    sent = {"request": key, "act": "accepted", "answer": "Thank you"}
    browser(remi).post(reverse("register-correction-decide"), sent)
    page = browser(person).get(reverse("me")).content.decode()
    assert "Corrected" in page
    assert "Thank you" in page


def test_a_tournament_of_others_cannot_be_reported() -> None:
    player, person = holm(), vera()
    held(player, person)
    said = {"kind": "result", "text": "I won", "tournament": "100"}

    assert browser(person).post(reverse("me-error", args=[player.pk]), said).status_code == 422
    assert not CorrectionRequest.objects.exists()


def test_ten_reports_a_day_are_taken_from_an_account() -> None:
    players, person = [holm() for _ in range(3)], vera()
    for player in players:
        held(player, person)
    said = {"kind": "name", "text": "Anne"}
    places = [reverse("me-error", args=[players[number // 4].pk]) for number in range(11)]

    assert [browser(person).post(place, said).status_code for place in places] == [302] * 10 + [422]
