"""The gate on what a forecast costs that does not depend on the machine: what is computed, not how long it takes."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from perfcast.forecast import Predictor, load
from perfcast.forecast.questions import main_unit
from perfcast.rlm import numerals
from perfcast.rlm.bundle import DECODER, ENCODER, MANIFEST, PACKAGED
from perfcast.rlm.graphs import Graphs
from perfcast.rlm.model import QUANTILE_DIGITS
from perfcast.source import SourceFile, segments
from perfcast.source.locations.place import Place
from perfcast.source.normal_forms import constants, piece, printed
from perfcast.workload import parse, resized
from tests.benchmarks.counts import counts, function
from tests.benchmarks.operations import encoder_operations, encoder_weight_operations, weight_operations
from tests.benchmarks.sources import file_of_lines
from tests.benchmarks.text import digests, edited
from tests.engine import StandInModel

SHAPE = json.loads((PACKAGED / MANIFEST).read_text(encoding="utf-8"))["model"]["shape"]


async def test_what_users_do_costs_no_more_inferences_than_it_must():
    for count in await counts():
        assert (count.encodings, count.runs) == count.expected, count.what


@pytest.fixture
def graph_runs(monkeypatch):
    """How often each graph of a model is run, by the inputs that it is known by."""
    found: Counter[str] = Counter()
    run = Graphs.run

    def counted(graphs, session, inputs):
        found["encoder" if "source_ids" in inputs else "decoder"] += 1
        return run(graphs, session, inputs)

    monkeypatch.setattr(Graphs, "run", counted)
    return found


@pytest.mark.parametrize("count", [1, 7, 32])
def test_a_sweep_is_one_encoding_and_as_many_decoder_runs_as_one_forecast(graph_runs, count):
    predictor = load()
    file = SourceFile.parse(function(1))
    workloads = [resized(parse("nums: list[int] * 10"), size) for size in range(100, 100 + count)]
    predictor.sweep(file, main_unit(file), workloads, predictor.devices.named(None))
    # Workload, question, then each token that is chosen but the last, which ends it.
    assert graph_runs == {"encoder": 1, "decoder": 2 + QUANTILE_DIGITS}


def test_hundreds_of_sizes_cost_no_more_decoder_runs_than_a_few_dozen(graph_runs):
    predictor = load()
    file = SourceFile.parse(function(1))
    workloads = [resized(parse("nums: list[int] * 10"), size) for size in range(100, 900)]
    predictor.sweep(file, main_unit(file), workloads, predictor.devices.named(None))
    assert graph_runs["encoder"] == 1
    assert graph_runs["decoder"] <= 6 * (2 + QUANTILE_DIGITS)


def test_the_same_sweep_again_runs_no_graph(graph_runs):
    predictor = load()
    file = SourceFile.parse(function(1))
    predictor.forecast_file(file)
    graph_runs.clear()
    predictor.forecast_file(SourceFile.parse(function(1) + "# a comment\n"))
    assert not graph_runs


def test_an_edit_prints_the_edited_function_alone(monkeypatch):
    file = SourceFile.parse("".join(map(function, range(1000))))
    digests(file)
    print_code, nodes = piece.print_code, []

    def noted(node):
        nodes.append(node)
        return print_code(node)

    for module in (constants, piece, printed):
        monkeypatch.setattr(module, "print_code", noted)
    after = SourceFile.parse_tolerant(edited(file, 1), file)
    assert sum(map(str.__eq__, digests(file), digests(after))) == 999
    assert len(nodes) == 1


def test_the_encoder_multiplies_no_more_than_its_shape_asks_for():
    in_bytes, in_floats = weight_operations(PACKAGED / ENCODER)
    assert in_bytes == encoder_weight_operations(SHAPE)
    assert in_floats == 0


def test_of_the_decoder_only_the_head_is_not_in_bytes():
    in_bytes, in_floats = weight_operations(PACKAGED / DECODER)
    assert in_floats == 2 * SHAPE["width"] * len(numerals.TOKENS)
    assert in_bytes > in_floats


def test_operations_grow_with_tokens_and_attention_with_their_square():
    linear = encoder_weight_operations(SHAPE)
    assert encoder_operations(SHAPE, 1) > linear
    squares = [encoder_operations(SHAPE, tokens) - tokens * linear for tokens in (128, 256)]
    assert squares[1] == 4 * squares[0]


@pytest.mark.parametrize("lies_in_a_project", [False, True])
def test_a_file_that_is_known_but_for_one_function_is_parsed_there_alone(monkeypatch, tmp_path, lies_in_a_project):
    predictor = Predictor(StandInModel.load(None))
    home = Place.of(tmp_path / "long.py", [tmp_path]) if lies_in_a_project else None
    file = SourceFile.parse_tolerant(file_of_lines(1000), home=home)
    predictor.forecast_file(file)
    lines = []
    parse_text = segments.parse_text
    monkeypatch.setattr(
        segments, "parse_text", lambda text: lines.append(text.lstrip().count("\n")) or parse_text(text)
    )
    predictor.forecast_file(SourceFile.parse_tolerant(edited(file, 3), file, home))
    assert sum(lines) < 50
