"""`perfcast check`: budgets, for continuous integration."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perfcast.cli.looks import looked_at
from perfcast.cli.model import BundleOption, SizeOption, load_predictor
from perfcast.cli.problems import Problems, fail
from perfcast.cli.targets import ExcludeOption, TargetsArgument, expanded

if TYPE_CHECKING:
    from perfcast.forecast import UnitForecast
    from perfcast.forecast.budgets import Breach, Budget

_SURE_BREACH = 1


class Format(StrEnum):
    """Forms of the report."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


@dataclass(frozen=True)
class Finding:
    """A unit that may exceed a budget."""

    path: Path
    unit: UnitForecast
    breach: Breach

    @property
    def is_sure(self) -> bool:
        from perfcast.forecast.budgets import Certainty

        return self.breach.certainty is Certainty.SURE

    @property
    def level(self) -> str:
        """error, warning or note."""
        return {"SURE": "error", "LIKELY": "warning", "POSSIBLE": "note"}[self.breach.certainty.name]

    @property
    def rule(self) -> str:
        return f"budget/{self.breach.budget.metric}"

    @property
    def message(self) -> str:
        from perfcast.forecast.metrics import METRICS
        from perfcast.forecast.presentation.text import assumption_text

        place = f", on {self.unit.device}" if METRICS[self.breach.budget.metric].is_of_machine else ""
        return f"{self.unit.unit.name}: {self.breach} (for {assumption_text(self.unit)}{place})"


@dataclass(frozen=True)
class Unchecked:
    """A unit with budgets of which nothing is known that they could be held against."""

    path: Path
    unit: UnitForecast
    budgets: tuple[Budget, ...]

    level = "note"
    rule = "budget/unchecked"

    @property
    def message(self) -> str:
        from perfcast.forecast.presentation.text import unchecked_text

        return unchecked_text(self.unit)


@dataclass(frozen=True)
class Sleeping:
    """A unit that is held to budgets of its time, and sleeps besides."""

    path: Path
    unit: UnitForecast
    budgets: tuple[Budget, ...]

    level = "note"
    rule = "budget/sleep"

    @property
    def message(self) -> str:
        from perfcast.forecast.presentation.text import sleep_text

        return f"{self.unit.unit.name}: {sleep_text(self.budgets)}"


Told = Finding | Sleeping | Unchecked


def check(
    targets: TargetsArgument,
    budget: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="For units without a budget in a comment, as 'peak < 1 GiB, time < 2 s'."),
    ] = None,
    size: SizeOption = None,
    device: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The CPU that times hold for, by a name that `predict` has printed. Without it the machine of the "
            "model's corpus, and nothing that is known of this machine goes in: the report is the same everywhere.",
        ),
    ] = None,
    exclude: ExcludeOption = None,
    form: Annotated[Format, typer.Option("--format", help="Form of the report.")] = Format.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, as --format json.")] = False,
    bundle: BundleOption = None,
) -> None:
    """Check functions against their budgets. Exit code 1 if a budget is surely exceeded (90 % or more); what has no
    forecast is noted, and what sleeps, which no budget counts. The report says for which CPU times hold.
    """
    from perfcast.forecast import UnknownDeviceError
    from perfcast.forecast.presentation.text import device_phrase

    if as_json:
        if form not in (Format.TEXT, Format.JSON):
            raise fail("--json", f"--format {form} asks for another form")
        form = Format.JSON
    problems = Problems()
    general = _budgets(budget)
    read = [(target, target.read(problems)) for target in expanded(targets, exclude, may_be_empty=True)]
    files = [(target, file) for target, file in read if file is not None]
    predictor = load_predictor(bundle, knows_machine=device is not None)
    try:
        known_device = predictor.devices.named(device)
    except UnknownDeviceError as error:
        raise fail("--device", error) from None
    held = 0
    findings: list[Told] = []
    for target, file in looked_at(files, predictor, size):
        for forecast in target.forecasts(predictor, file, problems, size=size, device=known_device):
            held += _is_held(forecast, general)
            findings.extend(_findings(target.path, forecast, general))
    _report(findings, form, known_device)
    if form is Format.TEXT:
        typer.echo(_summary(findings, held, device_phrase(predictor, known_device), general))
    problems.exit()
    if any(isinstance(finding, Finding) and finding.is_sure for finding in findings):
        raise typer.Exit(_SURE_BREACH)


def _budgets(text: str | None) -> tuple[Budget, ...]:
    from perfcast.forecast.budgets import BudgetError, parse_budgets

    try:
        return () if text is None else parse_budgets(text)
    except BudgetError as error:
        raise fail("--budget", f"{error} (at column {error.column + 1})") from None


