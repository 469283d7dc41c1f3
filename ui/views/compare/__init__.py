"""Two runs of one section, side by side."""
