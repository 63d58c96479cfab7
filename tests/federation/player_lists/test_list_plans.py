"""A list handed in on a page: planned by a job, decided about, applied by a job, made anew when overtaken."""

import gzip

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.models import Account, Job, JournalEntry, ListDifference, ListImport, Player
from federation.player_lists import list_plans
from federation.privacy import personal_data
from federation.register import register
from federation.register.register import Newcomer
from tests.federation.player_lists.handing_in import ENGLISH, apply, hand_in, page, planned, work
from tests.federation.player_lists.test_go_lists import ladder, ladder_line
from tests.tournaments.conftest import account, logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_home")]

HOLM = ladder_line("HOLM Anna", 243, "L", "0712345", "38Gr")
QUIST = ladder_line("Quist Olaf", 512, "e", "-------", "xxxx", "NO")


def enrol(surname: str, given_name: str, country: str, grade: str, **numbers: str) -> Player:
    newcomer = Newcomer(surname, given_name, country, "", grade, numbers)
    return Player.objects.get(pk=register.enrol_many([newcomer], account=None)[0])


def test_list_is_planned_and_nothing_is_written(client: Client) -> None:
    held = planned(client, ladder(HOLM, QUIST))

    assert held.stage == ListImport.Stage.PLANNED
    assert not Player.objects.exists()
    shown = page(client, held)
    assert "HOLM Anna" in shown
    assert "Apply the list" in shown


def test_applied_list_is_in_the_register_and_the_journal(client: Client, officer: Account) -> None:
    held = apply(client, planned(client, ladder(HOLM, QUIST)))

    assert (held.stage, held.decided_by, bytes(held.content)) == ("applied", officer, b"")
    assert not held.differences.exists()
    assert held.counts["created"] == 2
    assert Player.objects.count() == 2
    line = JournalEntry.objects.get(act="list.imported")
    assert (line.account, line.detail["created"]) == (officer, 2)
    assert "Apply the list" not in page(client, held)


def test_same_list_again_differs_in_nothing(client: Client) -> None:
    apply(client, planned(client, ladder(HOLM, QUIST)))

    held = planned(client, gzip.compress(ladder(HOLM, QUIST)), "list.txt.gz")

    assert not held.differences.exists()
    assert held.counts["unchanged"] == 2
    assert "None of this kind." in page(client, held)


def test_resembling_row_is_decided_on_the_page(client: Client) -> None:
    known = enrol("Quisst", "Olaf", "NO", "6d")
    held = planned(client, ladder(HOLM, QUIST))
    row = held.differences.get(kind="resembling")
    shown = page(client, held)
    assert f'name="row-{row.pk}" value="{known.pk}"' in shown
    assert "1 row resembles a player and has no decision: it will be skipped." in shown

    client.post(reverse("register-import-decide", args=[held.pk]), {f"row-{row.pk}": str(known.pk)})
    held = apply(client, held)

    assert Player.objects.count() == 2
    assert Player.objects.get(pk=known.pk).surname == "Quist"  # the ladder describes who has no other number
    assert (held.counts["decided"], held.counts["left"]) == (1, 0)


@pytest.mark.parametrize("said", ["1000000", "nobody", "", "-1"])
def test_nobody_is_a_player_who_was_not_offered(client: Client, said: str) -> None:
    enrol("Quisst", "Olaf", "NO", "6d")
    held = planned(client, ladder(QUIST))
    row = held.differences.get(kind="resembling")

    client.post(reverse("register-import-decide", args=[held.pk]), {f"row-{row.pk}": said})

    row.refresh_from_db()
    assert row.decision == ""


def test_overtaken_plan_is_made_anew_and_keeps_the_decisions(client: Client) -> None:
    known = enrol("Quisst", "Olaf", "NO", "6d")
    held = planned(client, ladder(HOLM, QUIST))
    row = held.differences.get(kind="resembling")
    client.post(reverse("register-import-decide", args=[held.pk]), {f"row-{row.pk}": str(known.pk)})
    enrol("HOLM", "Anna", "FR", "5d", ffg="0712345")

    held = apply(client, held)

    assert held.stage == ListImport.Stage.PLANNED
    assert Player.objects.count() == 2
    assert held.counts["created"] == 0
    assert "The register has changed since the plan was made." in page(client, held)
    assert held.differences.get(kind="resembling").decision == str(known.pk)
    assert apply(client, held).stage == ListImport.Stage.APPLIED


