"""The Memory room: what the bank holds, found and read."""
