"""Pictures of a page for where it is shared, drawn with the fonts of the site; no Django."""

WIDE, HIGH = 1200, 630  # what networks cut least from
