"""A bundle checked: its form, its rules, and the list computed again from its facts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from ratings.exact_math import EXACT, LIBRARY
from ratings.list_proof import archive, package, rules, table_files
from ratings.list_proof.archive import BadArchive
from ratings.list_proof.computed import Computed, Contradiction, Difference, differences
from ratings.list_proof.package import BadPackage, Head, digest
from ratings.list_proof.rules import OtherRules, Rules
from ratings.list_proof.table_files import BadTable, Columns
from ratings.list_proof.tables import FIDE, GO, LIST, STREAMS, TABLES
from ratings.rulebook.systems import editions_of

_COMPUTERS = {
    GO: "ratings.list_proof.go",
    FIDE: "ratings.list_proof.fide",
    STREAMS: "ratings.list_proof.streams",
}


_FUNCTIONS = {
    LIBRARY: "Numeric contract 1: exp and pow are this machine's; another may find other last digits.",
    EXACT: "Numeric contract 2: exp and pow are correctly rounded, the same on every machine.",
}


class Tampered(Exception):
    """A file that is no bundle, or not as it describes itself; the text names the fault."""


class Unproved(Exception):
    """A bundle whose facts or rules cannot lead to its list; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A bundle whose description holds."""

    head: Head
    files: Mapping[str, bytes]
    tables: Mapping[str, Columns]

    @property
    def rows_digest(self) -> str:
        """Return the SHA-256 of the list's rows."""
        return digest(self.files[LIST.file])


@dataclass(frozen=True, slots=True)
class Checked:
    """What computing a list again found."""

    computed: Computed
    differences: list[Difference]
    replaced: Mapping[str, object]  # constants the office replaced


def opened(data: bytes) -> Opened:
    """Read a bundle; Tampered for anything that is none."""
    try:
        files = archive.unpack(data)
        head = package.read(files)
        tables = {table.name: table_files.read(table, files[table.file]) for table in TABLES[head.kind]}
    except (BadArchive, BadPackage, BadTable) as problem:
        raise Tampered(str(problem)) from None
    return Opened(head, files, tables)


def check(bundle: Opened, *, report: Callable[[str], None] = lambda _text: None) -> Checked:
    """Compute the list of a bundle again; Unproved where facts or rules cannot be those of a list."""
    head = bundle.head
    try:
        bundle_rules = rules.read(head.system, bundle.files[package.RULES], head.date)
        report(f"Rules: those of the rule book{_replaced(head.system, bundle_rules)}.")
        if head.kind != FIDE:  # whole numbers
            report(_FUNCTIONS[bundle_rules.numeric])
        compute: Callable[..., Computed] = import_module(_COMPUTERS[head.kind]).compute
        computed = compute(head, bundle.tables, bundle_rules)
    except (OtherRules, Contradiction) as problem:
        raise Unproved(str(problem)) from None
    except BadPackage as problem:
        raise Tampered(str(problem)) from None
    return Checked(computed, differences(computed, bundle.tables[LIST.name]), bundle_rules.parameters)


def _replaced(key: str, bundle_rules: Rules) -> str:
    """Return in words what an office chose, and what it left as in release 1.0 of rules that came later."""
    newest = editions_of(key, edition=bundle_rules.edition, parameters={})[-1][0]
    words = [f", edition {bundle_rules.edition} for everything"] if bundle_rules.edition else []
    for name, value in sorted(bundle_rules.parameters.items()):
        if name not in newest.since_1_0:
            words.append(f", {name} replaced by {str(value)[:40]}")
        elif value == newest.since_1_0[name]:
            words.append(f", {name} as in release 1.0")
        elif value != getattr(newest, name):
            words.append(f", {name} replaced by {str(value)[:40]}")
    return "".join(words)


def changed_facts(old: Opened, new: Opened) -> list[str]:
    """Return what of the facts of an older bundle is no longer in a newer one, a line a table."""
    changes = []
    for table in TABLES[new.head.kind]:
        if table.name in (LIST.name, "players"):
            continue
        lines = set(new.files[table.file].splitlines())
        gone = [line for line in old.files[table.file].splitlines() if line not in lines]
        if gone:
            changes.append(f"{table.file}: {len(gone)} rows, first {gone[0].decode()[:100]}")
    return changes
