"""Query of a player's page: a system, the range of its chart, all events."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict

RANGES = (1, 5, 10)  # years
A_YEAR = 365.25  # days


@dataclass(frozen=True, slots=True)
class Asked:
    """Requested view; `is_misread`: an unknown value was ignored, so no page links here."""

    system: str
    first: str  # the system shown where none is asked for
    years: int | None = None  # None: everything
    all_events: bool = False
    is_misread: bool = False

    def of_system(self, system: str) -> str:
        """Write the query that shows another system."""
        return _query(replace(self, system=system))

    def of_years(self, years: int | None) -> str:
        """Write the query that draws other years; None: all."""
        return _query(replace(self, years=years))

    def of_all_events(self) -> str:
        """Write the query that shows every event."""
        return _query(replace(self, all_events=True))


def _query(query: Asked) -> str:
    """Write the shortest equivalent query of an address."""
    pairs: list[tuple[str, object]] = []
    if query.system != query.first:
        pairs.append(("system", query.system))
    if query.years is not None:
        pairs.append(("range", query.years))
    if query.all_events:
        pairs.append(("events", "all"))
    return f"?{urlencode(pairs)}" if pairs else "?"


def read(query: QueryDict, systems: Sequence[str]) -> Asked:
    """Read a query; `systems` are those that know the player, the first is shown where none is asked for."""
    first = systems[0] if systems else ""
    system, years, events = (query.get(name) for name in ("system", "range", "events"))
    known = {str(number): number for number in RANGES}
    return Asked(
        system=system if system is not None and system in systems else first,
        first=first,
        years=known.get(years or ""),
        all_events=events == "all",
        is_misread=(
            (system is not None and system not in systems)
            or (years is not None and years not in known)
            or (events is not None and events != "all")
        ),
    )
