"""A measuring process whose Triton compiles for a GPU that is not there, so that every launch fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from model_export.corpus.triton.compilation import compile_for
from perfcast.measure.gpu.child import main
from perfcast.measure.gpu.driver import tensor_on


class CompilingDriver:
    name = "NVIDIA H100 80GB HBM3"
    architecture = "sm_90"

    def __init__(self) -> None:
        compile_for(90)

    def tensor(self, dtype: str, shape: tuple[int, ...]) -> Any:
        return tensor_on("cpu", dtype, shape)

    def wait(self) -> None: ...

    def seconds(self, launch: Callable[[], Any]) -> float:
        raise NotImplementedError

    def taken(self, compiled: Any) -> dict[str, float]:
        raise NotImplementedError


if __name__ == "__main__":
    main(CompilingDriver)
