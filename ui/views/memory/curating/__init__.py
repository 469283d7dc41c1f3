"""What a person does with records: judge, correct, merge, mark, delete, take back."""
