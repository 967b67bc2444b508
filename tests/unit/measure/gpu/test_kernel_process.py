"""The process that launches kernels: what it measures, and what a kernel cannot do to the one that started it."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from perfcast.measure.gpu import Gpu, GpuError, KernelProcess, LaunchError, LaunchJob, process
from perfcast.measure.gpu import driver as drivers
from perfcast.measure.gpu.child import brief
from perfcast.measure.gpu.driver import NoGpuError, TorchDriver, tensor_on
from tests.unit.measure.gpu.commands import COMPILE_ONLY, interpreted
from tests.unit.measure.processes import descendants, is_alive

pytest.importorskip("triton")

ROOT = Path(__file__).parents[4]

SOURCE = textwrap.dedent("""
    import triton
    import triton.language as tl

    @triton.autotune(configs=[triton.Config({"BLOCK": 32}), triton.Config({"BLOCK": 64})], key=["n"])
    @triton.heuristics({"EVEN": lambda given: given["n"] % given["BLOCK"] == 0})
    @triton.jit
    def scale(x_ptr, bias_ptr, out_ptr, n, factor, BLOCK: tl.constexpr, EVEN: tl.constexpr, KIND: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + at, mask=at < n)
        if bias_ptr is not None:
            x += tl.load(bias_ptr + at, mask=at < n)
        tl.static_assert(KIND == "plain")
        tl.store(out_ptr + at, x * factor, mask=at < n)

    def host(x): return x

    def maker():
        @triton.jit
        def inner(x_ptr): tl.store(x_ptr, 1)
