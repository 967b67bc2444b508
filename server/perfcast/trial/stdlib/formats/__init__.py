"""Data formats: JSON, XML, CSV, pickle, ``struct``, hashes and compression."""
