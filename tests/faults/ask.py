"""Ask for naps, and tell how the jobs stand; run as a program, because the tests hold another database.

`python -m tests.faults.ask COUNT SECONDS DIARY` requests; `python -m tests.faults.ask` prints all as JSON.
"""

import json
import os
import sys

import django


def request(count: int, seconds: float, diary: str) -> None:
    """Request naps, and send every one twice: a message that comes twice must do no harm."""
    from federation import jobs

    for number in range(count):
        job = jobs.request("faults.nap", arguments={"number": number, "seconds": seconds, "diary": diary})
        jobs.send_after_commit(job)
        jobs.send_after_commit(job)


def tell() -> None:
    """Print state, attempts and progress of every job."""
    from federation.models import Job

    rows = Job.objects.order_by("pk").values("state", "attempts", "progress", "message", "error")
    sys.stdout.write(json.dumps(list(rows)))


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.faults.settings"
    django.setup()
    if len(sys.argv) > 1:
        request(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3])
    else:
        tell()
