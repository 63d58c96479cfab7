"""The grade of an entrant as files write it, with a finding where it is none."""

import re

from federation.vocabulary.grades import tidy_grade
from tournaments.reports.findings import Finding, Place, warning

_BARE = re.compile(r"[-+]?[0-9]{1,2}")


def read_grade(text: str, place: Place, findings: list[Finding]) -> str:
    """Read a grade, "" where it is missing; a number without its letter is asked about.

    Result tables of the EGF mean a kyu by it and have a reader of their own; Pairgoth counts 0 for 1d and
    -1 for 1k.
    """
    if _BARE.fullmatch(text.strip()):
        findings.append(warning("bare-grade", place, text=text.strip()))
        return ""
    grade = tidy_grade(text)
    if grade is None:
        findings.append(warning("unknown-grade", place, text=text[:40]))
    return grade or ""
