"""Where the time of one forecast goes, function by function."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator

import numpy as np

from perfcast.forecast import METRICS, load
from perfcast.forecast.forecast import LEVELS
from perfcast.prior import METRICS as PRIOR_METRICS
from perfcast.prior import FeatureMaker
from perfcast.prior.functions import NAMES_FILE
from perfcast.rlm import Prompt, RegressionModel
from perfcast.rlm.computing import begin
from perfcast.rlm.prompt import MAX_SOURCE
from perfcast.source import SourceFile
from perfcast.source.locations.place import here
from perfcast.static import Analysis
from perfcast.trees import Trees, graph_file
from perfcast.trial.process.worker import TrialProcess
from perfcast.workload import parse
from perfcast.workload.origins.resolution import resolve
from tests.benchmarks.bench import Bench
from tests.benchmarks.plots import draw_bars
from tests.benchmarks.rows import Row
from tests.benchmarks.sources import distinct

_WHOLE = "all of it, by the predictor"


class Watch:
    """Times of parts of something done again and again, in s."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self._last = 0.0

    def start(self) -> None:
        self._last = time.perf_counter()

    def lap(self, part: str) -> None:
        """What was done since the last lap, or the start, was this part."""
        now = time.perf_counter()
        self.times.setdefault(part, []).append(now - self._last)
        self._last = time.perf_counter()


def measure(bench: Bench) -> Iterator[Row]:
    """Medians over functions, each forecast for the first time at the workload that it is given in an editor."""
    model = RegressionModel.load(bench.model)
    predictor = load(bench.model)
    names = json.loads((bench.bundle / NAMES_FILE).read_text(encoding="utf-8"))["names"]
    maker = FeatureMaker(names, lambda text, place: None)
    trees = Trees(bench.bundle, [graph_file(metric) for metric in PRIOR_METRICS], maker.width)
    trials = TrialProcess()
    trials.estimate("def first(nums):\n    return sum(nums)\n", [parse("nums: list[int] * 10")], here())
    graphs = model._graphs
    device = predictor.devices.named(None)
    watch = Watch()
    parts = distinct(bench.count(100, 4))
    predictor.forecast("def first(nums):\n    return sum(nums)\n")
    for part in parts:
        watch.start()
        file = SourceFile.parse(part.source)
        unit = file.units[-1]
        watch.lap("parsing, finding")
        form = file.normal_form(unit)
        file.digest(unit)
        watch.lap("normal form, digest")
        workload = resolve(unit, file).workload
        watch.lap("workload")
        ids = bench.vocabulary.encode(form)[:MAX_SOURCE]
        watch.lap("tokens")
        begin(graphs.encode, ids).result()
        watch.lap("encoder")
        trials.estimate(form, [workload], here())
        watch.lap("trial runs, in their process")
        Analysis(form).estimate(workload)
        watch.lap("static estimate")
        rows = maker.rows(maker.read(form), [workload]).astype(np.float32)
        watch.lap("features, static estimate included")
        trees.logarithms(rows)
        watch.lap("trees")

        prompts = [Prompt(workload, device, metric) for metric in METRICS]
        reading = model.read(form)
        model.quantiles(reading, prompts, LEVELS)
        watch.start()
        model.quantiles(reading, prompts, LEVELS)
        watch.lap("decoder, guesses included")
        predictor.forecast_source(part.source, part.name)
        watch.lap(_WHOLE)
    trials.close()
    medians = {label: statistics.median(times) for label, times in watch.times.items()}
    for label, times in watch.times.items():
        yield Row.of(f"One function, {label}", "s", times)
    draw_bars(
        bench.out / "plots" / "breakdown.png", "median (ms)", {label: 1e3 * median for label, median in medians.items()}
    )
