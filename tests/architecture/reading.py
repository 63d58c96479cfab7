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
    """A module: docstrings and comments, functions, and the names and lines that functions bind."""

    prose: tuple[str, ...]
    functions: tuple[Described, ...]
    bindings: tuple[tuple[str, int], ...]


@cache
def read(text: str) -> Source:
    """Return what is kept of the text of a module."""
    nodes = list(ast.walk(ast.parse(text)))
    docstrings = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, _DOCUMENTED)]
    comments = [one.string for one in generate_tokens(StringIO(text).readline) if one.type == COMMENT]
    functions = [_described(node) for node in nodes if isinstance(node, Function)]
    scopes = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.Lambda)]
    bindings = [binding for scope in scopes for binding in bound(scope)]
    return Source((*docstrings, *comments), tuple(functions), tuple(bindings))


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
