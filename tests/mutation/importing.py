"""A plugin of pytest that imports one module as its mutant, in a fresh process.

PALMARES_MUTANT says which: the file and the number of the place. Nothing of the tree is changed, so that the
migrated database, whose name is made of the sources, serves this process too.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from tests.mutation.mutants import Mutant, Site, mutant

VARIABLE = "PALMARES_MUTANT"


class Finder(PathFinder):
    """Finds modules as ever, and gives that of the mutant another loader."""

    chosen: Mutant

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module comes from."""
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.origin and Path(spec.origin).resolve() == cls.chosen.path.resolve():
            spec.loader = _Loader(fullname, spec.origin)
        return spec


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        return compile(Finder.chosen.tree, self.path, "exec")


def install(place: str) -> None:
    """Let everything imported from now on see the mutant of a place."""
    path, _, number = place.rpartition(":")
    Finder.chosen = mutant(Site(Path(path), int(number)))
    sys.meta_path.insert(0, Finder)


# Now, not in a hook: pytest-django imports settings and models in the first hook there is.
if VARIABLE in os.environ:
    install(os.environ[VARIABLE])
