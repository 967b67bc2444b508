"""What Inductor writes for a module, as text: nothing is compiled, launched or run, and no GPU has to be there.

Modules are traced on fake tensors of the CPU, since a PyTorch built without CUDA cannot trace gradients on those of a
GPU, and the graphs, forward and backward, are given to Inductor with fake tensors of a GPU in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from model_export.corpus.triton.compilation import compile_for
from perfcast.triton.gpus.devices import LIMITS, REGISTERS, THREADS_WARP, device_named

GPU: Final = "NVIDIA A100-SXM4-80GB"
_DEVICE: Final = "cuda:0"
_CACHE_BYTES: Final = 40 << 20
#: Constants would be computed on the GPU.
_OPTIONS: Final[dict[str, Any]] = {"force_disable_caches": True, "joint_graph_constant_folding": False}


class _Traced(Exception):
    """The graphs are there, and nothing of them is to be run."""


class InductorWriter:
    """Writes the files of Inductor for modules that are called with given tensors.

    Args:
        gpu: that Inductor shall write for, as its driver names it.
    """

    def __init__(self, gpu: str = GPU) -> None:
        from torch._inductor.fx_passes import joint_graph

        self._gpu = gpu
        # Patterns that Inductor looks for are traced once; those of the CPU are the same.
        self._find_patterns = joint_graph.lazy_init
        self._find_patterns(_cpu())
        device = device_named(gpu)
        compile_for(10 * device.capability[0] + device.capability[1])

    def write(self, module: Any, arguments: Sequence[Any], *, trains: bool = False, dynamic: bool = False) -> list[str]:
        """The files, that of the backward pass among them where the module is trained. Whatever torch raises passes.

        Args:
            module: called with the arguments, on the CPU or on 'meta'; its parameters need no data.
            arguments: tensors of the CPU, without data.
            dynamic: lengths of axes are left open.
        """
        graphs = _graphs(module, arguments, trains=trains, dynamic=dynamic)
        files: list[str] = []
        with _standing_in(self._gpu, self._find_patterns):
            for graph, inputs in graphs:
                files += _files_of(graph, inputs)
        return files


def _cpu() -> Any:
    import torch

    return torch.device("cpu")


def _graphs(module: Any, arguments: Sequence[Any], *, trains: bool, dynamic: bool) -> list[tuple[Any, list[Any]]]:
    """The graphs that AOTAutograd makes of a module, each with its inputs."""
    import torch
    from torch._dynamo.backends.common import aot_autograd
    from torch._functorch import config
    from torch._functorch.partitioners import min_cut_rematerialization_partition
    from torch._inductor.decomposition import select_decomp_table

    found: list[tuple[Any, list[Any]]] = []

    def keep(graph: Any, inputs: Sequence[Any]) -> Any:
        found.append((graph, list(inputs)))
        return stop

    def stop(*_: Any) -> Any:
        raise _Traced

    backend = aot_autograd(
        fw_compiler=keep,
        bw_compiler=keep,
        partition_fn=min_cut_rematerialization_partition,
        decompositions=select_decomp_table(),
    )
    torch._dynamo.reset()
    compiled: Callable[..., Any] = torch.compile(module, backend=backend, dynamic=dynamic, fullgraph=True)
    with ExitStack() as settings:
        settings.enter_context(config.patch(force_non_lazy_backward_lowering=trains))
        # Lengths may be left open, factors not.
        settings.enter_context(torch._dynamo.config.patch(specialize_float=True))
        settings.enter_context(torch.set_grad_enabled(trains))
        settings.enter_context(suppress(_Traced))
        compiled(*arguments)
    return found


def _files_of(graph: Any, inputs: Sequence[Any]) -> list[str]:
    """What Inductor writes for a graph, put on the GPU."""
    import torch
    from torch._guards import detect_fake_mode
    from torch._inductor import config
    from torch._inductor.compile_fx import compile_fx
    from torch._inductor.graph import GraphLowering

    texts: list[str] = []

    def write(self: Any) -> Any:
        code, _ = self.codegen()
        texts.append(code.value)
        return SimpleNamespace(call=lambda *_: None, __file__="", runner=None)

    fake_mode = detect_fake_mode(inputs)
    if fake_mode is None:
        return []
    _put_on_gpu(graph)
    with fake_mode, torch.no_grad(), config.patch(_OPTIONS):
        moved = [_on_gpu(one) for one in inputs]
        with patch.object(GraphLowering, "compile_to_module", write):
            torch._dynamo.reset()
            compile_fx(graph, moved)
    return texts


def _put_on_gpu(graph: Any) -> None:
    """Tensors that the graph itself makes are made there."""
    import torch

    gpu = torch.device(_DEVICE)

    def moved(value: Any) -> Any:
        return gpu if isinstance(value, torch.device) and value.type == "cpu" else value

    for node in graph.graph.nodes:
        node.args = torch.fx.node.map_aggregate(node.args, moved)
        node.kwargs = torch.fx.node.map_aggregate(node.kwargs, moved)
        node.meta.pop("val", None)
        node.meta.pop("tensor_meta", None)
    graph.recompile()


def _on_gpu(value: Any) -> Any:
    """A fake tensor as it is, but on the GPU; a number as it is."""
    import torch

    if not isinstance(value, torch.Tensor):
        return value
    return torch.empty_strided(value.size(), value.stride(), dtype=value.dtype, device=_DEVICE)


@contextmanager
def _standing_in(name: str, find_patterns: Callable[[Any], None]) -> Iterator[None]:
    """While it is entered, PyTorch says that there is the GPU that a driver calls so, as far as Inductor asks."""
    import torch
    from torch._dynamo.device_interface import CudaInterface
    from torch._inductor.fx_passes import joint_graph
    from torch.utils._triton import has_triton

    device = device_named(name)
    limits = LIMITS[device.capability]
    properties = SimpleNamespace(
        name=name,
        major=device.capability[0],
        minor=device.capability[1],
        multi_processor_count=device.sms,
        regs_per_multiprocessor=REGISTERS,
        max_threads_per_multi_processor=limits.warps * THREADS_WARP,
        max_threads_per_block=1024,
        warp_size=THREADS_WARP,
        shared_memory_per_block_optin=limits.shared_memory_block,
        gcnArchName="",
        total_memory=80 << 30,
        L2_cache_size=_CACHE_BYTES,
    )
    answers: Mapping[str, Any] = {
        "is_available": lambda: True,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "set_device": lambda *_: None,
        "synchronize": lambda *_: None,
        "get_device_name": lambda *_: name,
        "get_device_capability": lambda *_: device.capability,
        "get_device_properties": lambda *_: properties,
        "is_bf16_supported": lambda *_, **__: True,
        "get_rng_state": lambda *_: torch.zeros(0),
        "set_rng_state": lambda *_: None,
        "_exchange_device": lambda *_: 0,
        "_maybe_exchange_device": lambda *_: 0,
    }
    with ExitStack() as patches:
        for function, answer in answers.items():
            patches.enter_context(patch.object(torch.cuda, function, answer))
            # It has taken hold of some of them.
            if function != "is_available" and hasattr(CudaInterface, function.removeprefix("_")):
                patches.enter_context(patch.object(CudaInterface, function.removeprefix("_"), staticmethod(answer)))
        patches.enter_context(patch.object(joint_graph, "lazy_init", lambda *_: find_patterns(_cpu())))
        # What it found of Triton is remembered.
        has_triton.cache_clear()
        patches.callback(has_triton.cache_clear)
        yield
