"""What came of the records that were retrieved."""
