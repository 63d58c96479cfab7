"""What monitoring programs are answered, and who may read the figures."""

from collections.abc import Iterator
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Job, JournalHead
from ratings.models import PublishedList, RatingSystem
from ratings.monitoring import disks, figures, instruments, probes, readiness

HERE: dict[str, Any] = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}
Value = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture(autouse=True)
def _anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ask anew, and wait for answers however busy the machine is."""
    monkeypatch.setattr(readiness, "SECONDS", 120.0)
    readiness.forget()
    yield
    readiness.forget()


def values(text: str) -> Value:
    return {
        (one.name, tuple(sorted(one.labels.items()))): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


def told(monkeypatch: pytest.MonkeyPatch, **checks: str) -> None:
    monkeypatch.setattr(readiness, "CHECKS", {name: lambda said=said: said for name, said in checks.items()})


def test_alive_asks_no_database_and_no_host_name() -> None:
    answer = Client().get("/healthz", headers={"host": "10.0.0.7"})

    assert (answer.status_code, answer.json(), answer["Cache-Control"]) == (200, {"alive": True}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_ready_asks_database_migrations_and_queue(settings: Settings, tmp_path: Any) -> None:
    settings.BROKER_URL = ""
    settings.DATA_DIR = tmp_path

    answer = Client().get("/readyz")

    parts = {"database": "ok", "migrations": "ok", "queue": "ok", "disk": "ok"}
    assert answer.json() == {"ready": True, "parts": parts}
    assert list((tmp_path / "queue" / "messages").iterdir()) == []


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Any) -> dict[str, int]:
    """Free bytes by folder, each folder a disk of its own."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path / "data", str(tmp_path / "backups")
    found = {}
    for name in ("data", "backups"):
        (tmp_path / name).mkdir()
        found[name] = 5 << 30
    monkeypatch.setattr(disks, "_device", lambda folder: folder.name)
    monkeypatch.setattr(disks, "_room", lambda folder: found.get(folder.name, 7 << 30))
    return found


@pytest.mark.django_db
def test_full_disk_of_the_data_is_named_and_one_of_backups_holds_up_nothing(room: dict[str, int]) -> None:
    states = []
    for name in ("backups", "data"):
        room[name] = 100_000
        states.append(readiness.CHECKS["disk"]())

    assert states == ["ok", "full: data"]
    figure = {one.labels["disk"]: one.value for one in figures.disks_free().samples}
    assert (figure["data"], figure["backups"]) == (100_000, 100_000)


@pytest.mark.django_db
def test_database_that_refuses_for_want_of_room_is_named_as_long_as_a_job_waits_for_it(
    room: dict[str, int],
) -> None:
    job = Job.objects.create(kind="none", message=jobs.NO_ROOM)
    states = [readiness.CHECKS["disk"](), samples_of("palmares_jobs_without_room")]
    Job.objects.filter(pk=job.pk).update(state="done")

    assert [*states, readiness.CHECKS["disk"]()] == ["full: database", [1.0], "ok"]
    with connection.execute_wrapper(away):
        assert readiness.CHECKS["disk"]() == "ok"


def away(*_: Any) -> None:
    raise OperationalError("the server closed the connection")


def samples_of(name: str) -> list[float]:
    return [one.value for one in samples() if one.name == name]


@pytest.mark.django_db
def test_figures_of_the_machine_are_given_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "_office", figures.Office())
    Client().get("/login/")
    with connection.execute_wrapper(away):
        found = values(Client().get("/metrics", **HERE).content.decode())
    names = {name for name, _labels in found}

    assert found["palmares_database_up", ()] == 0
    assert {"palmares_info", "palmares_disk_free_bytes", "palmares_requests_total"} <= names
    assert "palmares_jobs_without_room" not in names
    assert samples_of("palmares_database_up") == [1.0]


def test_part_that_fails_is_named_by_the_class_of_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> str:
        raise OSError("secret address")

    monkeypatch.setattr(readiness, "CHECKS", {"database": lambda: "ok", "queue": fails})
    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "parts": {"database": "ok", "queue": "OSError"}}


