"""What the tests of this folder want to know of every source: parsed once a process, and only that kept."""

import ast
from collections.abc import Iterator
from functools import cache
from io import StringIO
from tokenize import COMMENT, generate_tokens
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Described(NamedTuple):
    """A function as its docstring is judged: the first word, and what the signature says it returns."""

    name: str
    is_decorated: bool
    first_word: str
    returns: str | None


class Source(NamedTuple):
    """A module: docstrings and comments, functions, names and lines that functions bind, imports."""

    prose: tuple[str, ...]
    functions: tuple[Described, ...]
    bindings: tuple[tuple[str, int], ...]
    imports: frozenset[str]


@cache
def read(text: str) -> Source:
    """Return what is kept of the text of a module."""
    nodes = list(ast.walk(ast.parse(text)))
    docstrings = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, _DOCUMENTED)]
    comments = [one.string for one in generate_tokens(StringIO(text).readline) if one.type == COMMENT]
    functions = [_described(node) for node in nodes if isinstance(node, Function)]
    scopes = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.Lambda)]
    bindings = [binding for scope in scopes for binding in bound(scope)]
    imports = frozenset(name for node in nodes for name in _imported(node))
    return Source((*docstrings, *comments), tuple(functions), tuple(bindings), imports)


def _imported(node: ast.AST) -> Iterator[str]:
    """Yield what a node imports, by name or as a text given to import_module."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
        yield node.module
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
        yield from (str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant))


def _described(node: Function) -> Described:
    first_word = (ast.get_docstring(node) or "").split(" ")[0]
    returns = None if node.returns is None else ast.unparse(node.returns)
    return Described(node.name, bool(node.decorator_list), first_word, returns)


def bound(function: ast.FunctionDef | ast.Lambda) -> Iterator[tuple[str, int]]:
    """Yield the names a function binds and their lines, not those of functions in it."""
    yield from ((one.arg, one.lineno) for one in ast.walk(function.args) if isinstance(one, ast.arg))
    body: list[ast.AST] = list(function.body) if isinstance(function, ast.FunctionDef) else [function.body]
    while body:
        node = body.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        body += ast.iter_child_nodes(node)
