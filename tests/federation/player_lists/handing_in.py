"""Lists handed in on a page, and what is done with them there; what waits is run as the worker does it."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from federation.jobs import jobs
from federation.models import Job, ListImport

ENGLISH = {"accept-language": "en"}


def hand_in(client: Client, data: bytes, name: str = "list.txt", **more: str) -> Any:
    file = SimpleUploadedFile(name, data)
    return client.post(reverse("register-imports"), {"file": file, **more}, headers=ENGLISH)


def work() -> None:
    """Run what waits, as the worker does."""
    for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
        done = jobs.run(job.pk)
        assert done is not None
        assert done.state == Job.State.DONE, done.error


def planned(client: Client, data: bytes, name: str = "list.txt", **more: str) -> ListImport:
    answer = hand_in(client, data, name, **more)
    held = ListImport.objects.latest("pk")
    assert answer.headers["Location"] == held.get_absolute_url()
    work()
    held.refresh_from_db()
    return held


def page(client: Client, held: ListImport, **asked: str) -> str:
    return client.get(held.get_absolute_url(), asked, headers=ENGLISH).content.decode()


def apply(client: Client, held: ListImport) -> ListImport:
    client.post(reverse("register-import-apply", args=[held.pk]))
    work()
    held.refresh_from_db()
    return held
