"""How the lists of a kind look: columns, filters, downloads; `table.layout_of` finds the one of a system."""
