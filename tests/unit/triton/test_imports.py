"""Reading kernels needs neither Triton, torch nor the model."""

from __future__ import annotations

import subprocess
import sys


def test_the_room_is_imported_without_triton_torch_or_the_model() -> None:
    code = "import sys, perfcast.triton; print(*{name.partition('.')[0] for name in sys.modules} & {'torch', 'triton'})"
    code += "\nprint(*(name for name in sys.modules if name.startswith(('perfcast.forecast', 'onnxruntime'))))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
