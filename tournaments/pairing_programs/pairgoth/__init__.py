"""What Pairgoth sends, read and put together. Pure: no Django."""
