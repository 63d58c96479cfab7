"""A finding: something in a file that someone can mend, with code, place and severity.

Texts are English sentences with named gaps. They are translated at the door (`tournaments.queries.sentence`),
so this module stays free of Django; `gettext_noop` marks them for makemessages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


def gettext_noop(text: str) -> str:
    """Mark a text for translation without translating it here."""
    return text


class Severity(StrEnum):
    """How much a finding weighs: an error stops submission, a warning wants a look, a notice informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: line (1-based, as an editor counts), column (1-based), round, entrant number."""

    line: int | None = None
    column: int | None = None
    round: int | None = None
    entrant: int | None = None

    def __str__(self) -> str:
        parts = (
            ("line", self.line), ("column", self.column), ("round", self.round), ("entrant", self.entrant),
        )
        return ", ".join(f"{name} {value}" for name, value in parts if value is not None) or "file"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; `values` fill the gaps of the text that belongs to `code` in `TEXTS`."""

    code: str
    severity: Severity
    place: Place = field(default_factory=Place)
    values: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The English sentence."""
        return TEXTS[self.code].format(**self.values)


class Unreadable(Exception):  # noqa: N818 - said as an officer says it
    """The bytes cannot be read as a tournament report at all; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


# code -> English sentence. Every code a reader or an inspection may use stands here.
TEXTS: dict[str, str] = {
    "empty-file": gettext_noop("The file is empty."),
    "too-large": gettext_noop("The file has {size} bytes; at most {limit} are accepted."),
    "unknown-format": gettext_noop(
        "The format is not one we read (OpenGotha XML, H9, TOU, Palmares spreadsheet)."
    ),
}
