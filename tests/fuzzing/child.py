"""``python -m tests.fuzzing.child TARGET [libFuzzer's options]``: fuzzes until libFuzzer ends the process."""

from __future__ import annotations

import importlib
import sys

import atheris


def main() -> None:
    name = sys.argv.pop(1)
    # What is imported first is not instrumented: the target brings perfcast with it.
    with atheris.instrument_imports(include=["perfcast"]):
        target = importlib.import_module(f"tests.fuzzing.{name}")
    atheris.Setup(sys.argv, lambda data: target.one_input(atheris.FuzzedDataProvider(data)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
