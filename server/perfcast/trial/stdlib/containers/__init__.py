"""Sorting, iterators and containers: ``itertools``, ``collections``, ``array``."""
