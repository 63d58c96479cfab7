"""The page of a tournament to EGD, FFG and FIDE: file, findings, days, acts, what changed since."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, Federation, Identifier, JournalEntry, Player
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tests.tournaments.desk.test_queue import handed_in
from tests.tournaments.dispatch.offices import approved, begins, for_families, page, seen, state
from tests.tournaments.onward.test_checks import CHESS
from tournaments.dispatch import files
from tournaments.dispatch.page import section_of
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import DispatchAct, Tournament
from tournaments.onward.receivers import RECEIVERS
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(organiser: Account) -> Tournament:
    begins()
    return for_families(approved(organiser), "ffg", "egf")


def act(client: Client, tournament: Tournament, kind: str, receiver: str = "ffg", **fields: object) -> str:
    """Press a button as the page has it; says what came of it."""
    section = section_of(tournament, receiver, begins(), timezone.localdate())
    sent = {"seen": seen(tournament, receiver), "file": section.sha256 if section else "", **fields}
    answer = client.post(page(tournament, "desk-onward-act", receiver, kind), sent, follow=True)
    return " ".join(str(one) for one in answer.context["messages"])


def test_page_has_a_section_for_each_receiver_and_what_it_finds(
    tournament: Tournament, organiser: Account
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(time_class="")
    answer = logged_in(organiser).get(page(tournament))
    names = [one["of"].receiver.name for one in answer.context["sections"]]
    refused = [one["counts"]["refused"] for one in answer.context["sections"]]

    assert names == ["EGD", "FFG"]
    assert refused == [1, 0]
    assert "The tournament has no class" in answer.content.decode()


def test_page_of_two_receivers_costs_seventeen_queries(
    tournament: Tournament, organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = logged_in(organiser)
    act(client, tournament, "sent")

    with django_assert_num_queries(17):
        client.get(page(tournament))


def test_file_is_the_exact_one_and_filled_from_the_register(
    tournament: Tournament, organiser: Account
) -> None:
    player = Player.objects.get(surname="Aubrac")
    Identifier.objects.create(player=player, scheme="egd", value="99000017")

    answer = logged_in(organiser).get(page(tournament, "desk-onward-file", "egd"))
    back = table.read(answer.content)

    assert answer["Content-Disposition"].endswith('-open.h9"')
    assert back.entrants[0].identifiers["egd"] == "99000017"
    assert (back.start, back.end) == (tournament.start, tournament.end)


def test_what_is_written_is_not_replaced_by_the_register(tournament: Tournament) -> None:
    player = Player.objects.get(surname="Aubrac")
    Identifier.objects.filter(player=player, scheme="ffg").update(value="9999999")

    assert files.material(tournament).report.entrants[0].identifiers["ffg"] == "0100001"


def test_missing_pin_is_refused_for_whoever_was_rated_before(
    tournament: Tournament, organiser: Account
) -> None:
    later = for_families(approved(organiser, "Later"), "ffg", "egf")
    Tournament.objects.filter(pk=later.pk).update(start=date(2024, 3, 20), end=date(2024, 3, 20))
    later.refresh_from_db()

    def pins(one: Tournament) -> set[str]:
        section = section_of(one, "egd", begins(), date(2024, 4, 1))
        assert section is not None
        return {check.code for check in section.checks if "pin" in check.code}

    assert (pins(tournament), pins(later)) == ({"new-without-pin"}, {"no-pin"})


def test_sent_accepted_and_undone_are_kept_and_journalled(tournament: Tournament, organiser: Account) -> None:
    client, day = logged_in(organiser), timezone.localdate() - timedelta(1)
    act(client, tournament, "sent", day=day.isoformat(), text="by e-mail")
    was_sent = state(tournament)
    act(client, tournament, "accepted", code="T240309A")
    was_accepted = state(tournament)
    kept = DispatchAct.objects.get(kind="sent")
    act(client, tournament, "undo")

    lines = JournalEntry.objects.filter(act__startswith="dispatch.").order_by("pk")
    assert (was_sent, was_accepted, state(tournament)) == ("sent", "accepted", "sent")
    assert (kept.day, kept.text, kept.account, len(kept.sha256)) == (day, "by e-mail", organiser, 64)
    assert [(one.act, one.detail.get("code", "")) for one in lines] == [
        ("dispatch.sent", ""),
        ("dispatch.accepted", "T240309A"),
        ("dispatch.undone", "T240309A"),
    ]


def test_what_was_sent_is_not_called_overdue(tournament: Tournament, organiser: Account) -> None:
    client = logged_in(organiser)
    before = client.get(page(tournament)).content.decode().count("The deadline was")
    act(client, tournament, "sent")

    after = client.get(page(tournament)).content.decode().count("The deadline was")
    assert (before, after) == (2, 1)


def test_refusal_and_switching_off_want_a_reason(tournament: Tournament, organiser: Account) -> None:
    client = logged_in(organiser)
    said = [act(client, tournament, "off"), act(client, tournament, "off", text="Played for fun")]
    off = state(tournament)
    act(client, tournament, "on")
    act(client, tournament, "sent")
    said.append(act(client, tournament, "refused"))
    act(client, tournament, "refused", text="No licence in line 3")

    assert (said[0], said[2], off, state(tournament)) == ("Say why.", "Say why.", "off", "refused")


def test_refused_switched_off_and_on_again_is_refused_still(
    tournament: Tournament, organiser: Account
) -> None:
    client = logged_in(organiser)
    for kind in ("sent", "refused", "off", "on"):
        act(client, tournament, kind, text="because")

    assert state(tournament) == "refused"


@pytest.mark.parametrize("kind", ["accepted", "refused", "on", "undo"])
def test_what_cannot_follow_is_refused(tournament: Tournament, organiser: Account, kind: str) -> None:
    said = act(logged_in(organiser), tournament, kind, text="because")

    assert said in ("This cannot follow the last step.", "There is nothing to undo.")
    assert not DispatchAct.objects.exists()


def test_second_who_says_it_was_sent_is_told_that_somebody_was_first(
    tournament: Tournament, organiser: Account, officer: Account
) -> None:
    act(logged_in(organiser), tournament, "sent")
    said = act(logged_in(officer), tournament, "sent", seen=0)

    assert "in the meantime" in said
    assert DispatchAct.objects.count() == 1


def test_file_that_changed_while_the_page_was_open_is_not_noted_as_sent(
    tournament: Tournament, organiser: Account
) -> None:
    said = act(logged_in(organiser), tournament, "sent", file="0" * 64)

    assert said == "The file has changed since you opened the page; check it again."


@pytest.mark.parametrize("day", ["2999-01-01", "1066-10-14", "soon"])
def test_day_that_cannot_be_is_refused(tournament: Tournament, organiser: Account, day: str) -> None:
    assert act(logged_in(organiser), tournament, "sent", day=day)
    assert not DispatchAct.objects.exists()


@pytest.mark.parametrize(("receiver", "kind"), [("fide", "sent"), ("nobody", "sent"), ("ffg", "eaten")])
def test_receiver_or_act_that_is_none_is_not_there(
    tournament: Tournament, organiser: Account, receiver: str, kind: str
) -> None:
    address = page(tournament, "desk-onward-act", receiver, kind)

    assert logged_in(organiser).post(address).status_code == 404


def test_new_revision_after_sending_shows_what_differs(
    tournament: Tournament, organiser: Account, officer: Account
) -> None:
    client = logged_in(organiser)
    act(client, tournament, "sent")
    before = client.get(page(tournament)).content.decode()
    draft = intake.reopen(tournament, account=officer)
    Tournament.objects.filter(pk=draft.pk).update(place="Lyon")
    draft.refresh_from_db()
    steps.submit(draft, account=officer)
    steps.approve(draft, account=None, four_eyes=False)
    draft.refresh_from_db()
    answer = client.get(page(draft))
    section = next(one["of"] for one in answer.context["sections"] if one["of"].receiver.key == "ffg")

    assert "has changed since it was sent" not in before
    assert "has changed since it was sent" in answer.content.decode()
    assert ("-", ";vill=Grenoble") in [(one.sign, one.text) for one in section.difference]
    assert ("+", ";vill=Lyon") in [(one.sign, one.text) for one in section.difference]
    sent = client.get(page(draft, "desk-onward-sent", "ffg"))
    assert b";vill=Grenoble" in sent.content
    assert f"/{draft.revision}/onward/" in client.get(page(tournament)).content.decode()


def test_draft_shows_its_files_and_can_not_be_sent(organiser: Account) -> None:
    begins()
    upload = intake.receive(reports.tou("Draft"), filename="draft.tou", account=organiser)
    draft = intake.draft(upload, account=organiser)
    client = logged_in(organiser)
    answer = client.get(page(draft))

    assert [one["may"]["sent"] for one in answer.context["sections"]] == [False] * len(
        answer.context["sections"]
    )
    assert act(client, draft, "sent") == "Only a submitted or approved tournament can be sent."


def test_undated_draft_has_no_days(organiser: Account) -> None:
    begins()
    upload = intake.receive(reports.undated(), filename="coupe.xml", account=organiser)
    answer = logged_in(organiser).get(page(intake.draft(upload, account=organiser)))

    assert "Deadline:" not in answer.content.decode()
    assert "The file has no first and last day." in answer.content.decode()


def test_chess_goes_to_fide_with_both_of_its_days(organiser: Account) -> None:
    begins()
    upload = intake.receive(table.write(CHESS, "trf26"), filename="open.trf", account=organiser)
    draft = intake.draft(upload, account=organiser)
    text = logged_in(organiser).get(page(draft)).content.decode()

    assert "4\xa0November 2025" in text  # 30 days after the end
    assert "12\xa0October 2025" in text  # 7 days after it
    assert "1\xa0January 2026" in text  # the third list


def test_birth_and_sex_of_the_register_fill_the_file_for_fide(organiser: Account) -> None:
    begins()
    bare = replace(CHESS, entrants=tuple(replace(one, sex="", birth="") for one in CHESS.entrants))
    upload = intake.receive(table.write(bare, "trf26"), filename="open.trf", account=organiser)
    draft = intake.draft(upload, account=organiser)
    player = Player.objects.create(
        surname="Aubrac",
        given_name="Lise",
        search_key="aubrac lise",
        sex="f",
        birth_year=1991,
        federation=Federation.objects.get(code="FR"),
    )
    draft.entries.filter(number=1).update(player=player, match="confirmed")
    first, second = files.material(draft).report.entrants[:2]

    assert (first.sex, first.birth) == ("f", "1991")
    assert (second.sex, second.birth) == ("", "")


def test_receiver_the_office_does_not_send_to_is_left_out(tournament: Tournament, organiser: Account) -> None:
    begins(ffg=False)
    answer = logged_in(organiser).get(page(tournament))

    assert [one["of"].receiver.key for one in answer.context["sections"]] == ["egd"]
    begins(ffg=False, egd=False)
    assert (
        "This tournament does not have to be sent anywhere."
        in logged_in(organiser).get(page(tournament)).content.decode()
    )


def test_stranger_sees_and_notes_nothing(tournament: Tournament, stranger: Account) -> None:
    client = logged_in(stranger)
    pages = [
        page(tournament),
        page(tournament, "desk-onward-file", "ffg"),
        page(tournament, "desk-onward-sent", "ffg"),
    ]

    assert [client.get(one).status_code for one in pages] == [403, 403, 403]
    assert client.post(page(tournament, "desk-onward-act", "ffg", "sent")).status_code == 403


def test_officer_mends_in_the_register_and_organiser_on_the_desk(
    tournament: Tournament, organiser: Account, officer: Account
) -> None:
    waiting = for_families(handed_in(organiser, "Second"), "egf")
    player = Player.objects.get(surname="Aubrac")

    assert f"/register/{player.pk}/" in logged_in(officer).get(page(waiting)).content.decode()
    assert f"/register/{player.pk}/" not in logged_in(organiser).get(page(waiting)).content.decode()


def test_page_of_the_desk_leads_to_it(tournament: Tournament, organiser: Account) -> None:
    text = logged_in(organiser).get(tournament_page(tournament)).content.decode()

    assert page(tournament) in text
    assert "Sending results to EGD, FFG" in text


def tournament_page(tournament: Tournament) -> str:
    return page(tournament, "desk-tournament")


def test_every_receiver_has_a_field_in_the_rule() -> None:
    rule = begins()

    assert all(rule.is_on(key) for key in RECEIVERS)
