"""Real measurements: functions run in a sandbox, their peak memory and CPU time taken; kernels on a GPU, see `gpu`.

This is the only part of the server that runs code of the user's; nothing calls it but an explicit command.
"""

from perfcast.measure.device import device_name
from perfcast.measure.job import Job, Limits, Measurement
from perfcast.measure.sandbox import Sandbox, SandboxError, isolation

__all__ = ["Job", "Limits", "Measurement", "Sandbox", "SandboxError", "device_name", "isolation"]
