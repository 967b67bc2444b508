"""Instances that methods are called on: how they are constructed and filled."""
