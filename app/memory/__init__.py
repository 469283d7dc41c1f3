"""What a person does with memory banks, without widgets: banks, snapshots, sharing, insight."""
