"""What goes wrong with a model, apart from what runs it, which takes long to import."""

from __future__ import annotations


class BundleError(Exception):
    """The bundle cannot be used; the message names the file and what to do."""


class Cancelled(Exception):
    """The computation was cancelled while it ran."""
