"""What code on the host computes for a launch: figures of the GPU, views of tensors, instances, compiled kernels."""

from __future__ import annotations

import pytest

from perfcast.forecast.kernels import KernelFiles
from perfcast.source import SourceFile
from perfcast.triton import DEVICES, Config, KernelFile, Launch, plan
from tests.unit.triton.sources import ADD

H100, T4 = DEVICES["H100"], DEVICES["T4"]
#: A kernel of which each program adds up every so many blocks.
STRIDED = """
import torch
import triton
import triton.language as tl
from triton.runtime import driver

@triton.jit
def scale(x_ptr, out_ptr, n, BLOCK: tl.constexpr, SMS: tl.constexpr):
    for block in tl.range(tl.program_id(0), tl.cdiv(n, BLOCK), SMS):
        at = block * BLOCK + tl.arange(0, BLOCK)
        tl.store(out_ptr + at, 2 * tl.load(x_ptr + at, mask=at < n), mask=at < n)

def run(x):
    sms = {figure}
    out = torch.empty_like(x)
    grid = lambda meta: (min(sms, triton.cdiv(x.numel(), meta["BLOCK"])),)
    scale[grid](x, out, x.numel(), BLOCK=1024, SMS=sms)

run(torch.rand(1 << 20, device="cuda"))
"""


def launched(text: str, device: str = "H100") -> Launch:
    file = KernelFile.parse(text, DEVICES[device])
    planned = plan(file, file.only_kernel())
    return planned.launch((planned.kernel.configs or (planned.own_config(),))[0])


@pytest.mark.parametrize(
    "figure",
    [
        'torch.cuda.get_device_properties("cuda").multi_processor_count',
        'driver.active.utils.get_device_properties(0)["multiprocessor_count"]',
        "132 if torch.cuda.get_device_capability()[0] == 9 else 40",
    ],
)
def test_a_grid_of_as_many_programs_as_the_gpu_has_multiprocessors(figure: str) -> None:
    text = STRIDED.replace("{figure}", figure)
    for device, count in (("H100", 132), ("T4", 40)):
        launch = launched(text, device)
        assert (launch.grid, launch.config.constants["SMS"]) == ((count,), count)


def test_a_file_is_followed_anew_for_another_gpu_only_where_it_asks_for_figures() -> None:
    text = STRIDED.replace("{figure}", 'torch.cuda.get_device_properties("cuda").multi_processor_count')
    assert KernelFile.parse(text).asks_device
    assert not KernelFile.parse(ADD).asks_device
    file, files = SourceFile.parse(text), KernelFiles()
    unit = next(unit for unit in file.units if unit.kind == "kernel")
    assert [files.chosen(file, unit, device).scored.launch.grid for device in (H100, T4, H100)] == [  # type: ignore[union-attr]
        (132,), (40,), (132,)
    ]  # fmt: skip


def test_configurations_may_stand_in_a_decorator_that_a_function_makes() -> None:
    tuned = (
        "def tuned(widths):\n"
        "    configs = [triton.Config({'BLOCK': one}, num_warps=2) for one in widths]\n"
        "    return triton.autotune(configs, key=['n_elements'])\n"
        "\n@tuned([64, 256])\n@triton.jit"
    )
    kernel = KernelFile.parse(ADD.replace("@triton.jit", tuned)).kernel("add_kernel")
    assert kernel.configs == (Config((("BLOCK", 64),), 2), Config((("BLOCK", 256),), 2))
    assert kernel.key == ("n_elements",)


@pytest.mark.parametrize(
    ("view", "shape", "strides"),
    [
        ("x.t()", (6, 4), (1, 6)),
        ("x.T.contiguous()", (6, 4), (4, 1)),
        ("x.transpose(0, 1).half()", (6, 4), (1, 6)),
        ("x.view(4, 2, 3).permute(2, 0, 1)", (3, 4, 2), (1, 6, 3)),
        ("x[1:, :2]", (3, 2), (6, 1)),
        ("x[..., None]", (4, 6, 1), (6, 1, 1)),
        ("x[2]", (6,), (1,)),
        ("x.unsqueeze(0).squeeze(0)", (4, 6), (6, 1)),
        ("x[:1].expand(8, 6)", (8, 6), (0, 1)),
        ("torch.empty_like(x.t())", (6, 4), (1, 6)),
    ],
)
def test_views_have_the_shapes_and_strides_that_torch_gives_them(
    view: str, shape: tuple[int, ...], strides: tuple[int, ...]
) -> None:
    text = ADD + f"\nx = torch.rand(4, 6)\ny = {view}\nadd_kernel[(1,)](y, y, y, y.stride(0), BLOCK=32)\n"
    launch = launched(text)
    assert launch.tensors["x_ptr"].shape == shape
    assert launch.tensors["x_ptr"].strides == strides
    assert launch.scalars == {"n_elements": strides[0]}


