"""Layouts of lists: columns, filters, downloads; `table.layout_of` finds the one of a system."""
