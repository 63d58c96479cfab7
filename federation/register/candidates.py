"""Candidates: players that a name in a file may mean. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from federation.vocabulary.names import full_name


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player of the register, with all data that distinguishes them from others."""

    player: int  # public number
    surname: str
    given_name: str = ""
    known_names: tuple[str, ...] = ()  # as written, decided earlier
    identifiers: Mapping[str, str] = field(default_factory=dict)  # scheme -> number
    country: str = ""
    club: str = ""  # label, as files write it
    grade: str = ""
    sex: str = ""  # "f", "m"
    birth_year: int | None = None

    @property
    def name(self) -> str:
        """The name as written, surname first."""
        return full_name(self.surname, self.given_name)
