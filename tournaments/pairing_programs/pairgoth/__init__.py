"""Pages sent by Pairgoth: reading and assembly. Pure: no Django."""