def _findings(path: Path, forecast: UnitForecast, general: tuple[Budget, ...]) -> Iterator[Told]:
    from perfcast.forecast.budgets import breaches, unchecked, without_sleep

    if not _is_held(forecast, general):
        return
    budgets = forecast.budgets or general
    for breach in breaches(forecast.supported_forecasts, budgets, forecast.measured):
        yield Finding(path, forecast, breach)
    timed = without_sleep(forecast.supported_forecasts, budgets, forecast.measured, sleeps=forecast.sleeps)
    if timed:
        yield Sleeping(path, forecast, tuple(timed))
    left = unchecked(forecast.supported_forecasts, budgets, forecast.measured)
    if left:
        yield Unchecked(path, forecast, tuple(left))


def _is_held(forecast: UnitForecast, general: tuple[Budget, ...]) -> bool:
    """Whether a unit is held to a budget, its own or a general one."""
    from perfcast.forecast.refusals.outside import NO_BODY

    if forecast.ignored or forecast.unit.kind == "kernel":
        return False
    # A protocol's method has no cost to be held to a general budget.
    return bool(forecast.budgets or (general and NO_BODY not in forecast.outside))


def _summary(findings: list[Told], held: int, place: str, general: tuple[Budget, ...]) -> str:
    if not held and general:
        return "no function to hold to the budget"
    if not held:
        return "no function has a budget: a comment sets one, as '# perfcast: peak < 1 GiB', or --budget for all"
    breaches = [finding for finding in findings if isinstance(finding, Finding)]
    over = {(one.path, one.unit.unit) for one in breaches if one.is_sure}
    perhaps = {(one.path, one.unit.unit) for one in breaches} - over
    unchecked = sum(isinstance(finding, Unchecked) for finding in findings)
    functions = "1 function" if held == 1 else f"{held} functions"
    counts = f"{len(over)} surely over, {len(perhaps)} perhaps, {unchecked} not checked"
    return f"{functions} with a budget: {counts}; CPU times hold for {place}"


def _report(findings: list[Told], form: Format, device: str) -> None:
    if form is Format.TEXT:
        for finding in findings:
            typer.echo(f"{finding.path}:{finding.unit.unit.line}: {finding.level}: {finding.message}")
    elif form is Format.GITHUB:
        for finding in findings:
            kind = "notice" if finding.level == "note" else finding.level
            line = finding.unit.unit.line
            place = f"file={_escaped_property(str(finding.path))},line={line}"
            typer.echo(f"::{kind} {place}::{_escaped(finding.message)}")
    else:
        report = (_sarif if form is Format.SARIF else _json)(findings, device)
        typer.echo(json.dumps(report, indent=2))


def _json(findings: list[Told], device: str) -> dict[str, Any]:
    return {
        "device": device,
        "findings": [_row(one) for one in findings if isinstance(one, Finding)],
        "unchecked": [_unchecked_row(one) for one in findings if isinstance(one, Unchecked)],
        "sleeping": [_sleeping_row(one) for one in findings if isinstance(one, Sleeping)],
    }


def _place(told: Told) -> dict[str, Any]:
    return {"path": str(told.path), "line": told.unit.unit.line, "name": told.unit.unit.name}


def _sleeping_row(one: Sleeping) -> dict[str, Any]:
    return {**_place(one), "budgets": [budget.text for budget in one.budgets]}


def _unchecked_row(one: Unchecked) -> dict[str, Any]:
    return {
        **_place(one),
        "budgets": [budget.text for budget in one.budgets],
        "outside": list(one.unit.outside),
        "workload": {"text": one.unit.workload, "origin": one.unit.workload_origin},
    }


def _row(finding: Finding) -> dict[str, Any]:
    budget = finding.breach.budget
    return {
        **_place(finding),
        "metric": budget.metric,
        "budget": budget.text,
        "probability": finding.breach.probability,
        "level": finding.level,
        "workload": {"text": finding.unit.workload, "origin": finding.unit.workload_origin},
    }


def _escaped(text: str) -> str:
    """A message for GitHub's workflow commands."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    """The same for what stands before a message; GitHub would show these escapes in the message itself."""
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _sarif(findings: list[Told], device: str) -> dict[str, Any]:
    from perfcast import __version__
    from perfcast.forecast.metrics import METRICS

    rules = [
        {"id": f"budget/{metric.name}", "shortDescription": {"text": f"{metric.title} exceeds its budget"}}
        for metric in METRICS.values()
    ]
    rules.append({"id": Unchecked.rule, "shortDescription": {"text": "A budget is not checked: no forecast"}})
    rules.append({"id": Sleeping.rule, "shortDescription": {"text": "A budget of CPU time leaves sleep out"}})
    results = [
        {
            "ruleId": finding.rule,
            "level": finding.level,
            "message": {"text": finding.message},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": finding.path.as_posix()},
                        "region": {"startLine": finding.unit.unit.line},
                    }
                }
            ],
        }
        for finding in findings
    ]
    driver = {"name": "perfcast", "version": __version__, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results, "properties": {"device": device}}],
    }
