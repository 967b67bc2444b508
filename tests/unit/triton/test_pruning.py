"""Triton's own autotuner calls the pruner, with nothing but the running of kernels replaced."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from perfcast.triton import KernelError, KernelFile, Pruner, device_named, prune_configs
from tests.unit.triton.sources import MATMUL

torch, triton = pytest.importorskip("torch"), pytest.importorskip("triton")

Loader = Callable[[str], ModuleType]


@pytest.fixture
def load(tmp_path: Path) -> Loader:
    """Makes a module of kernels, whose autotuned kernel's `prune_configs_by` is the given expression."""

    def made(expression: str, text: str = MATMUL) -> ModuleType:
        path = tmp_path / f"kernels_{len(list(tmp_path.iterdir()))}.py"
        tuned = f'key=["M", "N", "K"], prune_configs_by={expression})'
        path.write_text("import perfcast.triton\n" + text.replace('key=["M", "N", "K"])', tuned))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return made


def tried(module: ModuleType, size: int = 512) -> list[Any]:
    """Launches the kernel; the configurations that Triton would have compiled and timed, in their order."""
    tuner = module.matmul_kernel
    configs: list[Any] = []

    def run(*args: Any, grid: Any, warmup: bool, **options: Any) -> None:
        configs.append(options)

    def do_bench(call: Callable[[], None], quantiles: tuple[float, ...]) -> list[float]:
        call()
        return [float(len(configs))] * 3

    tuner.fn.run = run
    tuner._do_bench = do_bench
    a = torch.empty((size, size), dtype=torch.float16)
    module.matmul(a, a)
    return configs[:-1]  # the last is the launch itself, with the best


def test_one_line_leaves_the_best_tenth(load: Loader) -> None:
    found = tried(load("perfcast.triton.prune_configs(device='H200')"), size=4096)
    assert len(found) == 3  # a tenth of 24, rounded up
    assert {one["BLOCK_M"] * one["BLOCK_N"] for one in found} <= {128 * 128, 128 * 256}


def test_the_number_of_configurations_may_be_said(load: Loader) -> None:
    assert len(tried(load("perfcast.triton.prune_configs('H200', top_k=7)"))) == 7
    assert len(tried(load("perfcast.triton.prune_configs('H200', top_k=1.0)"))) == 24
    with pytest.raises(KernelError, match="top_k is a whole number from 1 on"):
        load("perfcast.triton.prune_configs('H200', top_k=0)")


def test_what_cannot_run_on_the_device_is_not_even_tried(load: Loader) -> None:
    found = tried(load("perfcast.triton.prune_configs('L4', top_k=1.0)"))
    assert len(found) == 22
    assert not any((one["BLOCK_N"], one["BLOCK_K"], one["num_stages"]) == (256, 64, 4) for one in found)


def test_it_serves_as_perf_model_beside_top_k(load: Loader) -> None:
    expression = "{'perf_model': perfcast.triton.prune_configs('H200')['perf_model'], 'top_k': 5}"
    by_model = tried(load(expression), size=4096)
    by_prune = tried(load("perfcast.triton.prune_configs('H200', top_k=5)"), size=4096)
    assert by_model == by_prune and len(by_model) == 5


def test_another_shape_is_ranked_anew(load: Loader) -> None:
    module = load("perfcast.triton.prune_configs('H200', top_k=1)")
    tuner = module.matmul_kernel
    chosen = {}
    for size in (256, 8192):
        tried(module, size)
        chosen[size] = (tuner.best_config.kwargs["BLOCK_M"], tuner.best_config.kwargs["BLOCK_N"])
    assert chosen[256] == (64, 64)
    assert chosen[8192] == (128, 256)


def test_where_nothing_can_be_told_all_are_tried_and_a_warning_says_why(load: Loader) -> None:
    module = load("perfcast.triton.prune_configs()")
    with pytest.warns(UserWarning, match="prunes nothing of matmul_kernel: no argument is on a GPU"):
        assert len(tried(module)) == 24
    module = load("perfcast.triton.prune_configs('H200')", MATMUL.replace("tl.cdiv(K, BLOCK_K)", "float(K)"))
    with pytest.warns(UserWarning, match="orders nothing of matmul_kernel: .* a loop whose rounds"):
        assert len(tried(module)) == 24


def test_the_kernel_may_be_named_where_the_call_stands_elsewhere(load: Loader) -> None:
    by_name = MATMUL.replace(
        "@triton.autotune", "PRUNED = perfcast.triton.prune_configs('H200', kernel='matmul')\n@triton.autotune"
    )
    assert len(tried(load("PRUNED", by_name))) == 3
    with pytest.raises(KernelError, match="name the kernel"):
        load("PRUNED", by_name.replace(", kernel='matmul'", ""))
    with pytest.raises(KernelError, match="unknown device 'H300'"):
        load("perfcast.triton.prune_configs('H300')")


def test_a_call_from_code_without_source_is_said() -> None:
    with pytest.raises(KernelError, match="cannot be read"):
        exec("prune_configs('H200')", {"prune_configs": prune_configs})


def test_at_least_one_configuration_is_kept_even_where_none_seems_to_fit() -> None:
    file = KernelFile.parse(MATMUL)
    pruner = Pruner(file, file.kernel("matmul"), device_named("T4"), top_k=2)
    configs = [triton.Config({"BLOCK_M": 256, "BLOCK_N": 256, "BLOCK_K": 128}, num_warps=8, num_stages=1)]
    a = torch.empty((64, 64), dtype=torch.float16)
    sizes = dict.fromkeys(("M", "N", "K", "stride_am", "stride_bk", "stride_cm"), 64)
    ones = dict.fromkeys(("stride_ak", "stride_bn", "stride_cn"), 1)
    arguments = {"a_ptr": a, "b_ptr": a, "c_ptr": a, **sizes, **ones}
    with pytest.warns(UserWarning, match="orders nothing"):
        assert pruner.early_config_prune(configs, arguments, grid=(1, 1)) == configs
