"""Requests about personal data: who sends, notes and answers them, until when; what stays once erased."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import localdate
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.models import Account, DataRequest, JournalEntry, Player
from federation.privacy import data_requests, personal_data
from federation.privacy.data_requests import Answer, Asked, DataRequestError, months_after
from federation.register import merging, removal
from tests.federation.claims.claimants import held, holm, vera
from tests.federation.clubs import make_club
from tests.tournaments.conftest import account, logged_in

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def english(settings: Settings) -> None:
    settings.LANGUAGE_CODE = "en"


def remi() -> Account:
    return account("remi@example.org", "registrar")


def odile() -> Account:
    return account("odile@example.org", "officer")


def noted(
    by: Account, player: Player | None = None, kind: str = "copy", *, ago: int = 0, name: str = "Anna Holm"
) -> DataRequest:
    asked = Asked(kind, "Please", "email", localdate() - ago * DAY, player, name)
    return data_requests.note(asked, account=by)


def sent(person: Account, player: Player, kind: str = "erasure", text: str = "I am Anna") -> DataRequest:
    return data_requests.ask(player, kind, text, account=person)


def done(text: str = "Sent.") -> Answer:
    return Answer("done", text, localdate())


# --- acts


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2026, 12, 1), 1, date(2027, 1, 1)),
        (date(2026, 11, 30), 3, date(2027, 2, 28)),
        (date(2026, 10, 15), 2, date(2026, 12, 15)),
    ],
)
def test_month_ends_on_the_same_day_or_the_last_of_a_shorter_one(
    day: date, months: int, expected: date
) -> None:
    assert months_after(day, months) == expected


def test_request_is_due_a_month_after_it_came_and_named_nowhere_in_the_journal() -> None:
    request = noted(remi(), ago=3)
    line = JournalEntry.objects.get(act="data-request.received")

    assert request.due == months_after(localdate() - 3 * DAY, 1)
    assert (request.name, request.days_left) == ("Anna Holm", (request.due - localdate()).days)
    assert line.detail == {"player": None, "kind": "copy", "until": request.due.isoformat()}


def test_three_requests_of_a_player_wait_at_most_and_those_noted_by_the_office_do_not_count() -> None:
    player, person, registrar = holm(), vera(), remi()
    held(player, person)
    noted(registrar, player)
    first = sent(person, player)
    sent(person, player, text="Me again")
    sent(person, player, "copy")

    with pytest.raises(DataRequestError, match="3"):
        sent(person, player, "correction")
    data_requests.answer(first.pk, Answer("refused", "No.", localdate()), by=registrar)
    assert sent(person, player).way == "page"


def test_request_sent_twice_in_the_same_words_is_one_until_it_is_answered() -> None:
    player, person, registrar = holm(), vera(), remi()
    held(player, person)
    noted(registrar, player, "erasure")
    first = sent(person, player)

    assert sent(person, player, text=" I am Anna\n") == first
    assert DataRequest.objects.filter(way="page").count() == 1
    assert JournalEntry.objects.filter(act="data-request.received").count() == 2
    data_requests.answer(first.pk, Answer("refused", "No.", localdate()), by=registrar)
    assert sent(person, player) != first


def test_nobody_sends_a_request_about_another() -> None:
    player = holm()
    with pytest.raises(DataRequestError):
        sent(vera(), player)
    assert not DataRequest.objects.exists()


def test_more_time_is_taken_once_with_a_reason_in_the_first_month() -> None:
    registrar = remi()
    request, late = noted(registrar, ago=10), noted(registrar, ago=40)
    with pytest.raises(DataRequestError):
        data_requests.extend(request.pk, " ", by=registrar)
    data_requests.extend(request.pk, "Many requests.", by=registrar)
    request.refresh_from_db()

    assert request.due == months_after(request.came, 3)
    assert JournalEntry.objects.get(act="data-request.extended").detail["until"] == request.due.isoformat()
    for key in (request.pk, late.pk):
        with pytest.raises(DataRequestError):
            data_requests.extend(key, "Again.", by=registrar)


def test_answer_has_text_date_and_account_and_is_given_once() -> None:
    registrar = remi()
    request = noted(registrar, holm(), ago=5)
    for wrong in (done(" "), Answer("done", "Sent.", localdate() - 6 * DAY)):
        with pytest.raises(DataRequestError):
            data_requests.answer(request.pk, wrong, by=registrar)
    data_requests.answer(request.pk, Answer("done", "Sent.", localdate() - DAY), by=registrar)
    request.refresh_from_db()

    assert (request.state, request.answer, request.answered_by) == ("done", "Sent.", registrar)
    assert request.answered == localdate() - DAY
    assert JournalEntry.objects.filter(act="data-request.done").count() == 1
    with pytest.raises(DataRequestError):
        data_requests.answer(request.pk, done(), by=registrar)


def test_nobody_answers_a_request_of_their_own() -> None:
    player, officer = holm(), odile()
    held(player, officer)
    request = sent(officer, player, "copy")

    with pytest.raises(DataRequestError):
        data_requests.answer(request.pk, done(), by=officer)
    with pytest.raises(DataRequestError):
        data_requests.extend(request.pk, "Later.", by=officer)


def test_registrar_of_a_club_has_the_requests_of_its_players_alone() -> None:
    registrar, officer, club = remi(), odile(), make_club("38Gr")
    registrar.club = club
    registrar.save()
    mine, other = holm(), holm()
    Player.objects.filter(pk=mine.pk).update(club=club)
    own, foreign, nameless = noted(registrar, mine), noted(officer, other), noted(officer)

    assert list(data_requests.for_office(registrar)) == [own]
    assert set(data_requests.for_office(officer)) == {own, foreign, nameless}
    assert not data_requests.for_office(vera()).exists()
    with pytest.raises(DataRequestError):
        data_requests.answer(foreign.pk, done(), by=registrar)
    for player in (other, None):
        with pytest.raises(DataRequestError):
            noted(registrar, player)


def test_open_requests_come_first_by_their_day_then_the_latest_answers() -> None:
    registrar = remi()
    rows = [noted(registrar, ago=ago) for ago in (9, 1, 5, 20, 4)]
    for place, ago in ((0, 2), (3, 1)):
        data_requests.answer(rows[place].pk, Answer("done", "Yes.", localdate() - ago * DAY), by=registrar)

    ordered = data_requests.in_order(data_requests.for_office(registrar))
    assert [rows.index(one) for one in ordered] == [2, 4, 1, 3, 0]


# --- erasures, merges, what is handed out


def test_erasure_is_answered_once_the_data_are_erased_and_leaves_number_and_dates() -> None:
    player, person, officer = holm(), vera(), odile()
    held(player, person)
    request, before = sent(person, player), noted(officer, player, "objection")
    data_requests.answer(before.pk, done("Anna is hidden."), by=officer)
    with pytest.raises(DataRequestError):
        data_requests.answer(request.pk, done(), by=officer)
    personal_data.erase(player, "on request", account=officer)
    data_requests.answer(request.pk, done("Anna Holm was told."), by=officer)

    for one in (request, before):
        one.refresh_from_db()
        assert (one.name, one.text, one.answer, one.delay_reason, one.account) == ("", "", "", "", None)
        assert (one.player_id, one.answered, one.state) == (player.pk, localdate(), "done")


def test_erasure_asked_under_a_name_alone_keeps_no_name_and_a_refused_one_does() -> None:
    registrar = remi()
    gone, kept = noted(registrar, None, "erasure"), noted(registrar, None, "erasure")
    data_requests.answer(gone.pk, done(""), by=registrar)
    data_requests.answer(kept.pk, Answer("refused", "Not found.", localdate()), by=registrar)

    rows = DataRequest.objects.order_by("pk").values_list("name", "answer", "state")
    assert list(rows) == [("", "", "done"), ("Anna Holm", "Not found.", "refused")]


def test_requests_move_with_a_merge_and_back_and_hold_their_player() -> None:
    kept, gone, officer = holm(), holm(email=""), odile()
    request = noted(officer, gone)
    assert "request" in str(removal.holds_on([gone.pk], {})[gone.pk])

    merge = merging.merge(kept, gone, merging.Choice(reason="the same"), account=officer)
    assert DataRequest.objects.get().player_id == kept.pk
    merging.undo(merge, account=officer)
    request.refresh_from_db()
    assert request.player_id == gone.pk


def test_copy_of_the_data_has_the_requests() -> None:
    player, registrar = holm(), remi()
    noted(registrar, player, "objection")

    (told,) = personal_data.collect(player)["requests"]
    assert (told["kind"], told["text"], told["state"]) == ("objection", "Please", "open")


# --- pages


def test_request_is_noted_listed_and_answered_on_the_desk() -> None:
    player, desk = holm(), logged_in(remi())
    today = localdate().isoformat()
    said = {"player": player.pk, "kind": "copy", "way": "post", "came": today}
    page = desk.post(reverse("register-requests"), said, follow=True).content.decode()
    request = DataRequest.objects.get()
    assert (request.player, request.way) == (player, "post")
    for part in ("&quot;surname&quot;", "HOLM", reverse("register-data", args=[player.pk])):
        assert part in page

    answer = {"act": "answer", "state": "done", "answered": today, "answer": "Sent by post."}
    page = desk.post(request.get_absolute_url(), answer, follow=True).content.decode()
    assert "Sent by post." in page
    assert 'value="answer"' not in page
    listed = desk.get(reverse("register-requests"), {"state": "done"}).content.decode()
    assert request.get_absolute_url() in listed
    listed = desk.get(reverse("register-requests"), {"state": "open"}).content.decode()
    assert request.get_absolute_url() not in listed


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"player": "99999"}, "player"),
        ({"player": "", "name": ""}, "player"),
        ({"player": "9" * 30}, "player"),
        ({"name": "An\x00na"}, "name"),
        ({"kind": "wish"}, "kind"),
        ({"kind": "correction"}, "text"),
        ({"text": "x" * 1001}, "text"),
        ({"way": "page"}, "way"),
        ({"came": "0226-11-28"}, "came"),
        ({"came": (date.today() + 3 * DAY).isoformat()}, "came"),
    ],
)
def test_bad_note_names_its_field_and_saves_nothing(wrong: dict[str, str], field: str) -> None:
    said = {"name": "Anna", "kind": "copy", "way": "email", "came": localdate().isoformat()}
    answer = logged_in(remi()).post(reverse("register-requests"), {**said, **wrong})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not DataRequest.objects.exists()


def test_number_merged_into_another_leads_to_that_player() -> None:
    kept, gone = holm(), holm(email="")
    merging.merge(kept, gone, merging.Choice(reason="the same"), account=odile())
    said = {"player": gone.pk, "kind": "copy", "way": "email", "came": localdate().isoformat()}
    logged_in(remi()).post(reverse("register-requests"), said)

    assert DataRequest.objects.get().player_id == kept.pk


def test_bad_answer_says_why_and_saves_nothing() -> None:
    registrar = remi()
    request, desk = noted(registrar, holm()), logged_in(registrar)
    place, today = request.get_absolute_url(), localdate().isoformat()
    posts = [
        ({"act": "answer", "state": "open", "answered": today, "answer": "Yes."}, 422),
        ({"act": "answer", "state": "done", "answered": "never", "answer": "Yes."}, 422),
        ({"act": "answer", "state": "done", "answered": today, "answer": ""}, 409),
        ({"act": "extend", "reason": ""}, 422),
        ({"act": "destroy"}, 400),
    ]

    assert [desk.post(place, said).status_code for said, _ in posts] == [status for _, status in posts]
    request.refresh_from_db()
    assert (request.state, request.delay_reason) == ("open", "")


def test_overdue_requests_are_counted_on_the_register_desk() -> None:
    registrar = remi()
    late, due_today = noted(registrar, ago=40), noted(registrar, ago=2)
    DataRequest.objects.filter(pk=due_today.pk).update(due=localdate())
    desk = logged_in(registrar)
    assert "1 request about personal data is overdue." in desk.get(reverse("register")).content.decode()

    data_requests.answer(late.pk, done(), by=registrar)
    assert "overdue" not in desk.get(reverse("register")).content.decode()


def test_registrar_of_another_club_sees_no_request() -> None:
    request, registrar = noted(odile(), holm()), remi()
    registrar.club = make_club("38Gr")
    registrar.save()
    desk = logged_in(registrar)

    assert desk.get(request.get_absolute_url()).status_code == 404
    assert "HOLM" not in desk.get(reverse("register-requests")).content.decode()


def test_person_sends_a_request_and_reads_the_answer_on_my_page() -> None:
    player, person, registrar = holm(), vera(), remi()
    held(player, person)
    client, place = logged_in(person), reverse("me-request", args=[player.pk])
    assert client.post(place, {"kind": "handover"}).status_code == 422
    said = {"kind": "handover", "text": "To the office of Norway"}
    page = client.post(place, said, follow=True).content.decode()
    assert "Waiting for the office" in page

    data_requests.answer(DataRequest.objects.get().pk, done("Your file is with them."), by=registrar)
    assert "Your file is with them." in client.get(reverse("me")).content.decode()


def test_fourth_request_that_waits_is_refused_on_the_page() -> None:
    player, person = holm(), vera()
    held(player, person)
    client = logged_in(person)
    place = reverse("me-request", args=[player.pk])
    posts = [client.post(place, {"kind": "copy", "text": f"Copy {number}"}) for number in range(4)]

    assert [answer.status_code for answer in posts] == [302] * 3 + [422]


def test_erased_player_is_named_on_no_page_of_the_request() -> None:
    player, person, officer = holm(), vera(), odile()
    held(player, person)
    request = sent(person, player)
    desk = logged_in(officer)
    assert "HOLM" in desk.get(request.get_absolute_url()).content.decode()
    personal_data.erase(player, "on request", account=officer)

    for place in (request.get_absolute_url(), reverse("register-requests")):
        page = desk.get(place).content.decode()
        for word in ("HOLM", "Anna", person.email):
            assert word not in page, place


def test_list_asks_the_database_as_often_for_many_requests(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    registrar = remi()
    desk = logged_in(registrar)
    desk.get(reverse("register-requests"))
    for _ in range(2):
        for _ in range(5):
            noted(registrar, holm(email=""))
        with django_assert_num_queries(5):
            desk.get(reverse("register-requests"))


def test_page_of_a_request_shows_the_first_rows_and_asks_as_often_for_many(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    registrar, player = remi(), holm()
    request, desk = noted(registrar, player), logged_in(registrar)
    for _ in range(25):
        noted(registrar, player)
    with django_assert_max_num_queries(30):
        page = desk.get(request.get_absolute_url())
    (part,) = [one for one in page.context["parts"] if one.name == "Requests about personal data"]

    assert (part.count, part.is_cut, part.text.count('"kind"')) == (26, True, 20)
