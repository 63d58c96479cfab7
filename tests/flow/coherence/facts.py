"""What pages say, figure by figure, and whether any two of them contradict each other."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import floor
from typing import NamedTuple

MINUS = "\N{MINUS SIGN}"
EXACT = 9  # decimals of a figure given unrounded
_NUMBER = re.compile(rf"[+{MINUS}-]?\d+(?:\.\d+)?")


class About(NamedTuple):
    """Of whom a figure is, in which system, and of which list, event, game or moment."""

    player: int
    system: str
    when: str


@dataclass(frozen=True)
class Fact:
    """One figure as one page shows it."""

    about: About
    kind: str  # rating, change, rank, active rank, games, before, after, live, ...
    value: float
    places: int  # decimals shown
    where: str  # address

    def __str__(self) -> str:
        return f"{self.value:.{min(self.places, 3)}f} at {self.where}"


def number(text: str) -> tuple[float, int] | None:
    """Read the first number of a text with how many decimals it has; None where there is none."""
    found = _NUMBER.search(text)
    if found is None:
        return None
    plain = found.group().replace(MINUS, "-")
    return float(plain), len(plain.partition(".")[2])


def agree(one: Fact, other: Fact) -> bool:
    """Return whether two figures may be one: alike but for what the coarser leaves out."""
    if one.places == other.places:
        return abs(one.value - other.value) < 10.0 ** -(one.places + 3)
    return abs(one.value - other.value) <= 0.5 * 10.0 ** -min(one.places, other.places) + 1e-6


Known = Mapping[tuple[About, str], list[Fact]]


def gathered(facts: Iterable[Fact]) -> Known:
    """Put the facts of one thing together."""
    found: dict[tuple[About, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.about, fact.kind].append(fact)
    return found


def contradictions(known: Known) -> list[str]:
    """Name everything that has two figures, each with two pages that show them."""
    made = []
    for (about, kind), facts in known.items():
        finest = max(facts, key=lambda fact: fact.places)
        first = facts[0]
        other = next((fact for fact in facts if not (agree(first, fact) and agree(finest, fact))), None)
        if other is not None:
            against = first if not agree(first, other) else finest
            made.append(f"{kind} of {about.player}, {about.system}, {about.when}: {against}; {other}")
    return sorted(made)


def _differs(known: Known, about: About, kinds: tuple[str, str, str]) -> str:
    """Report that a change is not what its two ends show; "" where it is, or one of them is not told."""
    facts = [known.get((about, kind)) for kind in kinds]
    if not all(facts):
        return ""
    change, before, after = (min(found, key=lambda fact: fact.places) for found in facts if found)
    places = min(change.places, before.places, after.places)
    if abs(after.value - before.value - change.value) < 10.0 ** -(places + 1):
        return ""
    return f"change of {about.player}, {about.system}, {about.when}: {change}; from {before} to {after}"


def broken_sums(known: Known) -> list[str]:
    """Name every change of an event, a game or a day that is not the difference of what is shown."""
    every = {about for about, kind in known if kind == "change"}
    return sorted(filter(None, (_differs(known, about, ("change", "before", "after")) for about in every)))


def broken_shares(known: Known, lists: Mapping[tuple[str, str], str]) -> list[str]:
    """Name every list whose change is not what its tournaments contributed, rounded once, a half outwards."""
    totals: dict[tuple[int, str, str], float] = defaultdict(float)
    for (about, kind), facts in known.items():
        if kind == "share":
            totals[about.player, about.system, about.when.split()[2]] += facts[0].value
    made = []
    for (player, system, day), total in totals.items():
        change = known.get((About(player, system, lists[system, day]), "change"))
        whole = floor(abs(round(total, 2)) + 0.5)
        if change and change[0].value != (whole if total > 0 else -whole):
            made.append(f"change of {player}, {system}, {day}: {change[0]}; its tournaments give {total:.2f}")
    return sorted(made)


def broken_lists(known: Known, before: Mapping[tuple[str, str], str]) -> list[str]:
    """Name every change on a list that is not the difference to the list `before`, by system and list."""
    made = []
    for (about, kind), facts in known.items():
        earlier = before.get((about.system, about.when))
        if kind != "change" or earlier is None:
            continue
        now = known.get((about, "rating"))
        then = known.get((about._replace(when=earlier), "rating"))
        if now and then and now[0].value - then[0].value != facts[0].value:
            made.append(
                f"change of {about.player}, {about.system}, {about.when}: {facts[0]};"
                f" from {then[0]} to {now[0]}"
            )
    return sorted(made)
