"""The commands of `python -m model_export`, in the order in which they are run."""

from __future__ import annotations

import typer

from model_export.ablations.command import ablations
from model_export.corpus.card import corpus_card
from model_export.corpus.code_regression import import_code_regression
from model_export.corpus.command import corpus
from model_export.corpus.find import sources
from model_export.corpus.noise import noise
from model_export.corpus.projects.command import project_records, projects
from model_export.corpus.redraws import redraws
from model_export.distillation.command import answers
from model_export.evaluation.command import evaluate_bundle
from model_export.export.calibrating import calibrate_bundle
from model_export.export.command import bundle_model
from model_export.pretraining.command import pretrain
from model_export.pricing.command import kernel_paces, prices
from model_export.prior.command import kernel_prior, prior, trials
from model_export.teacher.command import teacher
from model_export.training.command import train

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command()(sources)
app.command()(corpus)
app.command()(import_code_regression)
app.command()(projects)
app.command()(project_records)
app.command("corpus-card")(corpus_card)
app.command()(noise)
app.command()(redraws)
app.command()(prices)
app.command()(trials)
app.command()(prior)
app.command()(kernel_paces)
app.command()(kernel_prior)
app.command()(teacher)
app.command()(pretrain)
app.command()(train)
app.command()(answers)
app.command()(ablations)
app.command("bundle")(bundle_model)
app.command("calibrate")(calibrate_bundle)
app.command("evaluate")(evaluate_bundle)


@app.callback()
def _commands() -> None:
    """Measures programs, trains the regression language model on the records, and bundles it."""


def main() -> None:
    app()
