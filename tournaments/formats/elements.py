"""XML as a flat list of elements, refusing whatever could read other files or swell."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NoReturn
from xml.parsers import expat

from tournaments.findings import Place, Unreadable, error


@dataclass(frozen=True, slots=True)
class Element:
    """An XML element without its children."""

    tag: str
    attributes: Mapping[str, str]
    line: int

    def text(self, name: str) -> str:
        """Give an attribute, trimmed; "" when it is not there."""
        return " ".join(self.attributes.get(name, "").split())


def elements(text: str, *, root: str, wanted: Collection[str]) -> list[Element]:
    """List the wanted elements of an XML text in order of the file.

    The text is decoded already, so the declared encoding is overruled. Raises Unreadable for document types,
    entities, another root and XML that is cut off or damaged.
    """
    found: list[Element] = []
    roots: list[str] = []
    parser = expat.ParserCreate("utf-8")

    def start(tag: str, attributes: dict[str, str]) -> None:
        if not roots:
            roots.append(tag)
            if tag != root:
                raise Unreadable(error("xml-not-opengotha", Place(parser.CurrentLineNumber)))
        if tag in wanted:
            found.append(Element(tag, attributes, parser.CurrentLineNumber))

    def refuse(*_: object) -> NoReturn:
        raise Unreadable(error("xml-doctype", Place(parser.CurrentLineNumber)))

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    try:
        # True: this is the whole text; the parser takes no keyword
        parser.Parse(text.lstrip().encode("utf-8"), True)  # noqa: FBT003
    except expat.ExpatError as broken:
        raise Unreadable(error("xml-broken", Place(broken.lineno, broken.offset + 1))) from None
    return found
