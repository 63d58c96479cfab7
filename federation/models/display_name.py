"""Display of players who do not want to be shown by name; defined here only.

While a public page is made (`public`, set by the middleware), the fields of a player give what may be shown;
all other code - the desks, imports, computations - reads what is stored. Rows of published lists have no name
of such a player at all (ratings.lists.anonymise).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.timezone import localdate

from federation.privacy import policy
from federation.vocabulary.player_fields import PlayerField, named

PUBLIC, INITIALS, ANONYMOUS = "public", "initials", "anonymous"
_is_public: ContextVar[bool] = ContextVar("is_public", default=False)


def is_public() -> bool:
    """Return whether a public page is being made."""
    return _is_public.get()


@contextmanager
def public_view(*, shown: bool = True) -> Iterator[None]:
    """Name players by what may be shown (or, for the desks, by all there is) inside the block."""
    token = _is_public.set(shown)
    try:
        yield
    finally:
        _is_public.reset(token)


def public_name(number: int | None, surname: str, given_name: str, privacy: str) -> tuple[str, str]:
    """Return surname and given name as they are shown: whole, as initials, or "NN" and the public number."""
    if privacy == INITIALS:
        return _initial(surname), _initial(given_name)
    if privacy == ANONYMOUS:
        return f"NN {number}", ""
    return surname, given_name


def privacy_of(player: Any) -> str:
    """Return how a player is shown publicly; a merged one no more openly than the remaining one."""
    if player.merged_into_id is None:
        return str(player.privacy)
    return max(str(player.privacy), str(player.merged_into.privacy), key=(PUBLIC, INITIALS, ANONYMOUS).index)


def shown_value(declared: PlayerField, value: Any, privacy: str) -> Any:
    """Return a value of a field as the register shows it to the public, empty where the policy hides it."""
    if declared.policy and not policy.is_shown(declared.policy, choice=privacy):
        return "" if isinstance(value, str) else None
    return shown_title(value, privacy) if declared.reveals else value


def shown_title(title: str, privacy: str) -> str:
    """Return a title as it is shown: no title of women where the player's choice hides the sex."""
    return "" if title.startswith("W") and "sex" in policy.HIDDEN_BY_CHOICE[privacy] else title


def shows_numbers(birth_year: int | None, privacy: str) -> bool:
    """Return whether the register shows the public a player's numbers in other registers."""
    is_minor = policy.is_minor(birth_year, localdate().year, settings.ADULT_AGE)
    return policy.is_shown("number", minor=is_minor, choice=privacy)


def _initial(name: str) -> str:
    """Return the first letter with a dot, of a double name both."""
    parts = [part for part in name.strip().split("-") if part]
    return "-".join(f"{part[0].upper()}." for part in parts)


class _Shown(DeferredAttribute):
    """A value of a player that depends on who reads."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        if instance is None:
            return self
        name = self.field.attname
        value = instance.__dict__[name] if name in instance.__dict__ else super().__get__(instance, cls)
        return _of(instance, name, value) if _is_public.get() else value

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = value


def _of(player: Any, name: str, value: Any) -> Any:
    privacy = privacy_of(player)
    if name == "surname":
        return public_name(player.pk, value, "", privacy)[0]
    if name == "given_name":
        return public_name(player.pk, "", value, privacy)[1]
    return shown_value(named(name), value, privacy)


class ShownText(models.CharField):  # type: ignore[type-arg]  # not subscriptable when it runs
    """A name or title of a player."""

    descriptor_class = _Shown

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:  # noqa: FBT001 - as Django has it
        """Write the stored value, even inside `public`."""
        with public_view(shown=False):
            return super().pre_save(model_instance, add)

    def deconstruct(self) -> Any:
        """Describe it as what it is to the database: a text like any other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class ShownYear(models.PositiveSmallIntegerField):  # type: ignore[type-arg]  # as above
    """A year of birth."""

    descriptor_class = _Shown

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:  # noqa: FBT001 - as Django has it
        """Write the stored value, even inside `public`."""
        with public_view(shown=False):
            return super().pre_save(model_instance, add)

    def deconstruct(self) -> Any:
        """Describe it as what it is to the database: a number like any other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.PositiveSmallIntegerField", args, kwargs
