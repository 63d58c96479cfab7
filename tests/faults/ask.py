"""Ask for naps, and tell how the jobs stand: acts of the clerk, because the tests hold another database."""

from typing import Any


def request(count: str, seconds: str, diary: str, start: str = "0") -> dict[str, Any]:
    """Request naps, and send every one twice: a message that comes twice must do no harm."""
    from federation.jobs import jobs

    for number in range(int(start), int(start) + int(count)):
        arguments = {"number": number, "seconds": float(seconds), "diary": diary}
        job = jobs.request("faults.nap", arguments=arguments)
        jobs.enqueue_after_commit(job)
        jobs.enqueue_after_commit(job)
    return {"requested": int(count)}


def tell() -> list[dict[str, Any]]:
    """Return state, attempts and progress of every job."""
    from federation.models import Job

    rows = Job.objects.order_by("pk").values("state", "attempts", "progress", "message", "error")
    return [dict(row) for row in rows]


def naps() -> dict[str, Any]:
    """Return state and attempts of every nap, in the order they were requested in."""
    from federation.models import Job

    return {
        "naps": list(Job.objects.filter(kind="faults.nap").order_by("pk").values_list("state", "attempts"))
    }


ACTS = {"request": request, "tell": tell, "naps": naps}