def test_part_without_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = Event()

    def slowly() -> str:
        answered.wait(120)
        return "ok"

    monkeypatch.setattr(readiness, "SECONDS", 0.05)
    monkeypatch.setattr(readiness, "CHECKS", {"slow one": slowly})

    assert Client().get("/readyz").json()["parts"] == {"slow one": "no answer"}
    answered.set()
    monkeypatch.setattr(readiness, "SECONDS", 120.0)  # for the same question, which is not asked again
    readiness.forget()
    assert Client().get("/readyz").json()["parts"] == {"slow one": "ok"}


def test_readiness_is_kept_for_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("ratings.monitoring.readiness.time.monotonic", lambda: now[0])
    told(monkeypatch, database="ok")
    Client().get("/readyz")
    told(monkeypatch, database="away")
    now[0] += 0.9

    assert Client().get("/readyz").status_code == 200
    now[0] += 0.2
    assert Client().get("/readyz").status_code == 503


@pytest.mark.parametrize(
    "said",
    [
        {"REMOTE_ADDR": "192.0.2.1"},
        {"HTTP_HOST": "ratings.example.org"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
    ],
)
def test_figures_are_not_there_for_whoever_comes_from_elsewhere(said: dict[str, Any]) -> None:
    assert Client().get("/metrics", **{**HERE, **said}).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "status"), [("Bearer right", 200), ("Bearer wrong", 404), ("right", 404), ("", 404)]
)
def test_figures_ask_for_the_token_where_there_is_one(settings: Settings, given: str, status: int) -> None:
    settings.METRICS_TOKEN = "right"

    assert Client().get("/metrics", **HERE, HTTP_AUTHORIZATION=given).status_code == status


@pytest.mark.django_db
def test_requests_are_counted_by_the_name_of_the_address_never_by_what_was_typed() -> None:
    before = values(Client().get("/metrics", **HERE).content.decode())
    Client().get("/players/", {"q": "somebody"})
    Client().get("/no-such-page/")

    now = values(Client().get("/metrics", **HERE).content.decode())

    def more(name: str, **labels: str) -> float:
        key = (name, tuple(sorted(labels.items())))
        return now[key] - before.get(key, 0)

    assert more("palmares_requests_total", route="players", status="200") == 1
    assert more("palmares_requests_total", route="none", status="404") == 1
    assert more("palmares_request_seconds_count", route="players") == 1


@pytest.mark.django_db
def test_figures_of_the_office_are_those_of_its_tables() -> None:
    ago = timezone.now() - timedelta(minutes=10)
    Job.objects.create(kind="none", state="failed")
    waiting = Job.objects.create(kind="none")
    Job.objects.filter(pk=waiting.pk).update(requested=ago)
    ffg = RatingSystem.objects.get(key="ffg")
    PublishedList.objects.create(system=ffg, date=ago.date(), ready=True, published=ago)
    journal.write("none", "none", account=None)

    found = {(one.name, tuple(one.labels.values())): one.value for one in samples()}

    assert found["palmares_jobs", ("none", "failed")] == 1
    assert 600 <= found["palmares_job_oldest_waiting_seconds", ()] < 1200
    assert 600 <= found["palmares_list_age_seconds", ("ffg",)] < 1200
    assert found["palmares_journal_unsealed", ()] == 1
    journal.seal()
    assert {one.name: one.value for one in figures.journal_place().samples} == {
        "palmares_journal_place": JournalHead.objects.get().place
    }


def samples() -> Iterator[Any]:
    for family in figures.Office().collect():
        yield from family.samples


@pytest.mark.django_db
def test_figures_are_read_once_in_ten_seconds(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    office = figures.Office()
    list(office.collect())
    with django_assert_num_queries(0):
        assert list(office.collect())


def test_pages_out_of_the_memory_are_counted_in_steps() -> None:
    def now() -> float:
        return values_of_kept()[("palmares_kept_pages_total", (("outcome", "hit"), ("where", "memory")))]

    before = now()
    for _ in range(640):
        instruments.count_memory_hit()
    assert now() - before == 640


def values_of_kept() -> Value:
    return {
        (one.name, tuple(sorted(one.labels.items()))): one.value
        for family in instruments.registry().collect()
        for one in family.samples
    }


@pytest.mark.django_db
def test_answer_has_the_number_its_request_was_given() -> None:
    assert Client().get("/login/", headers={"x-request-id": "abc-1"})["X-Request-ID"] == "abc-1"
    assert len(Client().get("/login/", headers={"x-request-id": "a b"})["X-Request-ID"]) == 32
