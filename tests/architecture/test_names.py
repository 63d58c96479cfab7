"""Names of variables say what they hold: a participle alone (told, made) says only what was done."""

import ast
from collections.abc import Iterator

from tests.architecture.test_shape import sources

PARTICIPLES = frozenset({"told", "kept", "stood", "made", "said"})
# The player or club kept of a merge, keywords that callers give, files whose bytes a digest names.
MOST = 83


def participles() -> Iterator[str]:
    """Yield the places where a local variable or a parameter is called by a participle alone."""
    for path, text in sources():
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef | ast.Lambda):
                yield from (f"{path}:{line} {name}" for name, line in bound(function) if name in PARTICIPLES)


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


def test_fewer_and_fewer_variables_are_called_by_a_participle_alone() -> None:
    assert len(list(participles())) <= MOST


def test_participles_are_found_in_every_kind_of_binding() -> None:
    function = ast.parse(
        "def f(told, *made):\n"
        "    kept = [said for said in told]\n"
        "    with a as stood: pass\n"
        "    def g(made): said = 1\n"
    ).body[0]
    assert isinstance(function, ast.FunctionDef)

    assert sorted(name for name, _line in bound(function)) == ["kept", "made", "said", "stood", "told"]
