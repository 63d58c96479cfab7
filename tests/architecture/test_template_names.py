"""Names in templates: code or a template has each, each address exists, and what views give is used.

Django shows nothing in the place of a name it does not find: a misspelt one fails no test of its page.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.urls import get_resolver

from tests.architecture.test_shape import ROOT, sources

# Jinja fails by itself where a name is missing; pages of allauth show what allauth gives them.
NOT_OURS = ("jinja/", "account/", "mfa/", "idp/")
# Names of Django's tags, forms and models, and of the library of tables.
DJANGOS = frozenset(
    ("asvar", "choice_label", "counter", "date_joined", "forloop", "id_for_label", "input_type", "name_local")
) | {"prefixed_page_field", "redirect_field", "trimmed"}
# Keys of tables of signs, and the name of a fragment that is kept.
OTHERS = frozenset({"bh", "rp", "sb", "Rp", "Rp2022", "tools"})
ASKED_BY_TESTS = frozenset({("ratings/player.html", "held")})
_COMMENT = re.compile(r"\{%\s*comment.*?endcomment\s*%\}|\{#.*?#\}", re.DOTALL)
_TAG = re.compile(r"\{\{-?(?P<shown>.*?)-?\}\}|\{%-?\s*(?P<tag>\w+)(?P<rest>.*?)-?%\}", re.DOTALL)
_UNNAMED = re.compile(r"'[^']*'|\"[^\"]*\"|\|\s*\w+")  # texts and filters
_DEFINED = re.compile(r"\b(\w+)=|\bas(?:var)?\s+(\w+)|\bfor\s+([\w\s,]+?)\s+in\b|\bcount\s+(\w+)")
_NAME = re.compile(r"(?<!\w)[A-Za-z_]\w*")
_DISPLAY = re.compile(r"get_(\w+)_display")
_CONTAINED = re.compile(r"\{%-?\s*(?:include|extends)\s+(\S+)")
_ADDRESS = re.compile(r"\{%-?\s*url\s+(['\"])(?P<name>.+?)\1")
# Words of code without those of comments and texts; keys of mappings and what f-strings show are words too.
_CODE = re.compile(
    r"\"\"\"(?:.|\n)*?\"\"\"|#[^\n]*|\"(?P<key>[A-Za-z_]\w*)\"(?=\s*[:\]])"
    r"|f\"(?P<shown>[^\"\n]*)\"|\"[^\"\n]*\"|(?P<word>[A-Za-z_]\w*)"
)


@cache
def modules() -> dict[str, str]:
    """Return the texts of modules of the applications, by path."""
    return dict(sources())


@cache
def templates() -> dict[str, str]:
    """Return the texts of Django's templates without their comments, by the name views give them."""
    folder = ROOT / "templates"
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*") if path.is_file()}
    return {
        name: _COMMENT.sub("", path.read_text())
        for name, path in sorted(found.items())
        if not name.startswith("jinja/")
    }


@cache
def words_of_code() -> frozenset[str]:
    """Return the names of variables, attributes, arguments and keys in the applications."""
    words = set[str]()
    for text in modules().values():
        for match in _CODE.finditer(text):
            words.update(filter(None, (match["word"], match["key"])), _NAME.findall(match["shown"] or ""))
    return frozenset(words)


def names(text: str) -> tuple[set[str], set[str]]:
    """Return the names a template looks up, attributes too, and those it defines."""
    used, defined = set[str](), set[str]()
    for tag in _TAG.finditer(text):
        if tag["tag"] in ("load", "block", "endblock"):
            continue
        words = _UNNAMED.sub(" ", tag["shown"] or tag["rest"] or "")
        used.update(_NAME.findall(words))
        for several in _DEFINED.findall(f"{tag['tag']} {words}"):
            defined.update(_NAME.findall(" ".join(several)))
    return used, defined


def unknown(text: str, known: frozenset[str]) -> list[str]:
    """Return the names of a template that nothing has."""
    used, defined = names(text)
    missing = used - defined - known - DJANGOS - OTHERS
    return sorted(name for name in missing if not (m := _DISPLAY.fullmatch(name)) or m[1] not in known)


@pytest.mark.parametrize("folder", sorted({name.rpartition("/")[0] for name in templates()}))
def test_names_of_templates_stand_in_code_or_in_a_template(folder: str) -> None:
    # What one template gives another that it includes is a name there.
    given = frozenset(name for text in templates().values() for name in names(text)[1])
    ours = {
        name: text
        for name, text in templates().items()
        if name.rpartition("/")[0] == folder and not name.startswith(NOT_OURS)
    }

    found = {name: unknown(text, words_of_code() | given) for name, text in ours.items()}

    assert {name: missing for name, missing in found.items() if missing} == {}


def test_misspelt_name_and_attribute_are_unknown() -> None:
    text = "{% for line in lines %}{{ line.nmae|default:'none' }}{% if lien %}{{ line.name }}{% endif %}"

    assert unknown(text, frozenset({"lines", "name", "in"})) == ["lien", "nmae"]


def test_addresses_of_templates_exist() -> None:
    known = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    wanted = {
        (name, m["name"])
        for name, text in templates().items()
        if not name.startswith(NOT_OURS)
        for m in _ADDRESS.finditer(text)
    }

    assert wanted
    assert {(name, address) for name, address in wanted if address not in known} == set()


def whole_text(name: str) -> str | None:
    """Return the text of a template and of those it contains; None where it contains one by a variable."""
    text, waiting, seen = "", [name], {name}
    while waiting:
        piece = templates().get(waiting.pop(), "")
        text += piece
        for other in _CONTAINED.findall(piece):
            if other[0] not in "\"'":
                return None
            if (inner := other.strip("\"'")) not in seen:
                seen.add(inner)
                waiting.append(inner)
    return text


def given_to_templates(text: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the templates a module renders, and the keys of what they are given, where both are written."""
    for function in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)):
        written = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "render":
                template, context = ([*call.args, None, None, None])[1:3]
                given = written.get(context.id) if isinstance(context, ast.Name) else context
                if isinstance(template, ast.Constant) and isinstance(given, ast.Dict):
                    keys = {key.value for key in given.keys if isinstance(key, ast.Constant)}
                    yield str(template.value), {str(key) for key in keys}


def unused(text: str) -> list[tuple[str, str]]:
    """Return what a module gives templates that do not name it; tags of ours may ask for it too."""
    tags = " ".join(code for path, code in modules().items() if "/templatetags/" in path)
    found = []
    for template, keys in given_to_templates(text):
        shown = whole_text(template)
        if shown is not None and template in templates():
            words = set(_NAME.findall(shown)) | set(_NAME.findall(tags))
            found += [
                (template, key) for key in sorted(keys - words) if (template, key) not in ASKED_BY_TESTS
            ]
    return found


def test_templates_name_what_views_give_them() -> None:
    found = {path: unused(text) for path, text in modules().items() if "/views/" in path}

    assert {path: keys for path, keys in found.items() if keys} == {}


def test_misspelt_key_of_a_view_is_unused() -> None:
    view = """
def show(request):
    page = {"tournament": 1, "may_aprove": 2}
    return render(request, "tournaments/claim.html", page)
"""

    assert unused(view) == [("tournaments/claim.html", "may_aprove")]
