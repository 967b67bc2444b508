"""What the unit's own code is made of: classes, instances, functions, and what may stand behind a dot."""
