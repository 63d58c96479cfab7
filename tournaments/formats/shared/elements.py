"""XML as a flat list of elements; input that could read other files or swell is refused."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NoReturn
from xml.parsers import expat

from federation.vocabulary.xml_damage import is_cut_off
from tournaments.formats.shared.limits import check_results
from tournaments.reports.findings import Finding, Place, Unreadable, error

# What XML knows without a declaration, and characters by number.
_FOREIGN_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)")

_UNDEFINED = expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]


@dataclass(frozen=True, slots=True)
class Element:
    """An XML element without its children."""

    tag: str
    attributes: Mapping[str, str]
    line: int

    def text(self, name: str) -> str:
        """Return an attribute, trimmed; "" when it is not there."""
        return " ".join(self.attributes.get(name, "").split())


def elements(text: str, *, root: str, wanted: Collection[str]) -> list[Element]:
    """List the wanted elements of an XML text in order of the file.

    The text is decoded already, so the declared encoding is overruled. A document type may be named, and is
    not loaded. Raises Unreadable for declarations of its own (an internal subset), entities, another root,
    too many elements and XML that is cut off or damaged.
    """
    wanted_elements: list[Element] = []
    roots: list[str] = []
    parser = expat.ParserCreate("utf-8")

    def start(tag: str, attributes: dict[str, str]) -> None:
        if not roots:
            roots.append(tag)
            if tag != root:
                raise Unreadable(error("xml-not-opengotha", Place(parser.CurrentLineNumber)))
        if tag in wanted:
            check_results(len(wanted_elements))
            wanted_elements.append(Element(tag, attributes, parser.CurrentLineNumber))

    def doctype(_name: str, _system: str | None, _public: str | None, has_subset: object) -> None:
        if has_subset:
            refuse()
        # Behind an external document type the parser passes over entities it does not know.
        if foreign := _FOREIGN_ENTITY.search(text):
            raise Unreadable(error("xml-broken", Place(text.count("\n", 0, foreign.start()) + 1)))

    def refuse(*_: object) -> NoReturn:
        raise Unreadable(error("xml-doctype", Place(parser.CurrentLineNumber)))

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    text = text.lstrip()
    try:
        # True: this is the whole text; the parser takes no keyword
        parser.Parse(text.encode("utf-8"), True)  # noqa: FBT003
    except expat.ExpatError as broken:
        raise Unreadable(_damage(broken)) from None
    return wanted_elements


def _damage(broken: expat.ExpatError) -> Finding:
    place = Place(broken.lineno, broken.offset + 1)
    if is_cut_off(broken) or broken.code == _UNDEFINED:
        return error("xml-broken", place)
    return error("xml-not-well-formed", place, line=broken.lineno)
