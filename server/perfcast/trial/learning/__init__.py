"""What classes take from scikit-learn."""
