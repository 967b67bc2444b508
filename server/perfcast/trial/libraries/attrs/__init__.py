"""attrs: classes that its decorators complete."""
