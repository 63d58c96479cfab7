"""Questions about roles, for templates."""

from django import template

from federation.accounts import permissions
from federation.accounts.permissions import Visitor

register = template.Library()


@register.filter
def keeps_register_only(visitor: Visitor) -> bool:
    """Return whether a visitor's only desk is the register's."""
    return permissions.is_registrar(visitor) and not permissions.is_organiser(visitor)
