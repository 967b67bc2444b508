"""The one error of this package: what is wrong with a kernel, a configuration, a workload or a device."""


class KernelError(ValueError):
    """What keeps a kernel from being read, counted or ranked, said so that the user can mend it."""
