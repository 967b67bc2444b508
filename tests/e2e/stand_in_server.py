"""A server process with the stand-in model: ``python stand_in_server.py [--seconds S] [--loads-once PATH] ...``."""

import argparse
import os
import sys
import time
from pathlib import Path

from perfcast.forecast import Predictor
from perfcast.lsp.server import serve_stdio, serve_tcp
from tests.engine import StandInModel


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.0, help="of each run of the model")
    parser.add_argument("--loads-once", type=Path, help="the model loads once this file is there")
    parser.add_argument("--noise", action="store_true", help="write to stdout as careless libraries do")
    parser.add_argument("--deaf", action="store_true", help="the model cannot be cancelled")
    parser.add_argument("--tcp", type=int)
    options = parser.parse_args()

    def load(bundle: Path | None) -> Predictor:
        while options.loads_once is not None and not options.loads_once.exists():
            time.sleep(0.01)
        model = StandInModel.load(bundle)
        model.seconds = options.seconds
        if options.deaf:
            model.cancel = lambda: None  # type: ignore[method-assign]
        if options.noise:
            print("noise from Python")
            os.write(1, b"noise from a native library\n")
            os.system("echo noise from a child process")
        return Predictor(model)  # type: ignore[arg-type]

    return serve_tcp(options.tcp, load) if options.tcp else serve_stdio(load)


sys.exit(main())
