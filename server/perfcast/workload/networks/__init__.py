"""What the methods of a neural network's module take, by the layers that its constructor makes; nothing is run."""

from perfcast.workload.networks.inputs import fitted

__all__ = ["fitted"]
