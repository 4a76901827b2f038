"""Pictures of the table."""
