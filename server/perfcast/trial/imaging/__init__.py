"""OpenCV and Pillow of the closed world: what users' code calls most of them."""
