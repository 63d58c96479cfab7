"""What a long FIDE list on a page costs: queries, transactions, and how its job reports."""

from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.jobs import jobs
from federation.models import Account, Job, ListImport, Player
from federation.player_lists import list_plans, stored_file
from tests.federation.player_lists.fide_by_page import MOVED, NAME, enrol, fide_list, strangers
from tests.federation.player_lists.handing_in import hand_in, page, planned
from tests.federation.player_lists.test_import_fide_list import line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_home")]


def received(data: bytes, officer: Account) -> ListImport:
    return list_plans.receive(BytesIO(data), filename=NAME, day=None, account=officer, known_only=True)


def test_reading_opens_no_transaction_and_asks_as_little_of_a_long_list(
    anna: Player, officer: Account
) -> None:
    counts = []
    for rows in (10, 600):
        held = received(fide_list(MOVED, *strangers(rows)), officer)
        with CaptureQueriesContext(connection) as queries:
            list_plans.make_plan(held.pk)
        statements = [query["sql"] for query in queries]
        counts.append(len(statements))
        begun = next(at for at, sql in enumerate(statements) if sql.startswith("SAVEPOINT"))
        assert any("federation_identifier" in sql for sql in statements[:begun])
    assert counts[0] == counts[1]


def test_page_of_a_plan_asks_no_more_for_many_questions(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rows = []
    for n in range(60):
        enrol("Quist", f"Olaf{chr(97 + n // 26)}{chr(97 + n % 26)}", 96000000 + n)
        rows.append(line(96000000 + n, "Bianchi, Rosa"))
    held = planned(client, fide_list(*rows), NAME)

    with django_assert_num_queries(7):
        shown = page(client, held)

    assert shown.count("The same person, with a new name") == 50


def test_job_reports_how_far_it_has_read(
    anna: Player, officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_plans, "_REPORTED", 10)
    monkeypatch.setattr(stored_file, "PIECE", 2000)
    held = received(fide_list(MOVED, *strangers(300)), officer)
    said: list[float] = []

    list_plans.make_plan(held.pk, said.append)
    list_plans.apply(
        held.pk,
        ListImport.objects.get().fingerprint,
        account=officer,
        report=said.append,
    )

    assert len(said) == 60
    assert said[:30] == sorted(said[:30])
    assert 10 < said[0] <= said[29] == 90


def test_page_leads_on_from_its_job_to_the_plan(client: Client, anna: Player) -> None:
    answer = hand_in(client, fide_list(MOVED), NAME)
    held, job = ListImport.objects.get(), Job.objects.get()
    assert answer.headers["Location"] == held.get_absolute_url()
    assert f'hx-get="/jobs/{job.pk}/"' in page(client, held)
    assert "Apply the list" not in page(client, held)

    jobs.run(job.pk)

    part = client.get(f"/jobs/{job.pk}/", headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == held.get_absolute_url()
    assert "Apply the list" in page(client, held)


def test_players_are_entered_below_no_second_savepoint(client: Client, officer: Account) -> None:
    held = planned(client, fide_list(*strangers(3)), NAME, newcomers="1")

    with CaptureQueriesContext(connection) as queries:
        list_plans.apply(held.pk, held.fingerprint, account=officer)

    statements = [query["sql"] for query in queries]
    writes = 'INTO "federation_player"', 'COPY "federation_player"'  # SQLite and PostgreSQL
    entered = next(at for at, sql in enumerate(statements) if any(write in sql for write in writes))
    words = [sql.split(" ", 1)[0] for sql in statements[:entered]]
    assert words.count("SAVEPOINT") - words.count("RELEASE") == 1
