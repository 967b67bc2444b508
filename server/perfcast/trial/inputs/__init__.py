"""What a unit is called with, and what it finds around it."""
