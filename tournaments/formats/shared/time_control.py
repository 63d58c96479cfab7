"""Thinking time: adjusted minutes, EGF class, and whether a place is a server."""

import re
from dataclasses import dataclass
from enum import StrEnum

from federation.vocabulary.systems.catalogue import rules_of_classes


class System(StrEnum):
    """What happens when the main time is used up."""

    SUDDEN_DEATH = "sudden death"
    JAPANESE = "Japanese byo-yomi"
    CANADIAN = "Canadian byo-yomi"
    FISCHER = "Fischer"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Main time in minutes, and `seconds` per period (or increment), for `stones` moves where Canadian."""

    main: float
    system: System = System.SUDDEN_DEATH
    seconds: float = 0
    stones: int = 0

    @property
    def words(self) -> str:
        """The time control in words."""
        if self.system is System.SUDDEN_DEATH or not self.seconds:
            return f"{self.main:g} min"
        stones = f" for {self.stones} stones" if self.system is System.CANADIAN else ""
        return f"{self.main:g} min + {self.seconds:g} s{stones} ({self.system.value})"


_SERVERS = re.compile(
    r"\b(kgs|ogs|igs|panda-?net|fox|foxwq|tygem|wbaduk|dgs|on-?\s?line|internet|en ligne|discord)\b",
    re.IGNORECASE,
)


def adjusted_minutes(control: TimeControl) -> float:
    """Add the rules' allowance for overtime to the main time, in minutes.

    EGF classes and FFG `ta`: 45 Japanese periods, 60 Canadian moves, 120 Fischer increments.
    """
    allowance = 0.0
    if control.system is System.JAPANESE:
        allowance = 45 * control.seconds
    elif control.system is System.CANADIAN and control.stones > 0:
        allowance = 60 * control.seconds / control.stones
    elif control.system is System.FISCHER:
        allowance = 120 * control.seconds
    return control.main + allowance / 60


def egf_class(main: float, adjusted: float, *, fischer: bool = False, online: bool = False) -> str:
    """Find the highest EGF class the thinking time in minutes allows, "" for none."""
    rules = rules_of_classes()
    return rules.class_of(basic=main, adjusted=adjusted, fischer=fischer, online=online) or ""


def class_floor(letter: str) -> float:
    """Return the least adjusted minutes of a class, 0 for none."""
    return next((kind.adjusted for kind in rules_of_classes().classes if kind.name == letter), 0.0)


def is_server(place: str) -> bool:
    """Return whether a place is no town but a Go server or the internet."""
    return _SERVERS.search(place) is not None
