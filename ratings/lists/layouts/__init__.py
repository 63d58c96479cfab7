"""Layouts of lists: columns, filters, downloads; `table.layout_of` finds a system's."""
