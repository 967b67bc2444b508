"""Pillow: images, their modes and filters."""
