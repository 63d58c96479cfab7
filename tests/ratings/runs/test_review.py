from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from federation.models import Account, Job, Player
from ratings.lists.publication import publish
from ratings.models import ManualEvent, PublishedList, RatingChange, RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.runs.recalculation import compute, mark_stale, request_run
from tests.flow.coherence import dom
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.conftest import LogIn
from tests.ratings.histories import Played, hold, ledger, people, recalculate, round_robin, stale

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet_queue")]
DAY = date(2023, 3, 4)


@pytest.fixture
def proposed(ffg: RatingSystem) -> RatingRun:
    hold(DAY, people(4), round_robin(4), number=1)
    return compute(request_run(stale(ffg, DAY)))


def addresses(run: RatingRun, event: ManualEvent) -> list[tuple[str, str]]:
    return [
        ("get", reverse("review")),
        ("get", reverse("run", args=[run.pk])),
        ("get", reverse("run-changes", args=[run.pk])),
        ("get", reverse("list-publish", args=["ffg"])),
        ("get", reverse("manual-events", args=["ffg"])),
        ("post", reverse("run-request", args=["egf"])),
        ("post", reverse("list-publish", args=["egf"])),
        ("post", reverse("manual-events", args=["egf"])),
        ("post", reverse("manual-event-withdraw", args=[event.pk])),
        ("post", reverse("run-discard", args=[run.pk])),
        ("post", reverse("run-apply", args=[run.pk])),
        ("post", reverse("run-cancel", args=[run.pk])),
        ("post", reverse("run-undo", args=[run.pk])),
    ]


@pytest.mark.parametrize(("role", "status"), [("stranger", 403), ("organiser", 403), ("registrar", 403)])
def test_whoever_is_no_officer_is_refused_everywhere(
    role: str, status: int, proposed: RatingRun, ffg: RatingSystem, log_in: LogIn
) -> None:
    event = ManualEvent.objects.create(system=ffg, kind="adjustment", date=DAY)
    client = log_in(role)

    answers = [getattr(client, how)(where).status_code for how, where in addresses(proposed, event)]

    assert answers == [status] * 13
    proposed.refresh_from_db()
    assert (proposed.stage, ManualEvent.objects.get().withdrawn) == (RunStage.PROPOSED, None)


def test_a_visitor_is_sent_to_log_in(proposed: RatingRun, ffg: RatingSystem) -> None:
    event = ManualEvent.objects.create(system=ffg, kind="adjustment", date=DAY)

    answers = [getattr(Client(), how)(where) for how, where in addresses(proposed, event)]

    assert [(one.status_code, one["Location"].split("?")[0]) for one in answers] == [(302, "/login/")] * 13


def test_an_officer_may_everything(proposed: RatingRun, ffg: RatingSystem, officer: Client) -> None:
    event = ManualEvent.objects.create(system=ffg, kind="adjustment", date=DAY)

    answers = [getattr(officer, how)(where).status_code for how, where in addresses(proposed, event)]

    assert answers == [200] * 5 + [302, 422, 422, 302, 302, 302, 302, 302]


def test_officer_recalculates_reviews_and_approves(ffg: RatingSystem, officer: Client) -> None:
    hold(DAY, people(4), round_robin(4), number=1)
    stale(ffg, DAY)

    asked = officer.post(reverse("run-request", args=["ffg"]))
    run, job = RatingRun.objects.get(), Job.objects.get()
    assert (asked["Location"], job.kind) == (run.get_absolute_url(), "ratings.recalculate")
    compute(run)
    page = officer.get(run.get_absolute_url()).content.decode()
    done = officer.post(reverse("run-apply", args=[run.pk]), follow=True)

    assert page.count("Given<") == 8  # each enters the list, by a row of his own
    assert "The proposed ratings now apply." in done.content.decode()
    assert len(ledger(ffg)) == 4


def test_second_officer_is_told_who_decided(proposed: RatingRun, log_in: LogIn) -> None:
    log_in("officer", "first").post(reverse("run-apply", args=[proposed.pk]))

    second = log_in("officer", "second").post(reverse("run-discard", args=[proposed.pk]), follow=True)

    assert "already been decided: applied, by officer.first@example.org" in second.content.decode()
    proposed.refresh_from_db()
    assert proposed.stage == RunStage.APPLIED


def test_proposal_overtaken_by_new_facts_is_refused_with_the_way_out(
    proposed: RatingRun, ffg: RatingSystem, officer: Client
) -> None:
    mark_stale(ffg, DAY)

    answer = officer.post(reverse("run-apply", args=[proposed.pk]), follow=True)

    assert "The data has changed since this was calculated." in answer.content.decode()
    assert ledger(ffg) == {}


