"""Small parts that every view is made of."""
