"""What the papers say about running Palmares, held against the code."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
READ_AT_THE_START = ("settings.py", "data_folder.py")


def names_read_in_settings() -> set[str]:
    """Return every variable read at the start: env.kind("X"), _boolean("X") or os.environ.get("X")."""
    texts = [(ROOT / "federation" / name).read_text(encoding="utf-8") for name in READ_AT_THE_START]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args]
    return {
        node.args[0].value
        for node in calls
        if re.fullmatch(r"env\.\w+|_boolean|os\.environ\.(get|setdefault)", ast.unparse(node.func))
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def test_deploy_paper_lists_exactly_the_variables_settings_read() -> None:
    paper = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", paper, re.MULTILINE)) == names_read_in_settings()


def test_locks_name_no_host() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    named = [
        f"{path.name}:{number}"
        for path in locks
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"://|file:|--(extra-)?index-url|--find-links", line)
    ]
    names = ["base.txt", "build.txt", "dev.txt", "laboratory.txt", "release.txt", "s3.txt", "snapshots.txt"]
    assert ([path.name for path in locks], named) == (names, [])


def test_every_locked_package_has_a_hash() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        bare = [line for line in text.splitlines() if re.match(r"\w", line) and "--hash=sha256:" not in line]
        assert bare == []
