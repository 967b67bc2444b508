"""What a call costs, estimated from its text and its workload without running anything."""

from perfcast.static.analysis import NAMES, Analysis

__all__ = ["NAMES", "Analysis"]
