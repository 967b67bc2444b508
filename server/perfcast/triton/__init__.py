"""Triton kernels as text: found, described, counted and ranked. Neither Triton nor torch is ever imported."""

from perfcast.triton.configurations import Config
from perfcast.triton.counting import count
from perfcast.triton.counts import Counts
from perfcast.triton.devices import DEVICES, Device, device_named
from perfcast.triton.errors import KernelError
from perfcast.triton.kernels import Kernel, KernelFile
from perfcast.triton.launch import DTYPE_BYTES, Launch, Tensor
from perfcast.triton.occupancy import Occupancy, occupancy
from perfcast.triton.plans import LaunchPlan, plan
from perfcast.triton.pruning import Pruner, prune_configs
from perfcast.triton.ranking import Ranking, rank
from perfcast.triton.resources import Resources, resources
from perfcast.triton.roles import Parameter, Role
from perfcast.triton.roofline import Bound, bound
from perfcast.triton.scoring import PacedScorer, Scored, Scorer

__all__ = [
    "DEVICES",
    "DTYPE_BYTES",
    "Bound",
    "Config",
    "Counts",
    "Device",
    "Kernel",
    "KernelError",
    "KernelFile",
    "Launch",
    "LaunchPlan",
    "Occupancy",
    "PacedScorer",
    "Parameter",
    "Pruner",
    "Ranking",
    "Resources",
    "Role",
    "Scored",
    "Scorer",
    "Tensor",
    "bound",
    "count",
    "device_named",
    "occupancy",
    "plan",
    "prune_configs",
    "rank",
    "resources",
]
