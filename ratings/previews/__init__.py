"""Previews of the effects of an approval or a decision."""
