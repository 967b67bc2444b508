"""``python -m model_export corpus triton-...``: kernels -> records.

These commands import what they need and no more, as a machine with a GPU seldom has all that training needs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Final

import typer

from model_export.corpus.collect import Journal
from model_export.corpus.reserved import ReservedPrograms
from model_export.corpus.triton import bench as benchmark
from model_export.corpus.triton import kernelbench, resources, tritonbench
from model_export.corpus.triton.generator import generate
from model_export.corpus.triton.gpu import CudaGpu
from model_export.corpus.triton.inductor import collection, recorded
from model_export.corpus.triton.inductor.kernels import kernels as kernels_of_files
from model_export.corpus.triton.program import KernelProgram
from model_export.corpus.triton.records import write_shards
from model_export.corpus.triton.workers import Deadline, StartFailed

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

#: Of Inductor's kernels that differ in numbers alone, so many are taken.
MOST_ALIKE: Final = 3

Kernels = Annotated[int, typer.Option(help="Number of kernels of our own generator.")]
Seed = Annotated[int, typer.Option(help="Of the kernels, their workloads and their configurations.")]
Budget = Annotated[float | None, typer.Option(help="Seconds after which nothing new is begun; without, until done.")]
Public = Annotated[Path | None, typer.Option(help="Folder of TritonBench, whose files are taken first.")]
Reserved = Annotated[Path | None, typer.Option(help="List of programs kept for testing, reserved.json.")]


@app.command("triton-resources")
def triton_resources(
    out: Annotated[Path, typer.Option(help="Folder that the Parquet files are written to.")],
    journal: Annotated[Path, typer.Option(help="Where outcomes are logged; an interrupted run goes on here.")],
    kernels: Kernels = 2_000,
    configs: Annotated[int, typer.Option(help="Configurations a kernel, at most.")] = 16,
    architectures: Annotated[int, typer.Option(min=1, max=3, help="Of sm_80, sm_86, sm_90, a configuration.")] = 1,
    workers: Annotated[int, typer.Option(help="Compiling processes.")] = os.cpu_count() or 1,
    time_budget: Budget = None,
    seed: Seed = 0,
    tritonbench_files: Public = None,
    inductor: Annotated[
        Path | None, typer.Option(help="Log of triton-inductor, whose kernels are taken before our own.")
    ] = None,
    reserved: Reserved = None,
    pack_only: Annotated[bool, typer.Option(help="Compile nothing; write what the journal holds.")] = False,
) -> None:
    """Compiles kernels for GPUs that need not be there: registers, shared memory, spills.

    Kernels that the folder has records of are done; new ones are added to them.
    """
    if not pack_only:
        log = Journal(journal)
        try:
            resources.collect(
                admitted(kernels, seed, tritonbench_files, reserved, inductor),
                log,
                workers=workers,
                configs=configs,
                architectures=architectures,
                deadline=Deadline(time_budget),
                held=resources.held(out),
            )
        finally:
            log.close()
    records, programs, failures = resources.pack(journal, out)
    typer.echo(f"{records} records of {programs} kernels in {out}; {failures} configurations failed")


@app.command("triton-inductor")
def triton_inductor(
    journal: Annotated[Path, typer.Option(help="Where files are logged; an interrupted run goes on here.")],
    modules: Annotated[int, typer.Option(help="Number of small modules.")] = 1_200,
    time_budget: Budget = None,
    seed: Annotated[int, typer.Option(help="Of the modules and of the sizes of their tensors.")] = 0,
) -> None:
    """Has torch's Inductor write kernels for many small modules, for triton-resources; no GPU is needed."""
    log = Journal(journal)
    try:
        written, failed = collection.collect(log, modules=modules, seed=seed, deadline=Deadline(time_budget))
    except StartFailed as error:
        raise typer.BadParameter(f"Inductor cannot be had here: {str(error).splitlines()[-1]}") from None
    finally:
        log.close()
    typer.echo(f"files for {written} modules in {journal}; {failed} failed")


