"""A measuring process whose GPU is Triton's interpreter, and whose clock and compiler always say the same.

Its arguments are the GPU's name and architecture.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from perfcast.measure.gpu.child import main
from perfcast.measure.gpu.driver import tensor_on


class InterpretedDriver:
    def __init__(self) -> None:
        # Read when kernels are defined.
        os.environ["TRITON_INTERPRET"] = "1"
        self.name, self.architecture = sys.argv[1:]

    def tensor(self, dtype: str, shape: tuple[int, ...]) -> Any:
        return tensor_on("cpu", dtype, shape)

    def wait(self) -> None: ...

    def seconds(self, launch: Callable[[], Any]) -> float:
        launch()
        return 1.5e-3

    def taken(self, compiled: Any) -> dict[str, float]:
        return {"registers": 40.0, "spills": 2.0, "shared_memory": 1024.0}


if __name__ == "__main__":
    main(InterpretedDriver)
