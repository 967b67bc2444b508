"""A kernel's file loaded, and the kernel in it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any, Final

_NAME: Final = "measured_kernels"


def load_kernel(source: str, name: str, folder: Path) -> Any:
    """Runs a module's source; the kernel of that name, without autotuner and heuristics around it.

    Args:
        folder: where the source is written: Triton reads kernels from files.

    Raises:
        LookupError: the name is none of the module's, or no kernel's.
        BaseException: what the module raises.
    """
    path = folder / f"{_NAME}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(_NAME, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = module
    spec.loader.exec_module(module)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if not hasattr(found, "run"):
        raise LookupError(f"the file, once loaded, has no kernel {name!r}: kernels made within functions are not found")
    # What an autotuner and heuristics wrap can be run itself; what Triton compiles is a plain function.
    while hasattr(found.fn, "run"):
        found = found.fn
    return found
