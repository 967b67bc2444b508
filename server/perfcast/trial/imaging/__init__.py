"""OpenCV and Pillow in trial runs: the parts of them that are used most."""
