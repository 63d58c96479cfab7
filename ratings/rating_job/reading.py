"""The rating job, read: one computation as a file becomes records, or findings with their path in the file.

Nothing is guessed and nothing is ignored: an unknown key is a finding, and so is a key that has no meaning in
the system asked for.
"""

from typing import TypeAlias

from federation.vocabulary.messages import gettext_noop
from ratings.rating_job.document import Document, JobFinding, NotADocumentError, parse
from ratings.rating_job.fide import FideJob, FideReader
from ratings.rating_job.go import GoJob, GoReader
from ratings.rating_job.job_reader import JOB_KEYS
from ratings.rating_job.streams import StreamJob, StreamReader
from ratings.rulebook.systems import COMPUTABLE, System, computable

UNKNOWN_SYSTEM = gettext_noop("unknown or unavailable system: {value}; available: {known}")

Job: TypeAlias = GoJob | FideJob | StreamJob


def read_job(content: bytes) -> tuple[Job | None, list[JobFinding]]:
    """Read a job file; give the job, or None and what is wrong with the file."""
    try:
        document = parse(content)
    except NotADocumentError as error:
        return None, [error.finding]
    system = _system(document)
    if system is None:
        document.know("", document.root, JOB_KEYS)
        return None, document.findings
    job = _reader(document, system).job()
    return (None if document.findings else job), document.findings


def _reader(document: Document, system: System) -> FideReader | StreamReader | GoReader:
    if system.entry.moves_by_game:
        return StreamReader(document, system)
    return FideReader(document, system) if system.entry.moves_by_period else GoReader(document, system)


def _system(document: Document) -> System | None:
    key = document.text("", document.root, "system")
    if key is None:
        return None
    system = COMPUTABLE.get(key)
    if system is None:
        document.find("system", UNKNOWN_SYSTEM, value=key, known=", ".join(computable()))
        return None
    return system