def test_older_list_changes_nothing_that_a_newer_one_said(client: Client) -> None:
    later = HOLM.replace("38Gr", "75Op")
    apply(client, planned(client, ladder(later, head="#Echelle au 5/03/2024 05:00:00")))

    held = planned(client, ladder(HOLM))

    assert (held.counts["changed"], held.counts["older"]) == (0, 1)
    assert not held.differences.exists()


def test_kinds_are_searched_and_paged(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rows = [
        ladder_line(f"NOM{chr(65 + n // 26)}{chr(65 + n % 26)} Ada", 10, "L", f"07{n:05}", "38Gr")
        for n in range(60)
    ]
    held = planned(client, ladder(*rows))

    shown = page(client, held, kind="new")
    found = page(client, held, kind="new", q="nombb")
    with django_assert_num_queries(7):
        page(client, held, kind="new", page="2")

    assert shown.count("<tr") == 51
    assert "page=2" in shown
    assert found.count("<tr") == 2
    assert "NOMBB Ada" in found


@pytest.mark.parametrize("data", [b"nothing of ours", b"\x1f\x8bdamaged", b"\x00" * 5000])
def test_what_is_no_list_is_refused_with_a_sentence(client: Client, data: bytes) -> None:
    held = planned(client, data)

    assert held.stage == ListImport.Stage.REFUSED
    assert 'role="alert"' in page(client, held)


def test_list_that_differs_too_much_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_plans, "MOST", 1)

    held = planned(client, ladder(HOLM, QUIST))

    assert held.stage == ListImport.Stage.REFUSED
    assert "import it by command" in page(client, held)
    assert not ListDifference.objects.exists()


def test_file_over_the_limit_is_refused(client: Client, settings: Settings) -> None:
    settings.LIST_UPLOAD_LIMIT = 100

    inside, announced = hand_in(client, b"x" * 200), hand_in(client, b"x" * 20_000)

    assert (inside.status_code, announced.status_code) == (413, 413)
    assert not ListImport.objects.exists()


def test_form_without_a_file_or_with_no_day_says_so(client: Client) -> None:
    nothing = client.post(reverse("register-imports"), {}, headers=ENGLISH)
    no_day = hand_in(client, ladder(HOLM), day="tomorrow")

    assert (nothing.status_code, no_day.status_code) == (422, 422)
    assert "Write the date as" in no_day.content.decode()


def test_day_that_is_given_counts(client: Client) -> None:
    held = planned(client, ladder(HOLM), day="2024-02-29")

    assert str(held.list_date) == "2024-02-29"


def test_list_put_aside_leaves_nothing_behind(client: Client) -> None:
    held = planned(client, ladder(HOLM))

    client.post(reverse("register-import-drop", args=[held.pk]))
    again = client.post(reverse("register-import-apply", args=[held.pk]), follow=True, headers=ENGLISH)

    held.refresh_from_db()
    assert (held.stage, bytes(held.content), held.differences.count()) == ("dropped", b"", 0)
    assert "not waiting to be applied" in again.content.decode()
    assert not Player.objects.exists()


def test_applying_twice_writes_once(client: Client, officer: Account) -> None:
    held = planned(client, ladder(HOLM))
    fingerprint = held.fingerprint
    for _ in range(2):
        client.post(reverse("register-import-apply", args=[held.pk]))
    assert Job.objects.filter(kind=list_plans.APPLY).count() == 1
    work()

    list_plans.apply(held.pk, fingerprint, account=officer)

    assert JournalEntry.objects.filter(act="list.imported").count() == 1


def test_registrar_is_kept_out(officer: Account) -> None:
    client = logged_in(account("remi@example.org", "registrar"))

    assert client.get(reverse("register-imports")).status_code == 403
    assert reverse("register-imports") not in client.get(reverse("register")).content.decode()


def test_erased_player_is_named_in_no_plan(client: Client, officer: Account) -> None:
    known = enrol("Quisst", "Olaf", "NO", "6d")
    held = planned(client, ladder(QUIST))

    personal_data.erase(known, "He asks for it", account=officer)

    assert "Quisst" not in page(client, held)
    assert apply(client, held).problem == ["overtaken", {}]
