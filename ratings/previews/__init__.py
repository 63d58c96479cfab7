"""What an approval or a decision would do, before it is done."""
