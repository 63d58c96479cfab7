"""The tag for what a page says to everybody alike: it is set once for each language, as code is compiled."""

from typing import Any

from django import template
from django.core.signals import setting_changed
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.template.context import Context
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
_MOST = 2000  # pieces kept; a site has some hundred


class Once(Node):
    """A piece of a page that depends on the language and on the values named, on nothing else."""

    def __init__(self, nodelist: NodeList, names: dict[str, FilterExpression]) -> None:
        self.nodelist, self.names = nodelist, names

    def render(self, context: Context) -> SafeString:
        """Give the piece as it was set the first time; nothing but the values named is known inside."""
        values = {name: value.resolve(context) for name, value in self.names.items()}
        key = (self, get_language(), get_script_prefix(), context.autoescape, *values.values())
        made = _made.get(key)
        if made is None:
            if len(_made) >= _MOST:
                _made.clear()
            made = _made[key] = self.nodelist.render(context.new(values))
        return made


_made: dict[tuple[object, ...], SafeString] = {}


@register.tag
def once(parser: Parser, token: Token) -> Once:
    """Set what stands between `{% once name ... %}` and `{% endonce %}` once for each language.

    The values named, few and never a visitor's own, are all that may differ inside.
    """
    names = {name: parser.compile_filter(name) for name in token.split_contents()[1:]}
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return Once(nodelist, names)


def _forget(**_: Any) -> None:
    _made.clear()


setting_changed.connect(_forget, dispatch_uid="once")
