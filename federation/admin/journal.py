"""Journal lines of changes in the administration, with the values before and after."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Field, ForeignKey, Model, QuerySet
from django.http import HttpRequest

from federation.journal import journal
from federation.models import Account

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin

_HIDDEN = {"id", "password", "search_key", "sound_key", "search_words", "last_login"}


class Journalled(Base):
    """An admin page whose every change is one line; what `beside` names counts as its values."""

    beside: tuple[str, ...] = ()  # relations whose rows are part of the thing

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        """Note what was before anything is written, and save: of a change the columns it is about."""
        _note(request, self._values(obj.pk) if change else {})
        if change:  # others may have written the rest of the row since it was read
            columns = {field.name for field in obj._meta.concrete_fields}
            obj.save(update_fields=columns & set(form.changed_data))
        else:
            super().save_model(request, obj, form, change)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write the line of something new, once all that belongs to it is saved."""
        self._write("added", request, obj)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write the line of a change, once all that belongs to it is saved."""
        self._write("edited", request, obj)
        return super().log_change(request, obj, message)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete, and keep what was."""
        self._write_deleted(request, [obj])
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete many, a line each."""
        self._write_deleted(request, queryset)
        super().delete_queryset(request, queryset)

    def _values(self, key: Any) -> dict[str, Any]:
        row = self.model._default_manager.get(pk=key)
        shown = (field for field in row._meta.concrete_fields if field.name not in _HIDDEN)
        values = {field.name: _value(row, field) for field in shown}
        for name in self.beside:
            values[name] = sorted(str(each) for each in getattr(row, name).all())
        return values

    def _write(self, act: str, request: HttpRequest, obj: Model) -> None:
        before, after = noted(request) or {}, self._values(obj.pk)
        changed = [name for name in after if before.get(name) != after[name]]
        if not changed:
            return
        journal.write(
            f"{obj._meta.model_name}.{act}",
            obj,
            account=account_of(request),
            before={name: before[name] for name in changed if name in before},
            after={name: after[name] for name in changed},
        )

    def _write_deleted(self, request: HttpRequest, rows: Iterable[Any]) -> None:
        for row in rows:
            act = f"{row._meta.model_name}.deleted"
            journal.write(act, row, account=account_of(request), before=self._values(row.pk), after={})


def _value(row: Model, field: "Field[Any, Any]") -> Any:
    if isinstance(field, ForeignKey):
        other = getattr(row, field.name)
        return None if other is None else str(getattr(other, "code", other))
    return field.value_from_object(row)


def _note(request: HttpRequest, values: dict[str, Any]) -> None:
    request.__dict__["_before"] = values


def noted(request: HttpRequest) -> dict[str, Any] | None:
    """Return what was before a change of this request; None when nothing was noted."""
    return request.__dict__.get("_before")


def account_of(request: HttpRequest) -> Account | None:
    """Return the account of a request."""
    return request.user if isinstance(request.user, Account) else None
