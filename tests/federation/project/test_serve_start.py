"""Start of the site by one command: what is told where the first page never comes."""

import io
from contextlib import ExitStack
from dataclasses import dataclass
from typing import cast

import pytest
from django.utils import translation

from federation.jobs.supervision import Child
from federation.management.commands import serve


@dataclass
class Program:
    """A program that runs, or has ended with a status."""

    status: int | None = None

    def poll(self) -> int | None:
        return self.status


@pytest.mark.parametrize(
    ("status", "words"), [(None, "The site did not answer within five minutes.\n"), (1, "")]
)
def test_silence_of_programs_that_run_is_told_and_of_one_that_ended_is_left_to_it(
    monkeypatch: pytest.MonkeyPatch, status: int | None, words: str
) -> None:
    monkeypatch.setattr(serve, "ANSWER_SECONDS", 0)
    errors = io.StringIO()
    children = [cast(Child, Program()), cast(Child, Program(status))]

    with translation.override("en"):
        is_ready = serve.Command(stderr=errors, no_color=True)._say_when_ready(1, children, ExitStack())

    assert (is_ready, errors.getvalue()) == (False, words)
