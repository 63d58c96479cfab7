"""A variant in words, what changed in the rules in force, and whether they gave the lists."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.language.dates import format_date
from federation.language.wording import labelled
from ratings.laboratory.editions import editions_of
from ratings.laboratory.figures import rules
from ratings.laboratory.models import Simulation, Trial
from ratings.rulebook.constant_words import words_of
from ratings.rulebook.editions import Edition, edition_named, parameters_of
from ratings.templatetags.palmares import constant


def changes_of(kept: Simulation | Trial) -> list[str]:
    """Return in words what the variant changes."""
    variant: Mapping[str, Any] = kept.variant
    editions = _editions(kept)
    found = [
        labelled(edition, f"{_constant(editions, edition, name)} = {_value(value)}")
        for edition, values in variant.get("constants", {}).items()
        for name, value in values.items()
    ]
    found += [
        _("%(edition)s in force from %(day)s") % {"edition": edition, "day": _day(day)}
        for edition, day in variant.get("dates", {}).items()
    ]
    if not variant.get("adjustment", True):
        found.append(_("without the adjustment of misplaced players"))
    if not variant.get("floor", True):
        found.append(_("without a lowest rating"))
    if "period" in variant:
        every = ngettext("a list every %(n)s month", "a list every %(n)s months", variant["period"])
        found.append(every % {"n": variant["period"]})
    if "k_factor" in variant:
        found.append(_("K times %(factor)s") % {"factor": constant(float(variant["k_factor"]))})
    if conversion := variant.get("conversion"):
        change = _conversion(conversion["factor"], conversion["offset"])
        said_of_all = _("on %(day)s every rating %(change)s")
        found.append(said_of_all % {"day": _day(conversion["date"]), "change": change})
    return found


def _editions(simulated: Simulation | Trial) -> list[Edition]:
    return [edition for edition, _begins in editions_of(simulated.system)]


def _constant(editions: Sequence[Edition], edition: str, name: str) -> str:
    """Return a constant in words, with its name in files and API; that alone where it is no longer used."""
    known = edition_named(editions, edition)
    if known is None or name not in parameters_of(known):
        return name
    return f"{_(words_of(known, name))} ({name})"


def _day(day: str) -> str:
    return format_date(date.fromisoformat(day), "j F Y")


def _conversion(factor: float, offset: float) -> str:
    """Return what is done to a rating in signs: × 1.1 + 50."""
    times = [f"×\u00a0{constant(float(factor))}"] if factor != 1.0 else []
    plus = [f"{'−' if offset < 0 else '+'}\u00a0{constant(float(abs(offset)))}"] if offset else []
    return " ".join([*times, *plus])


def rule_changes(trial: Trial) -> list[str]:
    """Name the rules in force that are others than when a trial began."""
    editions = _editions(trial)
    return [_rule_change(editions, change) for change in trial.changed]


def _rule_change(editions: Sequence[Edition], change: Sequence[Any]) -> str:
    """Name a rule in force that is another than when a trial began (`laboratory.figures.rules`)."""
    edition, name, before, after = change
    if name == rules.NEW:
        return _("edition %(edition)s is new") % {"edition": edition}
    if name == rules.GONE:
        return _("edition %(edition)s no longer applies") % {"edition": edition}
    if name == rules.FROM:
        sentence = _("%(edition)s in force from %(after)s, before from %(before)s")
        return sentence % {"edition": edition, "before": _day(before), "after": _day(after)}
    if before is None:
        return _("%(edition)s: the table %(name)s") % {"edition": edition, "name": name}
    values = {"before": _value(before), "after": _value(after)}
    return labelled(edition, f"{_constant(editions, edition, name)} %(before)s → %(after)s" % values)


def _value(value: Any) -> str:
    """Return the value of a constant in the reader's language; whole numbers have no decimals."""
    return constant(float(value) if isinstance(value, int) and not isinstance(value, bool) else value)


def ground_said(base: Mapping[str, Any] | None) -> str:
    """Say in a line whether the rules in force gave the published lists; "" where it was not checked."""
    if base is None:
        return ""
    if base["sound"]:
        return _("%(same)s of %(all)s reproduced") % {"same": base["reproduced"], "all": base["checked"]}
    unexplained = base["checked"] - base["reproduced"] - base["explained"]
    if unexplained:
        text = ngettext("%(n)s list differs", "%(n)s lists differ", unexplained)
        return text % {"n": unexplained}
    if base["standing"]:
        text = ngettext(
            "%(n)s current rating differs from the calculation",
            "%(n)s current ratings differ from the calculation",
            base["standing"],
        )
        return text % {"n": base["standing"]}
    return _("no list that was calculated here")
