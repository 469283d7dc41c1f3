"""The bank as a whole: its map, how it grew, what is used and what is not."""
