"""Diagnosis of damaged XML: cut off, or not well-formed. Pure."""

from xml.parsers import expat

_CUT_OFF = (
    expat.errors.XML_ERROR_NO_ELEMENTS,
    expat.errors.XML_ERROR_UNCLOSED_TOKEN,
    expat.errors.XML_ERROR_PARTIAL_CHAR,
    expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
)


def is_cut_off(broken: expat.ExpatError) -> bool:
    """Return whether a text only ends too soon."""
    return expat.errors.messages[broken.code] in _CUT_OFF