@pytest.mark.parametrize("tournaments", [1, 3])
def test_review_page_costs_the_same_for_one_and_three_runs(
    tournaments: int, ffg: RatingSystem, officer: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(tournaments):
        hold(DAY + timedelta(days=number), people(3), round_robin(3), number=number + 1)
        recalculate(stale(ffg, DAY + timedelta(days=number)))
        publish(ffg, DAY + timedelta(days=number), account=None)

    with django_assert_num_queries(11):
        page = officer.get(reverse("review"))

    assert page.content.decode().count('<span class="stage applied">') == tournaments


@pytest.mark.parametrize("tournaments", [1, 3])
def test_run_page_costs_the_same_for_one_and_three_tournaments(
    tournaments: int, ffg: RatingSystem, officer: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(tournaments):
        hold(DAY + timedelta(days=number), people(3), round_robin(3), number=number + 1)
    run = compute(request_run(stale(ffg, DAY)))

    with django_assert_num_queries(9):
        page = officer.get(run.get_absolute_url())

    assert page.status_code == 200


@pytest.mark.parametrize("column", ["player", "event", "kind", "games", "so_far", "after", "move"])
def test_table_of_changes_sorts_by_every_column(column: str, proposed: RatingRun, officer: Client) -> None:
    rising = officer.get(proposed.get_absolute_url(), {"sort": column})
    falling = officer.get(proposed.get_absolute_url(), {"sort": f"-{column}"})

    assert (rising.status_code, falling.status_code) == (200, 200)
    assert sorted(row.record.pk for row in rising.context["table"].rows) == sorted(
        row.record.pk for row in falling.context["table"].rows
    )


def test_changes_as_csv_hold_every_row(proposed: RatingRun, officer: Client) -> None:
    answer = officer.get(reverse("run-changes", args=[proposed.pk]))

    lines = b"".join(answer).decode().splitlines()
    assert lines[0] == "player,name,tournament,manual_event,kind,games,old,start,new,passes"
    assert [line.split(",")[2:6] for line in lines[1:]] == [["1", "", "new", "3"]] * 4


def test_row_of_a_run_tells_the_list_and_what_stood_before(officer: Client) -> None:
    rated, players = system(), masters(2)
    for player in players:
        based(rated, player, 2000)
    recalculate(stale(rated, date(2024, 12, 1)))
    opened(date(2025, 1, 10), players, [Played(1, 0, 1, 2)], number=1)
    run = compute(request_run(stale(rated, date(2025, 1, 10))))

    page = dom.read(officer.get(run.get_absolute_url()).content.decode())

    cells = [[cell.text for cell in row.all("td")] for row in page.all("tr")]
    told = [[row[at] for at in (1, 4, 5, 6)] for row in cells if len(row) == 7 and "Surname" in row[0]]
    assert told == [
        ["list of Feb. 1, 2025", "2000", "2010", "+10"],
        ["list of Feb. 1, 2025", "2000", "1990", "−10"],
    ]


def test_publishing_leads_to_the_job_that_freezes_the_list(ffg: RatingSystem, officer: Client) -> None:
    hold(DAY, people(3), round_robin(3), number=1)
    recalculate(stale(ffg, DAY))

    answer = officer.post(reverse("list-publish", args=["ffg"]), {"date": "2023-03-31"})

    job = Job.objects.get(kind="ratings.publish")
    assert answer["Location"] == reverse("job", args=[job.pk])
    assert job.arguments == {"published": PublishedList.objects.get(ready=False).pk}


def test_publishing_while_stale_says_so_on_the_page(ffg: RatingSystem, officer: Client) -> None:
    stale(ffg, DAY)

    answer = officer.post(reverse("list-publish", args=["ffg"]), {"date": "2023-03-31"})

    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "force": ["Data before this date has not been recalculated yet."]
    }


def test_decision_needs_player_and_rating_unless_it_is_for_everybody(
    ffg: RatingSystem, officer: Client
) -> None:
    address, (player,) = reverse("manual-events", args=["ffg"]), people(1)

    bare = officer.post(address, {"kind": "initial", "date": "2023-03-04", "label": "Level"})
    mixed = officer.post(
        address, {"kind": "adjustment", "date": "2023-03-04", "label": "All", "player": player.pk, "value": 1}
    )
    good = officer.post(
        address, {"kind": "initial", "date": "2023-03-04", "label": "L", "player": player.pk, "value": -350}
    )

    assert sorted(bare.context["form"].errors) == ["player", "value"]
    assert sorted(mixed.context["form"].errors) == ["__all__"]
    assert good.status_code == 302
    event = ManualEvent.objects.get()
    assert (event.player, event.value, event.account) == (player, -350.0, Account.objects.get())
    ffg.refresh_from_db()
    assert ffg.stale_from == DAY


@pytest.mark.parametrize(
    ("kind", "has", "lacks"),
    [("initial", "value", "factor"), ("adjustment", "offset", "player")],
)
def test_form_of_a_decision_has_the_fields_of_its_kind_alone(
    officer: Client, kind: str, has: str, lacks: str
) -> None:
    content = officer.get(reverse("manual-events", args=["ffg"]), {"kind": kind}).content.decode()

    assert (f'name="{has}"' in content, f'name="{lacks}"' in content) == (True, False)


def test_kind_the_system_does_not_have_is_refused(officer: Client) -> None:
    said = {"kind": "base", "date": "2023-03-04", "label": "L", "player": people(1)[0].pk, "value": 1}

    answer = officer.post(reverse("manual-events", args=["ffg"]), said)

    assert (answer.status_code, ManualEvent.objects.count()) == (422, 0)


def test_player_of_a_decision_is_named_and_chosen_where_several_are_called_so(officer: Client) -> None:
    one, other = people(2)
    Player.objects.filter(pk=other.pk).update(surname="Surname0", search_key="surname0 given")
    address = reverse("manual-events", args=["ffg"])
    said = {"kind": "initial", "date": "2023-03-04", "label": "L", "player": "surname0", "value": "-350"}

    asked = officer.post(address, said)
    assert {player.pk for player in asked.context["candidates"]} == {one.pk, other.pk}
    assert asked.content.decode().count('name="chosen"') == 2
    nobody = officer.post(address, said | {"player": "Zzyzx"})
    assert "player" in nobody.context["form"].errors
    stranger = Player.objects.create(surname="Else", search_key="else", federation=one.federation)
    moved_on = officer.post(address, said | {"chosen": str(stranger.pk)})
    assert "player" in moved_on.context["form"].errors
    taken = officer.post(address, said | {"chosen": str(other.pk)})

    assert taken.status_code == 302
    assert ManualEvent.objects.get().player == other


def test_player_found_while_he_is_typed_is_offered(officer: Client) -> None:
    player = people(1)[0]

    content = officer.get(reverse("manual-event-players"), {"player": "surname0"}).content.decode()

    assert f'value="{player.pk}"' in content


def test_administration_replaces_a_constant_and_has_the_history_computed_anew(ffg: RatingSystem) -> None:
    hold(DAY, people(2), round_robin(2), number=1)
    recalculate(stale(ffg, DAY))
    client = Client()
    client.force_login(Account.objects.create_superuser("root@example.org", "secret"))
    address = reverse("admin:ratings_ratingsystem_change", args=[ffg.pk])
    fields = {"position": 1, "active": "on", "edition": "", "numeric": 2}

    unknown = client.post(address, {**fields, "parameters": '{"divider": 6}'})
    known = client.post(address, {**fields, "parameters": '{"divisor": 6}'})

    assert (unknown.status_code, known.status_code) == (200, 302)
    ffg.refresh_from_db()
    assert (ffg.parameters, ffg.stale_from) == ({"divisor": 6}, DAY)


@pytest.mark.parametrize("model", ["ratingsystem", "ratingrun", "publishedlist"])
def test_administration_lists_what_the_office_keeps(model: str, proposed: RatingRun) -> None:
    client = Client()
    client.force_login(Account.objects.create_superuser("root@example.org", "secret"))

    listed = client.get(reverse(f"admin:ratings_{model}_changelist"))
    added = client.get(reverse(f"admin:ratings_{model}_add"))

    assert (listed.status_code, added.status_code) == (200, 403)


def test_overview_leads_to_the_proposal_while_it_fits_the_facts(
    proposed: RatingRun, ffg: RatingSystem, officer: Client
) -> None:
    link = f'<a class="button" href="{proposed.get_absolute_url()}">Review the proposal</a>'
    before = officer.get(reverse("review")).content.decode()
    mark_stale(ffg, DAY)

    after = officer.get(reverse("review")).content.decode()

    assert (before.count(link), after.count(link)) == (1, 0)


def test_new_row_shows_what_its_player_brings_to_the_event(ffg: RatingSystem, officer: Client) -> None:
    players = people(4)
    hold(DAY, players, round_robin(4), number=1)
    recalculate(stale(ffg, DAY))
    hold(DAY + timedelta(days=7), players, round_robin(4), number=2)
    run = compute(request_run(stale(ffg, DAY + timedelta(days=7))))

    rows = officer.get(run.get_absolute_url()).context["table"].data

    stands = {row.player_id: row.after for row in RatingChange.objects.filter(system=ffg)}
    assert {row.player_id: row.so_far for row in rows} == stands
    assert all(row.move == row.after - row.so_far for row in rows)


@pytest.mark.parametrize("year", [2626, 9999])
def test_list_of_a_far_day_is_refused_as_a_slip(ffg: RatingSystem, officer: Client, year: int) -> None:
    answer = officer.post(reverse("list-publish", args=["ffg"]), {"date": f"{year}-12-31"})

    assert (answer.status_code, PublishedList.objects.count(), Job.objects.count()) == (422, 0, 0)


def test_decision_of_a_far_day_is_refused_as_a_slip(ffg: RatingSystem, officer: Client) -> None:
    said = {
        "kind": "adjustment",
        "date": "2626-01-01",
        "factor": "0.9",
        "offset": "50",
        "label": "Ajustement",
    }

    answer = officer.post(reverse("manual-events", args=["ffg"]), said)

    assert (answer.status_code, ManualEvent.objects.count()) == (422, 0)
