"""Views, by whom they are for."""