@app.command("triton-bench")
def triton_bench(
    out: Annotated[Path, typer.Option(help="Folder that the Parquet files are written to.")],
    journal: Annotated[Path, typer.Option(help="Where outcomes are logged; an interrupted run goes on here.")],
    cache: Annotated[Path, typer.Option(help="Folder for compiled kernels.")] = Path("/tmp/perfcast-triton-cache"),
    kernels: Kernels = 2_000,
    cases: Annotated[int, typer.Option(help="Workloads a kernel, at most.")] = 2,
    configs: Annotated[int, typer.Option(help="Configurations a workload, at most.")] = 6,
    compilers: Annotated[int | None, typer.Option(help="Compiling processes; one less than there are cores.")] = None,
    time_budget: Budget = None,
    seed: Seed = 0,
    tritonbench_files: Public = None,
    inductor: Annotated[Path | None, typer.Option(help="Folder of records, whose kernels of Inductor are run.")] = None,
    large: Annotated[
        bool, typer.Option("--large", help="Sizes of which a launch takes about a millisecond, of our own kernels.")
    ] = False,
    reserved: Reserved = None,
    pack_only: Annotated[bool, typer.Option(help="Run nothing; write what the journal holds.")] = False,
) -> None:
    """Runs kernels on this machine's GPU: results checked against PyTorch, then timed.

    Kernels of the sources that are given take turns, so that a run that ends early is a fair sample of them.
    """
    if pack_only:
        records, failures = benchmark.pack(journal, out)
        typer.echo(f"{records} records in {out}; {failures} configurations failed")
        return
    kept = _kept(reserved)
    sources: list[Iterator[KernelProgram]] = [generate(kernels, seed, large=large)]
    if inductor is not None:
        sources.append(recorded.programs(inductor))
    if tritonbench_files is not None:
        sources.append(tritonbench.programs(tritonbench_files, kept))
    try:
        records, failures = benchmark.bench(
            (
                program
                for turn in zip_longest(*sources)
                for program in turn
                if program is not None and not kept.holds(program.source)
            ),
            out,
            journal,
            cache,
            gpu=CudaGpu,
            compilers=compilers,
            cases=cases,
            configs=configs,
            deadline=Deadline(time_budget),
        )
    except StartFailed as error:
        raise typer.BadParameter(f"no kernel can be run here: {str(error).splitlines()[-1]}") from None
    typer.echo(f"{records} records in {out}; {failures} configurations failed")


@app.command("triton-public")
def triton_public(
    data: Annotated[Path, typer.Option(help="Folder of the public data files: tritonbench/, kernelbench/.")],
    out: Annotated[Path, typer.Option(help="Folder that the Parquet files are written to.")],
) -> None:
    """Writes what others measured as records; their sources stay in the data files.

    Wrappers of TritonBench are called on tensors without data, in a process of their own; nothing is launched.
    """
    reserved = ReservedPrograms.load(data / "reserved.json")
    try:
        golden, dropped = tritonbench.records(data / "tritonbench", reserved)
    except StartFailed as error:
        raise typer.BadParameter(f"no wrapper can be followed here: {str(error).splitlines()[-1]}") from None
    modules = list(kernelbench.records(data / "kernelbench"))
    write_shards(out, "tritonbench", golden)
    write_shards(out, "kernelbench", modules)
    typer.echo(f"{len(golden)} records of TritonBench, {len(modules)} of KernelBench in {out}")
    for reason, points in dropped.most_common():
        typer.echo(f"  {points} points of TritonBench gave none: {reason}")


def admitted(
    kernels: int, seed: int, public: Path | None, reserved: Path | None, inductor: Path | None = None
) -> Iterator[KernelProgram]:
    """TritonBench's, Inductor's and our own, without those that are reserved for testing or copies of such."""
    kept = _kept(reserved)
    if public is not None:
        yield from tritonbench.programs(public, kept)
    if inductor is not None:
        written = kernels_of_files(collection.texts(inductor), MOST_ALIKE)
        yield from (program for program in written if not kept.holds(program.source))
    yield from (program for program in generate(kernels, seed) if not kept.holds(program.source))


def _kept(reserved: Path | None) -> ReservedPrograms:
    return ReservedPrograms.load(reserved) if reserved else ReservedPrograms(frozenset())
