"""``python -m model_export ablations``: every variant trained and judged, and the page of what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import torch
import typer

from model_export.ablations.comments import remarks
from model_export.ablations.judging import (
    Answering,
    guesses_alone,
    judge,
    medians,
    most_probable,
    sampled,
    single_numbers,
)
from model_export.ablations.page import RESULTS, Outcome, merged, read_table, write_page
from model_export.ablations.reading import Reader
from model_export.ablations.squared_error import squared_error
from model_export.ablations.variants import BASE, VARIANTS, Variant
from model_export.corpus.sources import joined_programs
from model_export.training.labelled import read_labelled
from model_export.training.model import Shape
from model_export.training.objective import loss
from model_export.training.processes import Processes
from model_export.training.train import Recipe, Run, load_model

#: How the base is asked besides by medians, which are the other variants' forecasts too; and what it starts from.
_WAYS: Final = "how a number is chosen"
_POLICIES: Final[Mapping[str, Answering]] = {
    "the trees' guess, unchanged": guesses_alone,
    "most probable tokens": most_probable,
    "1 sample": sampled(1),
    "8 samples": sampled(8),
    "64 samples": sampled(64),
}
_ENDED: Final = "outcome.json"


def ablations(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    scratch: Annotated[Path, typer.Option(help="Folder of the runs; those that ended are not run again.")],
    run: Annotated[Path | None, typer.Option(help="Folder with the prior, for all that reads guesses.")] = None,
    out: Annotated[Path, typer.Option(help="Folder of the page; rows that it holds already are kept.")] = RESULTS,
    sources: Annotated[Path | None, typer.Option(help="Programs that the command `sources` found.")] = None,
    pretrained: Annotated[Path | None, typer.Option(help="Run of `pretrain` of the base's shape.")] = None,
    answers: Annotated[Path | None, typer.Option(help="Folder of the command `answers`.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Variants to run; all without.")] = None,
    steps: Annotated[int, typer.Option(help="Of each run, unless it is about their number.")] = 1000,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(help="CPU threads.")] = torch.get_num_threads(),
) -> None:
    """Trains small models that differ in one thing each, and compares them on the validation split."""
    torch.set_num_threads(threads)
    scratch.mkdir(parents=True, exist_ok=True)
    training, validation = read_labelled(records, data, sources, run, answers)
    said = {program.key: remarks(program.source) for program in joined_programs(records, data, sources)}
    reader = Reader(training, validation, said)
    wanted = [variant for variant in VARIANTS if only is None or variant.name in only]
    for variant in wanted:
        if variant.guesses and run is None:
            typer.echo(f"{variant.name}: left out, --run is not given")
        elif variant.pretrained and pretrained is None:
            typer.echo(f"{variant.name}: left out, --pretrained is not given")
        elif variant.distilled and answers is None:
            typer.echo(f"{variant.name}: left out, --answers is not given")
        elif not (scratch / variant.name / _ENDED).exists():
            start = pretrained if variant.pretrained else None
            outcomes = carry_out(variant, reader, scratch / variant.name, start, steps, device)
            (scratch / variant.name / _ENDED).write_text(json.dumps(outcomes))
    ended = [scratch / variant.name / _ENDED for variant in wanted]
    found = [Outcome(**one) for path in ended if path.exists() for one in json.loads(path.read_text())]
    write_page(out, merged(read_table(out), found))


def carry_out(
    variant: Variant, reader: Reader, folder: Path, start: Path | None, steps: int, device: str
) -> list[dict[str, Any]]:
    """Trains one variant in a folder, where it goes on if it was stopped, and judges it: outcomes as dictionaries.

    Args:
        start: folder of a pretrained run.
        steps: of the base.
    """
    read = reader.read(variant, None if start is None else start / "vocabulary.json")
    heads, feedforward = variant.width // 64, 4 * variant.width
    layers = variant.encoder_layers, variant.decoder_layers
    shape = Shape(len(read.vocabulary), variant.width, heads, *layers, feedforward, variant.longest)
    recipe = Recipe(epochs=1_000, steps=round(steps * variant.length), seed=variant.seed)
    session = Run(folder, shape, recipe, Processes(device), squared_error if variant.squared_error else loss)
    if start is not None and session.steps == 0:
        session.start_from(start)
    session.train(read.training, read.validation)
    network = load_model(folder / "best.pt").to(session.device)
    about = {
        "question": variant.question,
        "parameters": sum(parameter.numel() for parameter in network.parameters()),
        "programs": read.programs,
        "steps": session.steps,
    }
    first = single_numbers if variant.squared_error else medians
    outcomes = [{"name": variant.name, **about, "figures": judge(network, read.judged, read.asked, first)}]
    for name, answering in _POLICIES.items() if variant == BASE else ():
        asked = judge(network, read.judged, read.asked, answering)
        outcomes.append({"name": name, **about, "question": _WAYS, "figures": asked})
    return outcomes
