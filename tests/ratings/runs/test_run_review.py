"""The review of a run: what caused it, who enters and leaves, the sums behind it, bounds of alarms."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from federation.journal import journal
from federation.models import Account, JournalEntry
from ratings.cadence.by_event.explain import Explanation
from ratings.cadence.shared.comparison import USUAL
from ratings.models import Proposal, RatingRun, RatingSystem
from ratings.previews.tournament_effects import effects_of
from ratings.runs import run_players, stale_reasons
from ratings.runs.automation import bounds_of, set_bounds
from ratings.runs.manual_events import Decision, enter
from ratings.runs.recalculation import apply, compute, discard, request_run
from tests.ratings.conftest import LogIn
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet_queue")]
DAY = date(2023, 3, 4)
WEEK = timedelta(days=7)


@pytest.fixture
def egf() -> RatingSystem:
    return RatingSystem.objects.get(key="egf")


def proposed(system: RatingSystem, since: date) -> RatingRun:
    return compute(request_run(stale(system, since)))


def late_tournament(ffg: RatingSystem) -> tuple[RatingRun, Tournament]:
    """Two tournaments stand; one between them comes late, for everybody and two more."""
    six = people(6)
    hold(DAY, six[:4], round_robin(4), number=1)
    hold(DAY + 2 * WEEK, six[:4], round_robin(4), number=3)
    recalculate(stale(ffg, DAY))
    late = hold(DAY + WEEK, six, round_robin(6), number=2)
    return proposed(ffg, DAY + WEEK), late


def test_causes_name_what_concerns_the_system_since_ratings_were_applied(ffg: RatingSystem) -> None:
    before, _ = late_tournament(ffg)
    account = Account.objects.create_user("odile@example.org", "secret")
    old = Tournament.objects.get(number=1)
    journal.write("tournament.approved", old, account=account)
    apply(before, account=None)
    strange = hold(DAY, people(2), round_robin(2), number=8, discipline="chess", rated_for=["fide"])
    known = hold(DAY, people(2), round_robin(2), number=9)
    journal.write("tournament.approved", strange, account=account)
    journal.write("tournament.approved", known, account=account)
    enter(ffg, Decision(kind="adjustment", date=DAY, label="All", factor=1.0, offset=1.0), account=account)
    enter(RatingSystem.objects.get(key="egf"), Decision(kind="adjustment", date=DAY, label="Elsewhere"),
          account=account)  # fmt: skip

    with translation.override("en"):
        found = stale_reasons.causes_of(proposed(ffg, DAY))

    assert found.since is not None
    assert [(one.act, one.subject.title if one.subject else "", one.account) for one in found.shown] == [
        ("adjustment added", "All", account),
        ("tournament approved", found.shown[1].subject.title if found.shown[1].subject else "", account),
    ]
    assert found.shown[1].subject is not None
    assert "9" in f"{found.shown[1].subject.title}{found.shown[1].subject.url}"
    assert (found.more, found.at_least) == (0, False)


def test_causes_of_a_decided_run_end_where_it_was_computed(ffg: RatingSystem) -> None:
    run, late = late_tournament(ffg)
    journal.write("tournament.approved", late, account=None)  # after it was computed

    assert stale_reasons.causes_of(run).shown == []


def test_heir_names_the_run_it_takes_its_first_ratings_from(ffg: RatingSystem) -> None:
    late_tournament(ffg)
    hybrid = RatingSystem.objects.get(key="ffg-hybrid")
    recalculate(stale(hybrid, DAY))
    source = recalculate(stale(ffg, DAY), whole=True)
    run = proposed(hybrid, DAY)

    with translation.override("en"):
        titles = [
            (one.act, one.subject.url if one.subject else "") for one in stale_reasons.causes_of(run).shown
        ]

    assert titles == [("recalculation applied", source.get_absolute_url())]


def test_entering_and_leaving_are_named_highest_first(ffg: RatingSystem, officer: Client) -> None:
    run, _ = late_tournament(ffg)

    answer = officer.get(run.get_absolute_url())

    entering = run.comparison["entering"]
    assert (len(entering), run.totals["entering"], run.comparison["leaving"]) == (2, 2, [])
    assert [row[1] for row in entering] == sorted((row[1] for row in entering), reverse=True)
    assert [one.player.pk for one in answer.context["named"].entering] == [row[0] for row in entering]
    assert "Gaining a rating" in answer.content.decode()


def test_leaving_player_is_named_with_the_rating_he_had(ffg: RatingSystem) -> None:
    run, late = late_tournament(ffg)
    apply(run, account=None)
    had = {row.player_id: row.after for row in Proposal.objects.filter(run=run, tournament=late)}
    late.stage = "superseded"
    late.save()

    found = proposed(ffg, DAY + WEEK)

    assert sorted(row[0] for row in found.comparison["leaving"]) == sorted(
        player for player in had if player not in set(_of_first(ffg))
    )
    assert all(had[int(key)] == rating for key, rating in found.comparison["leaving"])
    assert [alarm["code"] for alarm in found.comparison["alarms"]] == ["leaving"]
    kinds = {one.player: one.kind for one in run_players.standings(found)}
    assert sorted(kinds.values()).count("leaving") == 2


def _of_first(ffg: RatingSystem) -> list[int]:
    return list(Tournament.objects.get(number=1).entries.values_list("player_id", flat=True))


@pytest.mark.parametrize("how", ["late", "first", "gone", "whole"])
def test_players_of_a_run_say_what_its_totals_say(how: str, ffg: RatingSystem) -> None:
    run, late = late_tournament(ffg)
    if how == "first":
        run = RatingRun.objects.order_by("pk")[0]
    elif how == "gone":
        apply(run, account=None)
        late.stage = "superseded"
        late.save()
        run = proposed(ffg, DAY + WEEK)
    elif how == "whole":
        apply(run, account=None)
        RatingSystem.objects.filter(pk=ffg.pk).update(parameters={"divisor": 9})
        run = compute(request_run(ffg, whole=True), whole=True)

    found = list(run_players.standings(run))

    totals = run.totals
    assert len(found) == totals["players"] > 0
    assert sum(one.kind == "entering" for one in found) == totals["entering"]
    assert sum(one.kind == "leaving" for one in found) == totals["leaving"]
    assert sum(one.kind == "moved" for one in found) == totals["standings"]
    assert sum(one.change or 0 for one in found) == pytest.approx(totals["sum"], abs=1e-6)


def test_players_as_csv_hold_a_line_each(ffg: RatingSystem, officer: Client) -> None:
    run, _ = late_tournament(ffg)

    lines = b"".join(officer.get(reverse("run-players", args=[run.pk]))).decode().splitlines()

    assert lines[0] == "player,name,kind,old,new,change,events"
    assert sorted(line.split(",")[2] for line in lines[1:]) == ["entering"] * 2 + ["moved"] * 4


@pytest.mark.parametrize("key", ["ffg", "ffg-hybrid", "egf"])
def test_sum_of_a_proposed_event_is_bit_for_bit_the_proposal(key: str) -> None:
    system = RatingSystem.objects.get(key=key)
    run, late = late_tournament(system)

    for proposal in Proposal.objects.filter(run=run).select_related("player"):
        (event,) = [one for one in run_players.events(run, proposal.player) if one.proposal.pk == proposal.pk]
        told = run_players.explain(run, event)

        assert isinstance(told, Explanation)
        assert (told.before, told.start, told.after, told.passes, len(told.games)) == (
            proposal.before, proposal.start, proposal.after, proposal.passes, proposal.games,
        )  # fmt: skip
        assert told.start + told.sum + told.remainder == pytest.approx(told.after, abs=1e-9)
    assert Proposal.objects.filter(run=run).exclude(tournament=late).count() == 4  # the event behind it too


def test_player_page_shows_the_proposed_sum_and_the_other_systems(
    ffg: RatingSystem, egf: RatingSystem, officer: Client
) -> None:
    run, late = late_tournament(ffg)
    recalculate(stale(egf, DAY))
    player = late.entries.get(number=1).player
    assert player is not None
    row = Proposal.objects.get(run=run, tournament=late, player=player)

    answer = officer.get(reverse("run-player", args=[run.pk, player.pk]), {"event": str(row.sequence)})

    assert answer.context["chosen"].proposal == row
    assert answer.context["explanation"].after == row.after
    assert [(one.system, one.stands is None, one.is_open) for one in answer.context["effects"].data] == [
        ("ffg", True, True),
        ("egf", False, False),
    ]
    assert "The same tournament in every system" in answer.content.decode()


def test_sums_are_refused_once_the_facts_have_moved(ffg: RatingSystem, officer: Client) -> None:
    run, late = late_tournament(ffg)
    stale(ffg, DAY)
    player = late.entries.get(number=1).player
    assert player is not None

    answer = officer.get(reverse("run-player", args=[run.pk, player.pk]))

    assert "The data has changed since this was calculated" in answer.content.decode()
    assert answer.context["explanation"] is None


def test_discarded_run_has_no_player_pages(ffg: RatingSystem, officer: Client) -> None:
    run, late = late_tournament(ffg)
    discard(run, account=None)

    assert (
        officer.get(reverse("run-player", args=[run.pk, late.entries.all()[0].player_id])).status_code == 404
    )


def test_effects_lay_stands_and_proposed_side_by_side(ffg: RatingSystem, egf: RatingSystem) -> None:
    run, late = late_tournament(ffg)
    recalculate(stale(egf, DAY))
    wanted = {row.player_id: row for row in Proposal.objects.filter(run=run, tournament=late)}

    found = effects_of(late)

    assert found.systems == [("ffg", None), ("egf", None)]
    for line in found.lines:
        ladder, gor = line.effects
        row = wanted[line.entry.player_id or 0]
        assert (ladder.stands, ladder.is_open) == (None, True)
        assert ladder.proposed is not None
        assert (ladder.proposed.before, ladder.proposed.after) == (row.before, row.after)
        assert gor.stands is not None
        changes = [
            one.would.change_shown for one in line.effects if one.would and one.would.change_shown is not None
        ]
        assert line.apart == (max(changes) - min(changes) if len(changes) > 1 else None)


@pytest.mark.parametrize("tournaments", [1, 3])
def test_pages_of_a_run_cost_the_same_for_one_and_three_tournaments(
    tournaments: int,
    ffg: RatingSystem,
    officer: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    three = people(3)
    for number in range(tournaments):
        made = hold(DAY + number * WEEK, three, round_robin(3), number=number + 1)
        journal.write("tournament.approved", made, account=None)
    run = proposed(ffg, DAY)

    with django_assert_num_queries(11):
        officer.get(run.get_absolute_url())
    with django_assert_num_queries(15):
        answer = officer.get(reverse("run-player", args=[run.pk, three[0].pk]))
    with django_assert_num_queries(7):
        officer.get(reverse("effects", args=[1]))

    assert len(answer.context["rows"].data) == tournaments


def test_bounds_of_the_office_raise_the_alarm_from_the_next_run_on(
    ffg: RatingSystem, officer: Client
) -> None:
    run, _ = late_tournament(ffg)
    address = reverse("alarm-bounds", args=["ffg"])
    wanted = {"largest_move": "1", "share_moved": "50", "most_entering": "1", "most_leaving": "0"}

    answer = officer.post(address, wanted)
    ffg.refresh_from_db()
    again = compute(request_run(ffg))

    assert answer.status_code == 302
    assert ffg.bounds == {"largest_move": 1.0, "most_entering": 1}
    before, after = ([alarm["code"] for alarm in one.comparison["alarms"]] for one in (run, again))
    assert [code for code in after if code not in before] == ["large-move", "entering"]
    line = JournalEntry.objects.get(act="system.bounds")
    assert line.detail["before"] == {"largest_move": 400.0, "most_entering": 500}
    assert line.detail["after"] == {"largest_move": 1.0, "most_entering": 1}
    assert "at once is rare" in officer.get(again.get_absolute_url()).content.decode()


def test_usual_bounds_are_not_stored_and_saying_them_again_changes_nothing(ffg: RatingSystem) -> None:
    assert set_bounds(ffg, replace(USUAL, most_leaving=3), account=None) is True
    assert set_bounds(ffg, USUAL, account=None) is True
    assert set_bounds(ffg, USUAL, account=None) is False
    ffg.refresh_from_db()

    assert (ffg.bounds, bounds_of(ffg)) == ({}, USUAL)
    assert JournalEntry.objects.filter(act="system.bounds").count() == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [("largest_move", "0"), ("share_moved", "101"), ("most_leaving", "-1"), ("share_moved", "x")],
)
def test_bound_that_makes_no_sense_is_refused(
    field: str, value: str, ffg: RatingSystem, officer: Client
) -> None:
    wanted = {
        "largest_move": "400",
        "share_moved": "50",
        "most_entering": "1",
        "most_leaving": "0",
        field: value,
    }

    answer = officer.post(reverse("alarm-bounds", args=["ffg"]), wanted)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    ffg.refresh_from_db()
    assert ffg.bounds == {}


def test_streams_have_no_bounds(officer: Client) -> None:
    assert officer.get(reverse("alarm-bounds", args=["ladder"])).status_code == 404


@pytest.mark.parametrize("role", ["stranger", "organiser", "registrar"])
def test_officers_alone_get_in(role: str, ffg: RatingSystem, log_in: LogIn) -> None:
    run, late = late_tournament(ffg)
    addresses = [
        reverse("run-player", args=[run.pk, late.entries.all()[0].player_id]),
        reverse("run-players", args=[run.pk]),
        reverse("effects", args=[late.number]),
        reverse("alarm-bounds", args=["ffg"]),
    ]

    assert [log_in(role, str(n)).get(one).status_code for n, one in enumerate(addresses)] == [403] * 4
    assert [Client().get(one).status_code for one in addresses] == [302] * 4


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({"player": "surname4"}, 1),
        ({"player": "nobody"}, 0),
        ({"tournament": "tournament 2"}, 6),
        ({"tournament": "2"}, 6),
        ({"tournament": "99"}, 0),
        ({"least": "4999"}, 0),
        ({"least": "much"}, 10),
        ({}, 10),
    ],
)
def test_changes_of_a_run_are_searched(
    ffg: RatingSystem, officer: Client, asked: dict[str, str], shown: int
) -> None:
    run, _late = late_tournament(ffg)

    table = officer.get(run.get_absolute_url(), asked).context["table"]

    assert table.paginator.count == shown


def test_size_sought_is_that_of_a_move_up_or_down(ffg: RatingSystem, officer: Client) -> None:
    run, _late = late_tournament(ffg)
    every = officer.get(run.get_absolute_url()).context["table"].data
    moves = sorted(abs(row.move) for row in every if row.move is not None)
    least = moves[len(moves) // 2]

    table = officer.get(run.get_absolute_url(), {"least": repr(least)}).context["table"]

    assert table.paginator.count == sum(move >= least for move in moves)


def test_alarms_lead_to_what_the_run_does(ffg: RatingSystem, officer: Client) -> None:
    run, _late = late_tournament(ffg)
    player = Proposal.objects.filter(run=run)[0].player_id
    run.comparison["alarms"] = [{"code": "leaving", "bound": 0, "found": 1, "subjects": [player]}]
    run.save()

    content = officer.get(run.get_absolute_url()).content.decode()

    alarm, button = content.index(f'name="seen-{run.pk}"'), content.index(">Approve<")
    assert alarm < button
    assert f'href="/review/runs/{run.pk}/players/{player}/"' in content[alarm:button]
