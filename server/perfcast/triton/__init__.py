"""Triton kernels as text: found, described, counted and ranked. Neither Triton nor torch is ever imported."""

from perfcast.triton.bounds.resources import Resources, resources
from perfcast.triton.bounds.roofline import Bound, bound
from perfcast.triton.errors import KernelError
from perfcast.triton.finding.kernels import Kernel, KernelFile
from perfcast.triton.finding.plans import LaunchPlan, plan
from perfcast.triton.gpus.devices import DEVICES, Device, device_named
from perfcast.triton.gpus.occupancy import Occupancy, occupancy
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.kernels.launch import DTYPE_BYTES, Launch, Tensor
from perfcast.triton.kernels.roles import Parameter, Role
from perfcast.triton.program.counting import count
from perfcast.triton.program.counts import Counts
from perfcast.triton.ranking.pruning import Pruner, prune_configs
from perfcast.triton.ranking.ranked import Ranking, rank
from perfcast.triton.ranking.scoring import PacedScorer, Scored, Scorer

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
