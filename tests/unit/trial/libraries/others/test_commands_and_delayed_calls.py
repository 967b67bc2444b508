"""Functions that ``click`` and ``typer`` make commands of, and calls that ``joblib`` puts off."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted

COMMANDS = """
import click
import io
import typer
app = typer.Typer()
to = io.StringIO()

@click.group()
def whole():
    pass

@whole.command()
@click.option("--count", default=1, type=click.IntRange(1, 9))
@click.argument("names", nargs=-1)
def greet(count, names):
    for name in names:
        click.echo(name * count, file=to)

@app.command()
def told(name: str = typer.Argument("b"), times: int = typer.Option(2, help="how often")):
    return name * times


def stopped(error, kind):
    try:
        raise error
    except kind as caught:
        return str(caught)
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("(greet(2, ['x', 'y']), to.getvalue())[1]", "xx\nyy\n"),
        ("told()", "bb"),
        ("told('c', times=1)", "c"),
        ("click.style('x', fg='green', bold=True)", "\033[32m\033[1mx\033[0m"),
        ("click.style('x', bg='bright_blue', reset=False)", "\033[104mx"),
        ("click.style('x', fg=208, bg=(1, 2, 3))", "\033[38;5;208m\033[48;2;1;2;3mx\033[0m"),
        ("stopped(click.BadParameter('a', param_hint='b'), click.ClickException)", "a"),
        ("stopped(typer.Exit(code=1), RuntimeError)", "1"),
    ],
)
def test_commands_are_the_functions_below_their_decorators(expression: str, value: object) -> None:
    assert interpreted(f"{COMMANDS}\nfound = {expression}") == value


def test_delayed_calls_are_made_one_after_the_other() -> None:
    source = "from joblib import Parallel, delayed\ndef f(x, y=0): return x + y\n"
    one = "Parallel(n_jobs=1)(delayed(f)(i, y=1) for i in range(3))"
    assert interpreted(f"{source}with Parallel() as run: found = run([delayed(f)(1)]), {one}") == ([1], [1, 2, 3])


def _told(text: str, workload: str) -> tuple[dict[str, float], str]:
    trials = Trials(text)
    return dict(zip(NAMES, trials.estimate(parse(workload)), strict=True)), trials.stopped_at


def test_delayed_calls_in_other_processes_are_not_followed() -> None:
    text = (
        "def f(n): return Parallel(n_jobs=2)(delayed(abs)(i) for i in range(n))\nfrom joblib import Parallel, delayed\n"
    )
    assert _told(text, "n: int = 100")[1] == "multiprocessing.Process"


def test_delayed_calls_hold_what_was_measured() -> None:
    text = "def f(n): return Parallel()([delayed(abs)(i) for i in range(n)])\nfrom joblib import Parallel, delayed\n"
    found, _ = _told(text, "n: int = 20000")
    # With CPython 3.11.
    assert 4_516_493 / 1.4 < 2 ** found["trial_peak"] < 4_516_493 * 1.4
