"""What calls of SciPy, scikit-learn and OpenCV say of their arguments."""
