"""Errors in single values of a request, in the reader's language."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from federation.api.problems import Refused, WrongValue


def refuse(errors: Iterable[Mapping[str, Any]]) -> Refused:
    """Return the refusal of a request some of whose values are missing or wrong, as pydantic found them."""
    problems = [_wrong(error) for error in errors]
    named = ", ".join(".".join((problem.where, *filter(None, [problem.name]))) for problem in problems)
    return Refused(422, "invalid", _("Missing or wrong: %(where)s.") % {"where": named}, errors=problems)


def of_body(names: Iterable[str]) -> Refused:
    """Return the refusal of a body some of whose values are missing or wrong, by their names."""
    return refuse({"loc": ("body", name)} for name in names)


def _wrong(error: Mapping[str, Any]) -> WrongValue:
    """Describe one error; its location is the part of the request, then the path to the value."""
    where, *name = filter(None, map(str, error.get("loc", ()) or ("body",)))
    return WrongValue(where=where, name=".".join(name), message=_sentence(error))


def _sentence(error: Mapping[str, Any]) -> str:
    """Return what is wrong with a value."""
    kind, bound = str(error.get("type", "")), error.get("ctx") or {}
    if kind == "missing":
        return _("This value is required.")
    if kind.startswith("int_"):
        return _("A whole number is expected.")
    if kind.startswith("bool_"):
        return _("true or false is expected.")
    if kind in ("literal_error", "enum"):
        return _("One of these is expected: %(values)s.") % {"values": bound.get("expected", "")}
    return _beyond(kind, bound) or _("The value does not have the expected form.")


def _beyond(kind: str, bound: Mapping[str, Any]) -> str:
    """Return the bound a value is beyond, as a sentence; "" where it is none."""
    if kind == "greater_than_equal":
        return _("The value must be at least %(bound)s.") % {"bound": bound.get("ge")}
    if kind == "less_than_equal":
        return _("The value must be at most %(bound)s.") % {"bound": bound.get("le")}
    if kind == "string_too_short":
        return _("The shortest length allowed is %(bound)s.") % {"bound": bound.get("min_length")}
    if kind == "string_too_long":
        return _("The greatest length allowed is %(bound)s.") % {"bound": bound.get("max_length")}
    return ""
