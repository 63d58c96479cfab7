"""`manage.py rate`: one rating job from a file, without the database."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn

from django.utils.translation import gettext, gettext_noop

from federation.management.office_command import OfficeCommand
from ratings.rating_job.answer import written
from ratings.rating_job.document import JobFinding, NoRatingsError
from ratings.rating_job.reading import Job, read_job

UNREADABLE = gettext_noop("cannot be read: {reason}")
UNWRITABLE = gettext_noop("cannot be written: {reason}")
REFUSED = 2


class Command(OfficeCommand):
    """Compute a rating job; exit 2 with one line per finding where the job cannot be computed."""

    help = "Calculate ratings from a job file without touching the database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the job file and where the answer goes."""
        parser.add_argument("job", help="the job as JSON; - for standard input")
        parser.add_argument(
            "--output", type=Path, help="write the answer to a file instead of standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        """Read, compute, write."""
        job, findings = read_job(self._content(options["job"]))
        if job is None:
            self._refuse(findings)
        answer = self._answer(job)
        if options["output"] is None:
            self.stdout.write(answer, ending="")
            return
        try:
            options["output"].write_text(answer, encoding="utf-8")
        except OSError as error:
            self._refuse([JobFinding(str(options["output"]), UNWRITABLE, {"reason": str(error.strerror)})])

    def _answer(self, job: Job) -> str:
        try:
            return written(job, indent=2) + "\n"
        except NoRatingsError as error:
            self._refuse([error.finding])

    def _content(self, name: str) -> bytes:
        if name == "-":
            return sys.stdin.buffer.read()
        try:
            return Path(name).read_bytes()
        except OSError as error:
            self._refuse([JobFinding(name, UNREADABLE, {"reason": str(error.strerror)})])

    def _refuse(self, findings: list[JobFinding]) -> NoReturn:
        for finding in findings:
            sentence = gettext(finding.text).format(**finding.values)
            self.stderr.write(" ".join(f"{finding.path}: {sentence}".split()))
        raise SystemExit(REFUSED)
