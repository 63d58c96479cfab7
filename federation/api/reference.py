"""Entries of the API reference page, read from the API's own OpenAPI description."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import resolve, reverse

Schema = Mapping[str, Any]
_METHODS = ("get", "post", "put", "patch", "delete")
_DEEP = 4  # records in records whose fields are named


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a call: its place (path, query), its name and its values."""

    name: str
    where: str
    kind: str
    required: bool
    default: str
    description: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an answer or body, with the names of the records it lies in."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a status answers: the media types, and the fields where it is a record."""

    status: str
    kinds: str
    fields: Sequence[Field]


@dataclass(frozen=True, slots=True)
class Call:
    """A call: method and address, what it does, what it takes, what it answers."""

    method: str
    path: str
    group: str
    says: str
    needs_token: bool
    parameters: Sequence[Parameter]
    body: str
    body_fields: Sequence[Field]
    answers: Sequence[Answer]

    @property
    def key(self) -> str:
        """The name of the call among the examples."""
        return f"{self.method} {self.path}"

    @property
    def anchor(self) -> str:
        """The place of the call on the page."""
        words = self.path.removeprefix("/api/v1").replace("{", "").replace("}", "").replace(".", "-")
        return f"{self.method.lower()}{words.replace('/', '-')}"


def description() -> Schema:
    """Return the description of the interface as programs read it."""
    api = resolve(reverse("api:openapi-json")).func.keywords["api"]  # type: ignore[attr-defined]  # a partial
    schema: Schema = api.get_openapi_schema()
    return schema


@cache
def calls() -> Sequence[Call]:
    """Return every call, by group and address."""
    whole = description()
    schemas = whole["components"]["schemas"]
    entries = [
        _call(method, path, operation, schemas)
        for path, every in whole["paths"].items()
        for method, operation in every.items()
        if method in _METHODS
    ]
    groups = list(dict.fromkeys(entry.group for entry in entries))
    return sorted(entries, key=lambda entry: groups.index(entry.group))


def _call(method: str, path: str, call: Schema, schemas: Schema) -> Call:
    content = call.get("requestBody", {}).get("content", {})
    return Call(
        method=method.upper(),
        path=path,
        group=(call.get("tags") or [""])[0],
        says=_plain(call.get("description", "")),
        needs_token=bool(call.get("security")),
        parameters=[_parameter(parameter) for parameter in call.get("parameters", ())],
        body=", ".join(content),
        body_fields=[
            field for media in content.values() for field in _fields(media.get("schema", {}), schemas)
        ],
        answers=[
            _answer(str(status), answer, schemas) for status, answer in call.get("responses", {}).items()
        ],
    )


def _parameter(parameter: Schema) -> Parameter:
    schema = parameter.get("schema", {})
    default = schema.get("default")
    return Parameter(
        name=parameter["name"],
        where=parameter["in"],
        kind=kind_of(schema),
        required=bool(parameter.get("required")),
        default="" if default in (None, "") else str(default),
        description=_plain(parameter.get("description") or schema.get("description", "")),
    )


def _plain(text: str) -> str:
    """Return a description without the signs that set names off."""
    return text.replace("`", "")


def _answer(status: str, answer: Schema, schemas: Schema) -> Answer:
    content = answer.get("content", {})
    json = content.get("application/json", {}).get("schema", {})
    return Answer(status, ", ".join(content), list(_fields(json, schemas)))


def _fields(schema: Schema, schemas: Schema, before: str = "", deep: int = 0) -> Iterator[Field]:
    """Name the fields of a record and of those in it: `items[].number`."""
    whole = _meant(schema, schemas)
    if whole.get("type") == "array":
        yield from _fields(whole.get("items", {}), schemas, f"{before}[]", deep)
        return
    for name, field_schema in whole.get("properties", {}).items():
        place = f"{before}.{name}".removeprefix(".")
        yield Field(place, kind_of(field_schema))
        if deep < _DEEP:
            yield from _fields(field_schema, schemas, place, deep + 1)


def _meant(schema: Schema, schemas: Schema) -> Schema:
    """Return the record a schema refers to, the one of several that is not null."""
    for part in schema.get("anyOf", ()):
        if part.get("type") != "null":
            return _meant(part, schemas)
    name = schema.get("$ref", "").rpartition("/")[2]
    record: Schema = schemas.get(name, schema)
    return record


def kind_of(schema: Schema) -> str:
    """Return in the words of JSON what a value may be, with its bounds."""
    if "anyOf" in schema or "oneOf" in schema:
        each = schema.get("anyOf") or schema.get("oneOf") or ()
        return " | ".join(dict.fromkeys(kind_of(part) for part in each))
    if "$ref" in schema:
        return "object"
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        kind = " | ".join(kind)
    if kind == "array":
        return f"array of {kind_of(schema.get('items', {}))}"
    return " ".join(filter(None, [kind, schema.get("format", ""), _bounds(schema)]))


def _bounds(schema: Schema) -> str:
    """Write the bounds of a number or of a length."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f"{low}–{high}"
    if high is not None or low is not None:
        return f"≤ {high}" if high is not None else f"≥ {low}"
    longest = schema.get("maxLength")
    return f"(≤ {longest})" if longest is not None else ""
