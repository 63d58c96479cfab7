"""What stands between a draft and its submission, and the warnings somebody confirms."""
