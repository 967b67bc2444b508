"""What `--help` says."""

import pytest
import typer

from perfcast.cli.app import app
from perfcast.rlm.bundle import Bundle, BundleError

GROUP = typer.main.get_command(app)
COMMANDS = GROUP.commands


def test_it_says_what_runs_code(run):
    shown = " ".join(run("--help").stdout.split())
    assert "Only `measure` runs the code that it is given" in shown
    assert "never run" not in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained_and_named_for_what_it_takes(run, name):
    result = run(name, "--help")
    assert result.exit_code == 0
    for parameter in COMMANDS[name].params:
        assert parameter.help, parameter.name


@pytest.mark.parametrize(
    ("option", "names"),
    [
        ("--json", {"predict", "compare", "measure", "check", "rank"}),
        ("--device", {"predict", "compare", "check", "rank"}),
        ("--gpu", {"predict", "compare", "rank"}),
        ("--exclude", {"predict", "check"}),
        ("--size", {"predict", "check"}),
    ],
)
def test_one_name_means_one_thing(option, names):
    assert {name for name, command in COMMANDS.items() if any(option in one.opts for one in command.params)} == names


def test_a_bundle_that_cannot_be_used_can_be_done_without_in_either_face(tmp_path):
    with pytest.raises(BundleError, match=r"name no bundle \(perfcast\.modelPath, --model, PERFCAST_MODEL\)"):
        Bundle.open(tmp_path)
