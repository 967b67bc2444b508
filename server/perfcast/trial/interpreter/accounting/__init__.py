"""What a run has spent, and how much memory what it holds takes."""
