"""Names of variables say what they hold: a participle alone (told, made) says only what was done."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.reading import bound, read
from tests.architecture.test_shape import sources

pytestmark = pytest.mark.xdist_group("architecture")  # sources are read once a process
PARTICIPLES = frozenset({"told", "kept", "stood", "made", "said"})
# The player or club kept of a merge, keywords that callers give, files whose bytes a digest names.
MOST = 81


def participles() -> Iterator[str]:
    """Yield the places where a local variable or a parameter is called by a participle alone."""
    for path, text in sources():
        yield from (f"{path}:{line} {name}" for name, line in read(text).bindings if name in PARTICIPLES)


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