""")
JOB = LaunchJob(
    SOURCE,
    "scale",
    {"x_ptr": ("float16", (10, 10)), "out_ptr": ("float16", (10, 10))},
    {"n": 100, "factor": 0.5, "bias_ptr": None, "BLOCK": 32, "EVEN": False, "KIND": "plain"},
    (4,),
    {"num_warps": 4, "num_stages": 3},
)

HANGING = "import time, subprocess; subprocess.Popen(['sleep', '1000']); time.sleep(1000)"


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


_BEFORE: set[int] = set()


@pytest.fixture(autouse=True)
def processes_of_other_tests() -> None:
    """Those that the same worker has from tests before this one."""
    _BEFORE.clear()
    _BEFORE.update(descendants(os.getpid()))


def left_behind() -> set[int]:
    return set(descendants(os.getpid())) - _BEFORE


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "COMMAND", interpreted())


def measured(job: LaunchJob, seconds: float = 60.0) -> dict[str, float]:
    with KernelProcess(seconds) as started:
        return dict(started.measure(job))


def test_a_launch_is_measured_with_the_configuration_that_it_is_given(stand_in) -> None:
    with KernelProcess() as started:
        assert started.gpu == Gpu("NVIDIA H100 80GB HBM3", "sm_90")
        assert started.measure(JOB) == {"gpu_time": 1.5e-3, "registers": 40, "spills": 2, "shared_memory": 1024}


def test_nothing_is_left_behind(stand_in) -> None:
    with KernelProcess() as started:
        scratch = started._scratch
        started.measure(JOB)
        assert any(scratch.iterdir())
    assert not scratch.exists() and not left_behind()


@pytest.mark.parametrize(
    ("prefix", "name", "reason"),
    [
        ("import nowhere_to_be_found", "scale", "loading the file: ModuleNotFoundError: No module named"),
        ("raise SystemExit(3)", "scale", "loading the file: SystemExit: 3"),
        ("", "host", "loading the file: LookupError: the file, once loaded, has no kernel 'host'"),
        ("", "maker.inner", "no kernel 'maker.inner'"),
        ("import os; os._exit(3)", "scale", "died: loading the file: exit code 3"),
        ("import os; os.kill(os.getpid(), 11)", "scale", "died: loading the file: killed by SIGSEGV"),
        ("import os, sys; os.write(4, b'x' * 9)", "scale", "malformed: "),
    ],
)
def test_a_file_that_does_not_load(stand_in, prefix: str, name: str, reason: str) -> None:
    with pytest.raises(LaunchError, match=reason):
        measured(replace(JOB, source=f"{prefix}\n{SOURCE}", name=name))


def test_a_kernel_that_fails(stand_in) -> None:
    with pytest.raises(LaunchError, match=r"the first launch: InterpreterError: .*AssertionError"):
        measured(replace(JOB, values={**JOB.values, "KIND": "other"}))
    with pytest.raises(LaunchError, match=r"making the tensors: AttributeError: .*float4"):
        measured(replace(JOB, tensors={**JOB.tensors, "x_ptr": ("float4", (3,))}))


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("plain", "^the first launch: AttributeError: 'CompileOnlyDriver'"),
        ("other", "^compiling: CompileTimeAssertion"),
    ],
)
def test_triton_compiles_before_anything_is_launched(monkeypatch, kind: str, reason: str) -> None:
    monkeypatch.setattr(process, "COMMAND", COMPILE_ONLY)
    with pytest.raises(LaunchError, match=reason):
        measured(replace(JOB, values={**JOB.values, "KIND": kind}))


def test_what_hangs_is_killed_with_what_it_started(stand_in) -> None:
    with KernelProcess() as started:
        # It has started, which may take longer.
        started._seconds = 5.0
        with pytest.raises(LaunchError, match="timed out: loading the file did not end within 5 s and was killed"):
            started.measure(replace(JOB, source=HANGING))
    assert not left_behind()


def test_nothing_outlives_the_one_that_started_it() -> None:
    script = textwrap.dedent(f"""
        import dataclasses
        from perfcast.measure.gpu import KernelProcess, process
        from tests.unit.measure.gpu.test_kernel_process import HANGING, JOB
        process.COMMAND = {interpreted()!r}
        with KernelProcess() as started:
            print(started._scratch, flush=True)
            started.measure(dataclasses.replace(JOB, source=HANGING))
    """)
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        scratch = Path(parent.stdout.readline().strip())
        # Two processes, and the one that the file starts.
        until(lambda: len(descendants(parent.pid)) == 3)
        started = descendants(parent.pid)
        parent.kill()
    until(lambda: not any(map(is_alive, started)) and not scratch.exists())


def test_what_it_prints_is_no_answer(stand_in, capfd: pytest.CaptureFixture[str]) -> None:
    noisy = "import os, sys; print('{}' * 9); os.write(1, b'loud'); print('loud', file=sys.stderr)\n"
    assert measured(replace(JOB, source=noisy + SOURCE))["gpu_time"] == 1.5e-3
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "claim",
    [
        '{"gpu_time": 1.0}',
        '{"gpu_time": 0.0, "registers": 1.0, "spills": 0.0, "shared_memory": 0.0}',
        '{"gpu_time": NaN, "registers": 1.0, "spills": 0.0, "shared_memory": 0.0}',
        "[]",
    ],
)
def test_what_is_no_measurement_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch, claim: str) -> None:
    script = textwrap.dedent(f"""
        import sys
        from perfcast.measure.gpu.child import write_frame
        from json import loads
        write_frame(1, {{"gpu": {{"name": "a", "architecture": "b"}}}})
        # Not before there is a job: it could be gone when it is told of it.
        sys.stdin.buffer.read(1)
        write_frame(1, {{"measured": loads('{claim}')}})
    """)
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", script))
    with pytest.raises(LaunchError, match="no measurement"):
        measured(JOB)


@pytest.mark.parametrize("script", ["raise SystemExit(1)", "import time; time.sleep(1000)"])
def test_a_process_that_does_not_start(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", script))
    with pytest.raises(GpuError, match=r"starting: exit code 1|starting did not end within 2 s"):
        KernelProcess(seconds=2.0)
    assert not left_behind()


def test_without_a_gpu_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    with pytest.raises(GpuError, match="PyTorch sees no GPU on this machine"):
        KernelProcess()


@pytest.mark.parametrize("missing", ["triton", "torch"])
def test_without_its_libraries_it_says_so(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setattr(drivers, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(NoGpuError, match=f"{missing} is not installed"):
        TorchDriver()


def test_the_interpreter_never_stands_in_for_a_gpu(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = tmp_path / "told"
    script = f"import os; open({str(told)!r}, 'w').write(os.environ.get('TRITON_INTERPRET', 'unset'))"
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", script))
    with pytest.raises(GpuError):
        KernelProcess()
    assert told.read_text() == "unset"
    with pytest.raises(AttributeError):
        TorchDriver.taken(object.__new__(TorchDriver), None)


def test_what_triton_tells_in_its_units() -> None:
    driver = object.__new__(TorchDriver)
    driver._testing = SimpleNamespace(do_bench=lambda launch, return_mode: {"median": 2.5}[return_mode])
    assert driver.seconds(lambda: None) == 2.5e-3
    compiled = SimpleNamespace(n_regs=32, n_spills=1, metadata=SimpleNamespace(shared=512))
    assert driver.taken(compiled) == {"registers": 32, "spills": 1, "shared_memory": 512}


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e5m2"])
def test_tensors_of_numbers_are_random(dtype: str) -> None:
    found = tensor_on("cpu", dtype, (64, 3))
    assert (str(found.dtype), tuple(found.shape), found.is_contiguous()) == (f"torch.{dtype}", (64, 3), True)
    assert len(found.double().unique()) > 20


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"])
def test_whole_numbers_are_zeros_and_masks_let_everything_through(dtype: str) -> None:
    found = tensor_on("cpu", dtype, (5,))
    assert str(found.dtype) == f"torch.{dtype}"
    assert found.tolist() == [dtype == "bool"] * 5


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            RuntimeError("CUDA error: an illegal memory access\nCompile with DSA\n"),
            "CUDA error: an illegal memory access",
        ),
        (ValueError("at 5:9:\n    x = tl.arrange()\n        ^\nno such name"), "no such name"),
        (KeyError(), ""),
        (ValueError("\ud800"), "?"),
    ],
)
def test_an_error_is_one_line(error: BaseException, text: str) -> None:
    assert brief(error) == f"{type(error).__name__}: {text}"
