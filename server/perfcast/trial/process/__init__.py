"""The process that makes trial runs, and who asks it."""
