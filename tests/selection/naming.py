"""What names a file without importing it: addresses of views, commands, templates and other files."""

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath

PRODUCT = ("federation", "tournaments", "ratings")
METHODS = frozenset({"get", "post", "put", "patch", "delete"})
_VARIABLE = re.compile(r"<[^>]*>|\{[^}]*\}")
_FEWEST_LETTERS = 4  # of an address that is looked for: "<slug:key>/" is everywhere


class Names:
    """Texts of a tree, and who in it names a file."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def product(self) -> dict[str, str]:
        """Return the texts of modules of the applications, by path."""
        return self._texts(*PRODUCT, ending="*.py")

    @cached_property
    def templates(self) -> dict[str, str]:
        """Return the texts of templates, by path."""
        return self._texts("templates", ending="*.*")

    @cached_property
    def tests(self) -> dict[str, str]:
        """Return the texts of tests and their helpers, by path."""
        return self._texts("tests", ending="*.py")

    def naming(self, path: str) -> set[str]:
        """Return the paths of files that name this one."""
        if path.startswith("templates/"):
            name = path.removeprefix("templates/").removeprefix("jinja/")
            return _with_text(f"{name}", self.product, self.templates, self.tests) - {path}
        if not path.endswith(".py"):
            return _with_text(PurePosixPath(path).name, self.templates, self.tests) - {path}
        patterns = [*self._addresses.get(path, ()), *_command(path)]
        if re.search("/api[/.]", path) and path in self.product:
            patterns += _routes_of_decorators(self.product[path])
        if not patterns:
            return set()
        pattern = re.compile("|".join(patterns))
        return {test for test, text in self.tests.items() if pattern.search(text)}

    @cached_property
    def _addresses(self) -> dict[str, list[str]]:
        """Return what finds the addresses of a module's views in a text, by the path of the module."""
        addresses: dict[str, list[str]] = {}
        for path, text in self.product.items():
            if re.search("/urls[/.]", path):
                for module, pattern in _routes_of_urls(text):
                    addresses.setdefault(f"{module.replace('.', '/')}.py", []).append(pattern)
        return addresses

    def _texts(self, *folders: str, ending: str) -> dict[str, str]:
        return {
            file.relative_to(self.root).as_posix(): file.read_text(encoding="utf-8", errors="replace")
            for folder in folders
            for file in sorted((self.root / folder).rglob(ending))
            if file.is_file() and "migrations" not in file.parts
        }


def _with_text(name: str, *texts: dict[str, str]) -> set[str]:
    pattern = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])")
    return {path for group in texts for path, text in group.items() if pattern.search(text)}


def _command(path: str) -> Iterator[str]:
    if "/management/commands/" in path:
        yield f"[\"']{re.escape(PurePosixPath(path).stem)}[\"']"


def pattern_of(address: str) -> str:
    """Return what finds an address in a test: there, what varies is any text of one part."""
    parts = [re.escape(part) for part in _VARIABLE.split(address)]
    return r"""["'/}]""" + r"""[^/"'?#]+""".join(parts) + r"""(?=["'?#{])"""


def _routes_of_urls(text: str) -> Iterator[tuple[str, str]]:
    """Yield the module of each view of a module of addresses, and what finds the view's address or name."""
    tree = _parsed(text)
    origins = dict(_origins(tree))
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "path"):
            continue
        route, name = _constant(call.args[0]), ""
        for keyword in call.keywords:
            name = _constant(keyword.value) if keyword.arg == "name" else name
        for module in {module for view in call.args[1:2] for module in _modules(view, origins)}:
            if len(_VARIABLE.sub("", route)) >= _FEWEST_LETTERS:
                yield module, pattern_of(route)
            if name:
                # One of several words stands in tables of all pages too; a single word says nothing.
                before = "" if "-" in name else r"reverse\(\s*"
                yield module, rf"""{before}["']{re.escape(name)}["']"""


def _modules(view: ast.expr, origins: dict[str, str]) -> Iterator[str]:
    """Yield the modules a view may come from: as an attribute of one, or imported by its own name."""
    for node in ast.walk(view):
        if isinstance(node, ast.Name) and node.id in origins:
            yield origins[node.id]
            yield origins[node.id].rpartition(".")[0]


def _origins(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _routes_of_decorators(text: str) -> Iterator[str]:
    """Yield what finds the calls a module of the interface for programs answers, wherever it is mounted."""
    for node in ast.walk(_parsed(text)):
        if isinstance(node, ast.FunctionDef):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                    route = _constant(call.args[0]) if call.args else ""
                    if call.func.attr in METHODS and len(_VARIABLE.sub("", route)) >= _FEWEST_LETTERS:
                        yield r"""api/v1/[^"'?#]*""" + pattern_of(route.removeprefix("/"))


def _constant(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _parsed(text: str) -> ast.AST:
    """Return the tree of a module; an empty one where it cannot be parsed, which others report."""
    try:
        return ast.parse(text)
    except SyntaxError:
        return ast.Module([], [])
