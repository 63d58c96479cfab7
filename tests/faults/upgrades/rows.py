"""A database as a file that fills any database: tables by columns, as the migrations of its day say."""

import base64
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor

from tests import databases

# Django writes these itself, in an order of its own; nothing of ours refers to them.
OWN = {
    "contenttypes.contenttype",
    "auth.permission",
    "auth.group_permissions",
    "sessions.session",
    "admin.logentry",
}
END = "federation.journalhead"  # its row cannot be removed
Office = dict[str, Any]


def read(file: Path) -> Office:
    """Return what a file holds."""
    found: Office = json.loads(lzma.decompress(file.read_bytes()))
    return found


def write(file: Path, version: str, lists: dict[str, int]) -> None:
    """Write the database of this process, and how far its newest lists differ from the facts."""
    executor = MigrationExecutor(connection)
    targets = executor.loader.graph.leaf_nodes()
    apps = executor.loader.project_state(targets).apps
    tables = {label: _columns(model) for label, model in _tables(apps)}
    office = {"version": version, "lists": lists, "migrations": targets, "tables": tables}
    file.write_bytes(
        lzma.compress(json.dumps(office, separators=(",", ":")).encode(), preset=9 | lzma.PRESET_EXTREME)
    )


def _columns(model: type[models.Model]) -> dict[str, list[Any]]:
    names = [field.attname for field in _fields(model)]
    rows = list(model._base_manager.order_by("pk").values_list(*names))
    return {name: [_plain(row[place]) for row in rows] for place, name in enumerate(names)}


def _plain(value: Any) -> Any:
    """Write a value as JSON has it: bytes in base64, moments to the microsecond."""
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder))


def make_tables(office: Office) -> None:
    """Make the tables as they were in an empty database."""
    databases.by_single_steps().migrate([(app, name) for app, name in office["migrations"]])


def load(office: Office) -> None:
    """Fill the tables as they were."""
    executor = databases.by_single_steps()
    targets = [(app, name) for app, name in office["migrations"]]
    assert executor.migration_plan(targets) == [], "the tables are those of another version"
    apps = executor.loader.project_state(targets).apps
    tables = dict(_tables(apps))
    with transaction.atomic():
        for label, model in tables.items():
            if label != END:
                model._base_manager.all()._raw_delete(using="default")
        for label, columns in office["tables"].items():
            _fill(tables[label], columns)
    with connection.cursor() as cursor:
        statements = connection.ops.sequence_reset_sql(_NO_STYLE, list(tables.values()))
        for statement in statements:
            cursor.execute(statement)


def _fill(model: type[models.Model], columns: dict[str, list[Any]]) -> None:
    """Write rows as they were; to make an object of each would take three times as long."""
    fields = {field.attname: field for field in _fields(model)}
    stored = [
        [fields[name].get_db_prep_save(_value(fields[name], value), connection) for value in values]
        for name, values in columns.items()
    ]
    quoted = connection.ops.quote_name
    names = [quoted(str(fields[name].column)) for name in columns]
    order = f"INSERT INTO {quoted(model._meta.db_table)} ({', '.join(names)})"
    order += f" VALUES ({', '.join(['%s'] * len(names))})"
    if model._meta.label_lower == END:
        rest = ", ".join(f"{name} = excluded.{name}" for name in names if name != '"id"')
        order += f" ON CONFLICT (id) DO UPDATE SET {rest}"
    with connection.cursor() as cursor:
        cursor.executemany(order, list(zip(*stored, strict=True)))


def _value(field: "models.Field[Any, Any]", value: Any) -> Any:
    if value is None or isinstance(field, models.JSONField):
        return value
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return base64.b64decode(value) if isinstance(field, models.BinaryField) else target.to_python(value)


def _tables(apps: Apps) -> Iterator[tuple[str, type[models.Model]]]:
    for model in apps.get_models(include_auto_created=True):
        label = model._meta.label_lower
        if label not in OWN and model._meta.managed and not model._meta.proxy:
            yield label, model


def _fields(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if not field.generated]


class _NoStyle:
    """Django's statements without the colours of a console."""

    def __getattr__(self, _name: str) -> Any:
        return lambda text: text


_NO_STYLE: Any = _NoStyle()
