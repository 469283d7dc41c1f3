"""The commands of `./run`."""
