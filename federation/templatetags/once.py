"""The tags for what a page says to everybody alike: it is set once for each language, as code is compiled."""

from typing import Any, NamedTuple

from django import template
from django.core.signals import setting_changed
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
_MOST = 2000  # pieces kept; a site has some hundred
_OPEN = "places left open"  # no template can ask for a name with spaces
_PLACE = "\0"  # stands where a place is left open; no text of a page has it


class Again(Node):
    """What differs inside a piece that is set once: it is set for every page, with all the page knows."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        """Leave the place open while a piece is being set; give what stands there otherwise."""
        places: list[Again] | None = context.get(_OPEN)
        if places is None:
            return self.nodelist.render(context)
        places.append(self)
        return SafeString(_PLACE)


class _Piece(NamedTuple):
    """The texts of a piece, and what is set between each and the next."""

    texts: tuple[str, ...]
    between: tuple[Again, ...]


class Once(Node):
    """A piece of a page that depends on the language and on the values named, on nothing else."""

    # Where blocks of a page stand; Django walks through these nodes every time it makes a page.
    child_nodelists = ("again",)

    def __init__(self, nodelist: NodeList, names: dict[str, FilterExpression]) -> None:
        self.nodelist, self.names = nodelist, names
        self.again = NodeList(nodelist.get_nodes_by_type(Again))

    def render(self, context: Context) -> SafeString:
        """Return the piece as it was set the first time; nothing but the values named is known inside."""
        values = {name: value.resolve(context) for name, value in self.names.items()}
        key = (self, get_language(), get_script_prefix(), context.autoescape, *values.values())
        made = _made.get(key)
        if made is None:
            if len(_made) >= _MOST:
                _made.clear()
            made = _made[key] = self._set(context.new(values))
        if not made.between:
            return SafeString(made.texts[0])
        around: list[Again] | None = context.get(_OPEN)
        if around is not None:  # a piece inside another
            around += made.between
            return SafeString(_PLACE.join(made.texts))
        parts = [made.texts[0]]
        for place, text in zip(made.between, made.texts[1:], strict=True):
            parts += place.nodelist.render(context), text
        return SafeString("".join(parts))

    def _set(self, context: Context) -> _Piece:
        """Set a piece, with every place left open that is set again."""
        context[_OPEN] = places = list[Again]()
        text = self.nodelist.render(context)
        if not places:
            return _Piece((text,), ())
        return _Piece(tuple(text.split(_PLACE)), tuple(places))


_made: dict[tuple[object, ...], _Piece] = {}


@register.tag
def once(parser: Parser, token: Token) -> Once:
    """Set what stands between `{% once name other=value ... %}` and `{% endonce %}` once for each language.

    The values named, few and never a visitor's own, are all that may differ inside.
    """
    names: dict[str, FilterExpression] = {}
    for bit in token.split_contents()[1:]:
        names |= token_kwargs([bit], parser) or {bit: parser.compile_filter(bit)}
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return Once(nodelist, names)


@register.tag
def again(parser: Parser, token: Token) -> Again:  # noqa: ARG001 - as Django calls it
    """Set what stands between `{% again %}` and `{% endagain %}` anew for every page, inside `{% once %}`.

    It knows what the page knows where the piece stands, not what is set around it inside the piece.
    """
    nodelist = parser.parse(("endagain",))
    parser.delete_first_token()
    return Again(nodelist)


def _forget(**_: Any) -> None:
    _made.clear()


setting_changed.connect(_forget, dispatch_uid="once")
