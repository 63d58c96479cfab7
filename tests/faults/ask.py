"""Ask for naps, and tell how the jobs stand: acts of the clerk, because the tests hold another database."""

from typing import Any


def be_ready() -> dict[str, Any]:
    """Connect to the database, so that what comes next begins at once."""
    from django.db import connection

    connection.ensure_connection()
    return {}


def request(count: str, seconds: str, diary: str, start: str, gate: str, gated: str) -> dict[str, Any]:
    """Request naps, and send every one twice: a message that comes twice must do no harm."""
    from federation.jobs import jobs

    for number in range(int(start), int(start) + int(count)):
        arguments = {"number": number, "seconds": float(seconds), "diary": diary}
        if gate and number >= int(gated):
            arguments["gate"] = gate
        job = jobs.request("faults.nap", arguments=arguments)
        jobs.enqueue_after_commit(job)
        jobs.enqueue_after_commit(job)
    return {"requested": int(count)}


def leave_to_the_clock() -> dict[str, Any]:
    """Request a piece of work and send no message of it."""
    from federation.jobs import jobs

    return {"job": jobs.request("faults.nothing").pk}


def let_time_pass(which: str) -> dict[str, Any]:
    """Let jobs have been silent for an hour: those that wait, or all."""
    from datetime import timedelta

    from django.db.models import F

    from federation.models import Job

    silent = Job.objects.all() if which == "all" else Job.objects.filter(state=Job.State.QUEUED)
    return {"silent": silent.update(heartbeat=F("heartbeat") - timedelta(hours=1))}


def let_naps_be_silent(*numbers: str) -> dict[str, Any]:
    """Let naps whose first attempt is lost have been silent for an hour."""
    from datetime import timedelta

    from django.db.models import F

    from federation.models import Job

    silent = Job.objects.filter(attempts=1, arguments__number__in=list(map(int, numbers)))
    return {"silent": silent.update(heartbeat=F("heartbeat") - timedelta(hours=1))}


def is_done(job: str) -> dict[str, Any]:
    """Return whether a job is done."""
    from federation.models import Job

    return {"done": Job.objects.filter(pk=int(job), state=Job.State.DONE).exists()}


def tell() -> list[dict[str, Any]]:
    """Return state, attempts and progress of every nap, in the order they were requested in."""
    from federation.models import Job

    naps = Job.objects.filter(kind="faults.nap").order_by("pk")
    return [dict(row) for row in naps.values("state", "attempts", "progress", "message", "error")]


def take(count: str, limit: str) -> int:
    """Ask so many times for one client, and return how often it was let through."""
    from federation.api import rate_limit

    return sum(not rate_limit.take("ada", limit=int(limit), now=0.0).is_spent for _ in range(int(count)))


def open_account(email: str, password: str) -> dict[str, Any]:
    """Open an account."""
    from federation.models import Account

    return {"account": Account.objects.create_user(email, password).pk}


def turn_to(address: str) -> dict[str, Any]:
    """Work in another database from now on."""
    from django.db import DEFAULT_DB_ALIAS, connections

    from federation.database import addresses

    connections.close_all()
    other = {**connections.settings, DEFAULT_DB_ALIAS: addresses.described(address)}
    connections.settings = connections.configure_settings(other)
    del connections[DEFAULT_DB_ALIAS]
    return {}


ACTS = {
    "turn_to": turn_to,
    "open_account": open_account,
    "take": take,
    "be_ready": be_ready,
    "request": request,
    "let_naps_be_silent": let_naps_be_silent,
    "let_time_pass": let_time_pass,
    "leave_to_the_clock": leave_to_the_clock,
    "is_done": is_done,
    "tell": tell,
}
