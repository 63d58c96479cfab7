"""How templates are laid out: for somebody who reads them."""

import re
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "templates"
LONGEST = 160
MOST_WITHOUT_A_BREAK = 8  # elements of a line that is a block by itself
_BLOCK = re.compile(r"</?(?:p|div|section|table|thead|tbody|tr|td|th|ul|ol|li|dl|dt|dd|form|h[1-6])\b")
# A table, as written out and as the tag sets it, up to its first row or its end.
_WRITTEN = re.compile(r"<table\b.*?(?=<thead|<tbody|<tfoot|<tr\b|</table>)", re.DOTALL)
_TAGGED = re.compile(r"\{% table \w+.*?\{% endtable %\}", re.DOTALL)
# A cell whose whole content is one condition, with whitespace around it.
_PADDED = re.compile(
    r"<td\b(?:\{%[^%]*%\}|\{\{[^}]*\}\}|[^<>{])*>\s+\{% if [^%]*%\}"
    r"(?:(?!\{% (?:else|elif|if|endif)\b|</td>).)*\{% endif %\}\s+</td>",
    re.DOTALL,
)
_INDENTED = re.compile(r"\s+</?(?:div|section|table|thead|tbody|tr|ul|ol|dl|form)\b")


def pages() -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the lines of every template of HTML."""
    for file in sorted(FOLDER.rglob("*.html")):
        yield file.relative_to(FOLDER).as_posix(), file.read_text("utf-8").split("\n")


def test_no_line_of_a_template_is_longer_than_a_screen() -> None:
    found = [
        f"{name}:{number}"
        for name, lines in pages()
        for number, line in enumerate(lines, 1)
        if len(line) > LONGEST
    ]

    assert found == []


def test_elements_of_a_block_stand_on_lines_of_their_own() -> None:
    found = [
        f"{name}:{number}"
        for name, lines in pages()
        for number, line in enumerate(lines, 1)
        if len(_BLOCK.findall(line)) > MOST_WITHOUT_A_BREAK
    ]

    assert found == []


def test_elements_of_a_block_are_indented_by_twos() -> None:
    found = [
        f"{name}:{number}"
        for name, lines in pages()
        for number, line in enumerate(lines, 1)
        if _INDENTED.match(line) and (len(line) - len(line.lstrip())) % 2
    ]

    assert found == []


def test_cell_that_may_be_empty_holds_no_whitespace() -> None:
    """Telephones hide the cells that are `:empty`, which whitespace prevents."""
    found = [name for name, lines in pages() if _PADDED.search("\n".join(lines))]

    assert found == []


def test_every_table_has_a_caption() -> None:
    texts = [(name, "\n".join(lines)) for name, lines in pages()]
    in_full = [(name, found) for name, text in texts for found in _WRITTEN.findall(text)]
    by_tag = [(name, found) for name, text in texts for found in _TAGGED.findall(text)]

    assert len(in_full) > 30
    assert len(by_tag) > 120
    assert [name for name, found in in_full if "<caption" not in found] == []
    assert [name for name, found in by_tag if "{% caption %}" not in found] == []
