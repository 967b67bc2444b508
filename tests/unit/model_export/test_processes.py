"""One model trained by two processes: they stay of one mind, and learn from what both have read."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import torch

from tests.unit.model_export.tiny_t5gemma import write_tiny_t5gemma

_TRAINING = """
import json, random, sys
from pathlib import Path

import torch

from model_export.training.dataset import example, labelled_programs
from model_export.training.model import Shape
from model_export.training.processes import Processes
from model_export.training.train import Recipe, Run
from model_export.training.vocabulary import learn
from perfcast.prior import Guess
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
guesses = {(r["program"], r["workload"], r["device"]): {"cpu_time": Guess(1e-4, 0.5)} for r in rows}
vocabulary = Vocabulary(learn(texts.values(), 300))
items = [example(p, vocabulary, random.Random(0), [], 1) for p in labelled_programs(rows, texts, guesses)]
processes = Processes("cpu")
shape = Shape(len(vocabulary), width=32, heads=2, encoder_layers=1, decoder_layers=1, feedforward=64)
recipe = Recipe(epochs=3, tokens=40, group=1, auxiliary=0, dropout=0.0, validate_every=10**9, save_every=10**9)
run = Run(folder, shape, recipe, processes)
run.train(items, items)
weights = {name: value.tolist() for name, value in run.optimiser.master_state(run.model).items() if value.dim() == 1}
(folder / f"{processes.count}-{processes.number}.json").write_text(json.dumps({"steps": run.steps, "weights": weights}))
"""


_FINE_TUNING = """
import json, sys
from pathlib import Path

import numpy as np
import torch

from model_export.teacher.examples import examples
from model_export.teacher.finetune import Finetuning, Recipe
from model_export.teacher.t5gemma import T5GemmaNetwork
from model_export.training.dataset import Labelled
from model_export.training.processes import Processes
from perfcast.prior import Guess
from perfcast.rlm.prompt import METRICS
from perfcast.workload import parse

torch.set_num_threads(1)
folder, pretrained = map(Path, sys.argv[1:])
programs = []
for i in range(8):
    text, costs = f"def f{i}(x):\\n    return x * {i}", np.full((1, len(METRICS)), np.nan)
    costs[0, METRICS.index("cpu_time")] = 10.0 ** -i
    guess = {"peak_memory": Guess(1.0, 0.5), "cpu_time": Guess(1e-4, 2.0)}
    programs.append(Labelled(f"p{i}", "own", f"p{i}", text, [parse("x: int = 3")], ["cpu"], costs, [guess]))
network = T5GemmaNetwork.load(pretrained)
items = examples(programs, network.vocabulary, network.source_tokens, 1, 0, [])
processes = Processes("cpu")
recipe = Recipe(epochs=2, tokens=1, group=1, auxiliary=0, learning_rate=3e-3, validate_every=10**9)
run = Finetuning(folder, network, recipe, processes)
run.train(items, items)
weights = {name: value.tolist() for name, value in run.inner.named_parameters() if value.dim() == 1}
found = {"steps": run.steps, "weights": weights, "best": run.best}
(folder / f"{processes.count}-{processes.number}.json").write_text(json.dumps(found))
processes.accelerator.end_training()
"""


def test_two_processes_take_a_share_each_and_end_with_the_same_weights(tmp_path: Path) -> None:
    first, second, alone = carried_out(_TRAINING, tmp_path)
    assert first == second
    assert first["weights"] != alone["weights"]
    assert first["steps"] == alone["steps"] // 2
    assert torch.load(tmp_path / "two" / "checkpoint.pt", weights_only=True)["steps"] == first["steps"]


def test_two_processes_that_fine_tune_a_teacher_do_so_too(tmp_path: Path) -> None:
    write_tiny_t5gemma(tmp_path / "pretrained", "def f(x):\n    return x * 3")
    first, second, alone = carried_out(_FINE_TUNING, tmp_path, str(tmp_path / "pretrained"))
    assert first == second
    assert first["weights"] != alone["weights"]
    assert first["steps"] == alone["steps"] // 2
    assert torch.load(tmp_path / "two" / "checkpoint.pt", weights_only=True)["steps"] == first["steps"]
    assert (tmp_path / "two" / "log.csv").read_text().count("\n") == first["steps"] + 1


def carried_out(text: str, folder: Path, *arguments: str) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """What the first and the second of two processes that run a script together leave, and what one leaves alone.

    Args:
        text: of the script, whose first argument is the folder that it writes COUNT-NUMBER.json into.
        arguments: further ones.
    """
    script = folder / "training.py"
    script.write_text(text)
    for name in ("one", "two"):
        (folder / name).mkdir()
    # What `accelerate launch` does for the GPUs of a machine, for two processes on the CPU.
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    together = [*launch, str(script), str(folder / "two"), *arguments]
    if subprocess.run(together, check=False, timeout=300).returncode:
        # Threads of their group's abort one of them at its end once in some hundred runs.
        shutil.rmtree(folder / "two")
        (folder / "two").mkdir()
        subprocess.run(together, check=True, timeout=300)
    subprocess.run([sys.executable, str(script), str(folder / "one"), *arguments], check=True, timeout=300)
    first, second, alone = (
        json.loads((folder / name).read_text()) for name in ("two/2-0.json", "two/2-1.json", "one/1-0.json")
    )
    return first, second, alone
