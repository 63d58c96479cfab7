"""What can be changed in a source file, one place at a time.

A comparison at its boundary or turned, a number by one, a truth value, and/or, a `not`, plus/minus, what is
returned. Strings, annotations and decorators stay as they are.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_TEXTS = (ast.JoinedStr, ast.FormattedValue)
Functions = (ast.FunctionDef, ast.AsyncFunctionDef)
Change = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True)
class Mutant:
    """One change: where, what, the tree with it, and the outermost function around it ("" for none)."""

    path: Path
    number: int  # of the place
    line: int
    change: str
    tree: ast.Module
    function: str  # qualified name
    first_line: int  # of that function, its decorators included

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"


@dataclass(frozen=True)
class Site:
    """A place that can be changed, by its number in the order of the walk."""

    path: Path
    number: int


def sites(path: Path) -> list[Site]:
    """Return the places of a file that can be changed."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [Site(path, number) for number in range(sum(1 for _ in _changes(tree)))]


def mutant(site: Site) -> Mutant:
    """Return the mutant of a place."""
    tree = ast.parse(site.path.read_text(encoding="utf-8"))
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    node, change = list(_changes(tree))[site.number]
    outer, names = None, []
    above: ast.AST | None = node
    while above is not None:
        if isinstance(above, (*Functions, ast.ClassDef)):
            names.append(above.name)
            if isinstance(above, Functions):
                outer, names = above, [above.name]
        above = parents.get(above)
    before = ast.unparse(node)
    changed = ast.copy_location(change(copy.deepcopy(node)), node)
    _replace(parents[node], node, changed)
    ast.fix_missing_locations(tree)
    first = min([outer.lineno, *(one.lineno for one in outer.decorator_list)]) if outer else 0
    said = f"{before} -> {ast.unparse(changed)}".replace("\n", " ")
    line = getattr(node, "lineno", 0)
    return Mutant(site.path, site.number, line, said, tree, ".".join(reversed(names)) if outer else "", first)


def _changes(tree: ast.AST) -> Iterator[tuple[ast.AST, Change]]:
    for node in _walk(tree):
        if isinstance(node, ast.Compare):
            yield node, _compare
        elif isinstance(node, ast.BoolOp):
            yield node, _bool
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, lambda one: one.operand  # type: ignore[attr-defined]  # of a UnaryOp
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and not _is_text(node):
            yield node, _arithmetic
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
            yield node, _constant
        elif isinstance(node, ast.Return) and node.value and not _is_none(node.value):
            yield node, lambda _one: ast.Return(ast.Constant(None))


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs: no annotation, no decorator."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "format_spec"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child)


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, _TEXTS) or (isinstance(side, ast.Constant) and isinstance(side.value, str | bytes))
        for side in (node.left, node.right)
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _compare(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Compare)
    node.ops[0] = _COMPARED[type(node.ops[0])]()
    return node


def _bool(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def _arithmetic(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BinOp)
    node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
    return node


def _constant(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Constant)
    value = node.value
    assert isinstance(value, bool | int | float)
    return ast.Constant(not value if isinstance(value, bool) else value + 1)


def _replace(parent: ast.AST, node: ast.AST, changed: ast.AST) -> None:
    for name, value in ast.iter_fields(parent):
        if value is node:
            setattr(parent, name, changed)
        elif isinstance(value, list):
            setattr(parent, name, [changed if one is node else one for one in value])
