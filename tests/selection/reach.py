"""Tests that a change can reach, by distance: they import a file, name it, or lie in its folder."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath

import grimp

from tests.mutation.choosing import FOLDERS

Users = Callable[[str], set[str]]
FARTHEST = 4
# Further than this nobody is asked who names a file: each answer reads all tests.
FARTHEST_BY_NAME = 2
OWN_FOLDER = 3  # between the second and the third step
ARCHITECTURE = "tests/architecture"
# What templates show and views give: seconds, before all others.
TEMPLATE_NAMES = "tests/architecture/test_template_names.py"
# Of kinds of files nobody imports and whose name may stand nowhere.
KINDS = {
    "docs": ["tests/architecture/test_documents.py"],
    "templates": ["tests/architecture/test_templates.py"],
    "static": ["tests/federation/web/test_static_storage.py"],
    "deploy": ["tests/federation/project"],
    "requirements": ["tests/federation/project"],
}


def importers(root: Path, packages: Iterable[str]) -> Users:
    """Return who imports a module, by paths; raises grimp's errors where a file cannot be parsed."""
    graph = grimp.build_graph(*packages, cache_dir=str(root / ".import_linter_cache"))
    paths = {module: _path(root, module) for module in graph.modules}
    modules = {path: module for module, path in paths.items()}

    def users(path: str) -> set[str]:
        if path not in modules:
            return set()
        return {paths[module] for module in graph.find_modules_that_directly_import(modules[path])}

    return users


def _path(root: Path, module: str) -> str:
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if (root / path).is_dir() else f"{path}.py"


def is_test(path: str) -> bool:
    """Return whether pytest collects a file."""
    return path.startswith("tests/") and PurePosixPath(path).name.startswith("test_")


def is_hub(path: str) -> bool:
    """Return whether a file imports a whole application, so that a way through it says nothing."""
    return "/urls/" in path or path in ("tests/conftest.py", "federation/settings.py")


def meets_in_templates(path: str) -> bool:
    """Return whether a file is a template or gives names to some."""
    return path.startswith("templates/") or "/views/" in path


def distances(
    touched: Iterable[str], imports: Users, naming: Users, folders: Callable[[str], Iterable[str]]
) -> dict[str, int]:
    """Return the test files that touched files reach, with their distance: nearer ones say more."""
    near = dict.fromkeys(touched, 0)
    tests: dict[str, int] = {}
    for path in near:
        for test in folders(path):
            tests[test] = OWN_FOLDER
    queue = deque(near)
    while queue:
        path = queue.popleft()
        distance = near[path]
        if is_test(path):
            tests[path] = min(distance, tests.get(path, distance))
        if distance == FARTHEST or (is_hub(path) and distance):
            continue
        users = imports(path) | (naming(path) if distance <= FARTHEST_BY_NAME else set())
        for user in sorted(users - near.keys()):
            near[user] = distance + 1
            queue.append(user)
    return tests


def own_tests(root: Path, path: str) -> Iterator[str]:
    """Yield the test files that lie where the tests of a file belong."""
    for folder in _folders(root, path):
        place = root / folder
        files = [place] if place.is_file() else sorted(place.rglob("test_*.py"))
        yield from (file.relative_to(root).as_posix() for file in files)
    app, stem = PurePosixPath(path).parts[0], PurePosixPath(path).stem
    if path.endswith(".py") and app != "tests" and stem != "__init__":
        files = sorted((root / "tests" / app).rglob(f"test_*{stem}*.py"))
        yield from (file.relative_to(root).as_posix() for file in files)


def _folders(root: Path, path: str) -> list[str]:
    parts = PurePosixPath(path).parts
    if parts[0] == "tests":
        # A helper nobody imports by name: what pytest reads for the folder, and data beside tests.
        return [str(PurePosixPath(path).parent)] if len(parts) > 2 and not is_test(path) else []
    if "locale" in parts:
        return ["tests/federation/language"]
    if parts[0] in KINDS:
        return [*KINDS[parts[0]], *_same_name(root, parts[1:])]
    for folder in (str(parent) for parent in PurePosixPath(path).parents):
        if folder in FOLDERS:
            return FOLDERS[folder]
    return _same_name(root, parts)


def _same_name(root: Path, parts: tuple[str, ...]) -> list[str]:
    """Return the folder below tests/APP that is called like the innermost part: of views/lists, lists."""
    for part in reversed(parts[1:]):
        folder = f"tests/{parts[0]}/{part.partition('.')[0]}"
        if (root / folder).is_dir():
            return [folder]
    return []
