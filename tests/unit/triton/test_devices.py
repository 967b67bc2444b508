"""GPUs by name and by figures, and what their SMs hold."""

from __future__ import annotations

import pytest

from perfcast.triton import DEVICES, KernelError, device_named, occupancy
from perfcast.triton.gpus.devices import ARCHITECTURES, standing_for


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("h200", "H200"),
        ("NVIDIA H100 80GB HBM3", "H100"),
        ("NVIDIA H100 PCIe", "H100 PCIe"),
        ("NVIDIA A100-SXM4-80GB", "A100-80GB"),
        ("NVIDIA A100-PCIE-40GB", "A100-40GB"),
        ("Tesla V100-SXM2-16GB", "V100"),
        ("Tesla T4", "T4"),
        ("NVIDIA A10G", "A10G"),
        ("rtx4090", "RTX 4090"),
        ("NVIDIA GeForce RTX 3090", "RTX 3090"),
        ("a100", "A100-80GB"),
    ],
)
def test_a_device_is_known_by_the_names_that_people_and_drivers_use(text: str, name: str) -> None:
    assert device_named(text).name == name


@pytest.mark.parametrize(
    ("text", "nearest"), [("H300", "H200"), ("NVIDIA GeForce RTX 4090 D", "RTX 4090"), ("L40", "L40S")]
)
def test_an_unknown_device_is_answered_with_the_nearest_and_with_how_to_add_it(text: str, nearest: str) -> None:
    with pytest.raises(KernelError, match=f"the nearest known is '{nearest}'.*sms=132"):
        device_named(text)


def test_a_device_may_be_given_by_its_figures() -> None:
    device = device_named("GH200: capability=9.0, sms=132, bandwidth=4e12, fp32=67e12, fp16=990e12, l2=50e6")
    assert (device.name, device.capability, device.sms, device.bandwidth) == ("GH200", (9, 0), 132, 4e12)
    assert device.peak("bf16") == device.fp32  # not given: no tensor core is claimed for it
    for text, problem in (
        ("X: sms=1", "lacks capability"),
        ("X: sms=1, speed=2", "no figure 'speed'"),
        ("X: sms=many", "is no figure"),
        ("X: capability=9.0, sms=0, bandwidth=1, fp32=1, fp16=1", "greater than 0"),
    ):
        with pytest.raises(KernelError, match=problem):
            device_named(text)


@pytest.mark.parametrize(("name", "architecture"), [("sm_80", "sm_80"), ("sm_90", "sm_90"), ("H200", "sm_90")])
def test_a_device_stands_for_its_architecture(name: str, architecture: str) -> None:
    assert standing_for(name).architecture == architecture


def test_nothing_stands_for_an_architecture_that_nothing_was_compiled_for() -> None:
    with pytest.raises(KeyError):
        standing_for("sm_75")
    assert all(device.architecture == name for name, device in ARCHITECTURES.items())


def test_a_type_that_the_tensor_cores_lack_counts_at_the_rate_of_the_next_wider_one() -> None:
    assert DEVICES["A100-80GB"].peak("fp8") == DEVICES["A100-80GB"].peak("fp16") == 312e12
    assert DEVICES["V100"].peak("bf16") == DEVICES["V100"].peak("tf32") == 15.7e12


def test_every_device_could_run_a_matrix_product_faster_than_plain_arithmetic() -> None:
    for device in DEVICES.values():
        assert device.peak("fp16") > device.fp32 * 1.5
        assert device.limits.shared_memory >= device.limits.shared_memory_block


@pytest.mark.parametrize(
    ("device", "warps", "registers", "shared", "blocks", "limit"),
    [
        # Of the CUDA Occupancy Calculator.
        ("A100-80GB", 8, 32, 0, 8, "warps"),
        ("A100-80GB", 8, 64, 0, 4, "registers"),
        ("A100-80GB", 8, 255, 0, 1, "registers"),
        ("A100-80GB", 4, 168, 0, 3, "registers"),
        ("A100-80GB", 4, 40, 0, 12, "registers"),
        ("A100-80GB", 4, 32, 48 * 1024, 3, "shared memory"),
        ("A100-80GB", 4, 32, 163 * 1024, 1, "shared memory"),
        ("A100-80GB", 4, 32, 164 * 1024, 0, "shared memory"),
        ("A100-80GB", 1, 16, 0, 32, "blocks"),
        ("H200", 4, 32, 227 * 1024, 1, "shared memory"),
        ("RTX 3090", 8, 32, 0, 6, "warps"),
        ("T4", 8, 32, 0, 4, "warps"),
        ("V100", 8, 32, 48 * 1024, 2, "shared memory"),
        ("A100-80GB", 64, 16, 0, 0, "warps"),
    ],
)
def test_occupancy_is_that_of_the_occupancy_calculator(
    device: str, warps: int, registers: int, shared: int, blocks: int, limit: str
) -> None:
    found = occupancy(DEVICES[device], warps=warps, registers=registers, shared_memory=shared)
    assert (found.blocks, found.limited_by) == (blocks, limit)
    assert found.share == blocks * warps / DEVICES[device].limits.warps
