"""Acts of the journal are declared once, by the app that does them, and known to no lower app."""

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module

import pytest
from django.conf import settings

from federation.journal import acts
from tests.architecture.test_shape import ROOT, sources

pytestmark = pytest.mark.xdist_group("architecture")  # sources are read once a process
FOLDERS = [app.replace(".", "/") for app in settings.OUR_APPS]  # the upper ones last


def declared_by() -> Mapping[str, str]:
    """Return the app that declares each act."""
    keys = {act.key for act in acts.known()}
    return {
        call.args[0].value: app
        for app in FOLDERS
        for call in ast.walk(ast.parse((ROOT / app / "views" / "journal_acts.py").read_text()))
        if isinstance(call, ast.Call) and len(call.args) > 1 and isinstance(call.args[0], ast.Constant)
        if call.args[0].value in keys
    }


def written() -> Iterator[tuple[str, str]]:
    """Yield the place and the act of every call that writes a line; of an act put together, its beginning."""
    for path, text in sources():
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "journal.write":
                yield f"{path}:{call.lineno}", _act(path, call.args[0])


def _act(path: str, node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return str(node.values[0].value)
    if not isinstance(node, ast.Name) or not node.id.isupper():
        return ""  # a variable
    module = import_module(path.removesuffix(".py").replace("/", "."))
    return str(getattr(module, node.id))


def test_every_act_is_declared_by_one_app() -> None:
    assert declared_by().keys() == {act.key for act in acts.known()}


def test_every_act_that_is_written_is_declared() -> None:
    known = {act.key for act in acts.known()}
    families = {f"{key.partition('.')[0]}." for key in known}

    assert [(place, act) for place, act in written() if act and act not in known | families] == []


def test_no_app_names_an_act_of_an_upper_one() -> None:
    app_of = declared_by()
    named = [
        f"{path}:{node.lineno} {node.value}"
        for path, text in sources()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in app_of
        if FOLDERS.index(app_of[node.value])
        > max(FOLDERS.index(app) for app in FOLDERS if path.startswith(app))
    ]

    assert named == []


@pytest.mark.parametrize("document", ["api.md", "webhooks.md"])
def test_documents_list_every_type_of_public_event(document: str) -> None:
    types = {kind for act in acts.known() if act.report for kind in act.report.types}
    text = (ROOT / "docs" / document).read_text()

    assert [kind.name for kind in types if document == "api.md" or kind.title if kind.name not in text] == []