def test_a_module_launches_with_its_weights_and_in_the_type_that_it_was_cast_to() -> None:
    text = ADD + (
        "\nclass Base(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        out = torch.empty_like(x)\n"
        "        add_kernel[(self.programs,)](x, self.weight, out, self.layer.weight.shape[0], BLOCK=self.block)\n"
        "        return out\n"
        "\nclass Scaled(Base):\n"
        "    block = 64\n"
        "    def __init__(self, width, programs=8):\n"
        "        super().__init__()\n"
        "        self.count = programs\n"
        "        self.weight = torch.nn.Parameter(torch.ones(width))\n"
        "        self.layer = torch.nn.Linear(width, 3 * width, bias=False)\n"
        "    @property\n"
        "    def programs(self):\n"
        "        return 2 * self.count\n"
        "\nmodule = Scaled(512).to('cuda').to(torch.bfloat16)\n"
        "module(torch.rand(16, 512, dtype=torch.bfloat16))\n"
    )
    said = str(launched(text).workload(("x_ptr", "y_ptr", "out_ptr", "n_elements")))
    assert said.startswith(
        "x_ptr: bfloat16[16, 512]; y_ptr: bfloat16[512]; out_ptr: bfloat16[16, 512]; n_elements: int = 1536;"
        " BLOCK: constexpr = 64; grid: 16;"
    )


def test_a_method_that_nothing_calls_has_what_its_constructor_defaults_to() -> None:
    text = ADD + (
        "\nclass Adding:\n"
        "    def __init__(self, block=256):\n"
        "        self.block = block\n"
        "    def run(self, x):\n"
        "        add_kernel[(4,)](x, x, x, x.numel(), BLOCK=self.block)\n"
    )
    assert launched(text).config.constants["BLOCK"] == 256


def test_fields_of_a_dataclass_are_those_that_it_was_made_with() -> None:
    text = ADD + (
        "\nfrom dataclasses import dataclass\n"
        "\n@dataclass\nclass Pair:\n    left: torch.Tensor\n    right: torch.Tensor\n    block: int = 128\n"
        "\ndef both(pair):\n"
        "    add_kernel[(2,)](pair.left, pair.right, pair.left, pair.left.numel(), BLOCK=pair.block)\n"
        "\nboth(Pair(torch.rand(77), right=torch.rand(78)))\n"
    )
    launch = launched(text)
    assert [launch.tensors[name].shape for name in ("x_ptr", "y_ptr")] == [(77,), (78,)]
    assert launch.config.constants["BLOCK"] == 128


def test_a_kernel_that_is_compiled_first_is_launched_with_the_grid_of_its_launch() -> None:
    text = ADD[: ADD.index("def add(")] + (
        "\nx = torch.rand(4096)\n"
        "compiled = add_kernel.warmup(x, x, x, x.numel(), BLOCK=512, num_warps=2, grid=(1,))\n"
        "compiled[({}, 1, 1)](x, x, x, x.numel())\n"
    )
    launch = launched(text.format("8"))
    assert (launch.grid, launch.config.num_warps) == ((8, 1, 1), 2)
    # As many programs as what was compiled leaves room for: that is not known, and is not the one of the warm-up.
    assert launched(text.format("compiled.n_regs")).grid is None


def test_a_tensor_of_listed_numbers_is_as_long_as_the_list() -> None:
    text = ADD + (
        "\nrows = []\nfor one in [torch.rand(8), torch.rand(9)]:\n    rows += [one.data_ptr(), one.stride(0)]\n"
        "x = torch.tensor(rows, device='cuda')\nadd_kernel[(1,)](x, x, x, len(rows), BLOCK=32)\n"
    )
    assert str(launched(text).tensors["x_ptr"]) == "Tensor(dtype='int64', shape=(4,), steps=None)"
