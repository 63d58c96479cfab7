"""Reports and trials as rows, where a test is about pages and not about what they were computed from."""

from datetime import date
from typing import Any

from django.utils import timezone

from federation.models import Account, Player
from ratings.laboratory import person_lines
from ratings.laboratory.models import Simulation, SimulationLines, Trial, TrialResult
from ratings.models import RatingSystem

_FIGURES: dict[str, Any] = {"rated": 1, "active": 1, "first_ratings": 1, "by_games": 1}
_RULES: dict[str, Any] = {"entries": 3, "floor": 0, "ceiling": 0, "adjusted": 0, "passes": 1}
_GAMES: dict[str, Any] = {"games": 3, "events": 1, "log_loss": [0.69, 0.68], "brier": [0.25, 0.24]}


def report_on(player: Player, *, name: str = "Con and a half") -> Simulation:
    """Keep a report in which one player of the EGF moves."""
    persons = {
        "compared": 1, "moved": 1, "by": [[10, 1, 0]], "mean": 12.0,
        "movers": [[player.pk, 1500.0, 1512.0]], "enters": [], "leaves": [], "entering": 0, "leaving": 0,
    }  # fmt: skip
    report = {
        "events": 3, "last": "2023-09-02", "level": [], "players": [_FIGURES, _FIGURES], "forecasts": [],
        "calibration": [[], []], "persons": persons, "rules": [_RULES, _RULES],
    }  # fmt: skip
    base = {
        "checked": 1, "reproduced": 1, "explained": 0, "sound": True, "imported": 0, "waiting": "",
        "standing": 0, "differing": [],
    }  # fmt: skip
    return Simulation.objects.create(
        system=RatingSystem.objects.get(key="egf"),
        name=name,
        variant={"name": name, "system": "egf", "k_factor": 1.5},
        fingerprint="ab" * 32,
        made=timezone.now(),
        result={
            "facts": "cd" * 32,
            "base": base,
            "report": report,
            "counts": {"tournaments": 3, "manual_events": 0, "games": 45},
        },
    )


def with_lines(kept: Simulation, player: Player, *, is_open: bool) -> Simulation:
    """Give a report the line of a player, three events long."""
    days = [date(2023, month, 4).toordinal() for month in (3, 5, 9)]
    steps = [[day, 0, 1500.0 + n, 1500.0 + 6 * n] for n, day in enumerate(days)]
    data = person_lines.packed({player.pk: steps})
    SimulationLines.objects.create(simulation=kept, first=player.pk, last=player.pk, data=data)
    if is_open:
        kept.opened = timezone.now()
        kept.save(update_fields=["opened"])
    return kept


def trial_of(kept: Simulation, *, account: Account | None = None) -> Trial:
    """Put the variant of a report on trial, with figures of two months."""
    found = Trial.objects.create(
        system=kept.system, name=kept.name, variant=kept.variant, begun=timezone.now(), begun_by=account
    )
    judged = {**_GAMES, "difference": [-0.01, -0.02, 0.01, "no difference"]}
    figures = {
        "months": [{"month": month, **_GAMES} for month in ("2023-05", "2023-09")],
        "since": None,
        "before": judged,
    }
    TrialResult.objects.create(trial=found, state=kept.system.state, made=timezone.now(), figures=figures)
    return found
