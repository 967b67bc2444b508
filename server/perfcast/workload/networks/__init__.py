"""What the methods of a neural network's module take, by the layers that its constructor makes; nothing is run."""

from perfcast.workload.networks.inputs import fitted, is_module

__all__ = ["fitted", "is_module"]
