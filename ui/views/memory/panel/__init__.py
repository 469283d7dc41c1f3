"""The side panel of the Memory room: one record as what it is."""
