"""One model trained by two processes: they stay of one mind, and learn from what both have read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import torch

_TRAINING = """
import json, random, sys
from pathlib import Path

import torch

from model_export.training.dataset import example, labelled_programs
from model_export.training.model import Shape
from model_export.training.processes import Processes
from model_export.training.train import Recipe, Run
from model_export.training.vocabulary import learn
from perfcast.rlm.prompt import METRICS
from perfcast.rlm.vocabulary import Vocabulary

torch.set_num_threads(1)
folder = Path(sys.argv[1])
texts = {f"p{i}": f"def f{i}(x):\\n    return x * {i}" for i in range(8)}
rows = [
    {"program": p, "origin": "own", "problem": p, "workload": "x: int = 3", "device": "cpu"}
    | dict.fromkeys(METRICS)
    | {"cpu_time": 10.0 ** -i}
    for i, p in enumerate(texts)
]
guesses = {(r["program"], r["workload"], r["device"]): {"cpu_time": 1e-4} for r in rows}
vocabulary = Vocabulary(learn(texts.values(), 300))
items = [example(p, vocabulary, random.Random(0), [], 1) for p in labelled_programs(rows, texts, guesses)]
processes = Processes("cpu")
shape = Shape(len(vocabulary), width=32, heads=2, encoder_layers=1, decoder_layers=1, feedforward=64)
recipe = Recipe(epochs=3, tokens=40, group=1, auxiliary=0, dropout=0.0, validate_every=10**9, save_every=10**9)
run = Run(folder, shape, recipe, processes)
run.train(items, items)
rank = 0 if processes.is_first else 1
weights = {name: value.tolist() for name, value in run.optimiser.master_state(run.model).items() if value.dim() == 1}
(folder / f"{processes.count}-{rank}.json").write_text(json.dumps({"steps": run.steps, "weights": weights}))
"""


def test_two_processes_take_a_share_each_and_end_with_the_same_weights(tmp_path: Path) -> None:
    script = tmp_path / "training.py"
    script.write_text(_TRAINING)
    # What `accelerate launch` does for the GPUs of a machine, for two processes on the CPU.
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    launch += [str(script), str(tmp_path / "two")]
    (tmp_path / "two").mkdir()
    subprocess.run(launch, check=True, timeout=300)
    subprocess.run([sys.executable, str(script), str(tmp_path / "one")], check=True, timeout=300)
    first, second = (json.loads((tmp_path / "two" / f"2-{rank}.json").read_text()) for rank in (0, 1))
    alone = json.loads((tmp_path / "one" / "1-0.json").read_text())
    assert first == second
    assert first["weights"] != alone["weights"]
    assert first["steps"] == alone["steps"] // 2
    assert torch.load(tmp_path / "two" / "checkpoint.pt", weights_only=True)["steps"] == first["steps"]
