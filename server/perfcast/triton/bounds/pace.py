"""How long a launch takes, by what has to wait for what: the sum of its parts, each at the pace that was measured.

The roofline knows two parts, memory and arithmetic, at the rates of data sheets. Most launches of real kernels are
bounded by others: the start itself, one wave of blocks after the other, loads and exchanges that each round of a loop
waits for, atomics that meet in one place. `PACES` says what each costs on compute capability 9.0, as
`python -m model_export kernel-paces` fits them to launches of the training families on an H100 and an H200.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from perfcast.triton.bounds.roofline import Bound, matrix_seconds
from perfcast.triton.gpus.devices import THREADS_WARP, Device
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.program.counts import Counts

#: Seconds a unit of what `amounts` gives, by name.
PACES: Final[Mapping[str, float]] = {
    "launch": 3.9e-6,
    "waves": 1.51e-7,
    "memory": 0.71,
    "products_by_groups": 1.34,
    "products_by_warps": 3.36,
    "integer_products": 9.04,
    "arithmetic": 1.9,
    "functions": 2.04e-11,
    "waits": 2.83e-7,
    "waits_by_products": 2.32e-6,
    "pipelined_waits": 4.16e-7,
    "reads_in_turn": 3.98e-9,
    "waits_in_turn": 9.79e-9,
    "exchanges": 1.14e-7,
    "bytes_a_thread": 2.74e-9,
    "scattered": 9.19e-14,
    "atomics": 6.75e-15,
    "scattered_atomics": 6.16e-11,
    "collisions": 5.35e-10,
}
#: Of these, what tensor cores take; a launch has one of them.
PRODUCTS: Final = ("products_by_groups", "products_by_warps", "integer_products")
#: Of a right operand that lies by rows, which tensor cores want by columns and which is turned first. No products of
#: eight-bit floating-point numbers are among the launches that paces were fitted to: they are taken for others.
_OF_INTEGERS: Final = "int8"
#: From this architecture on four warps together multiply blocks of so many rows, others each warp by itself.
_GROUPS_FROM: Final = (9, 0)
_GROUP_WARPS: Final = 4
_GROUP_ROWS: Final = 64


def amounts(counts: Counts, launch: Launch, device: Device, resident: int, least: Bound) -> dict[str, float]:
    """What a launch has of each part.

    ``memory`` is in seconds at the memory's public bandwidth, ``arithmetic`` and the products in seconds of the busiest
    SM at its share of the public rates: by groups of warps, by each warp itself, or of integers.
    ``waves`` are of resident blocks, one after the other: each takes the exchanges of one program, what one thread
    moves, and as often as loads wait for one another the time until memory answers: ``waits``, or beside matrix
    products ``waits_by_products``, since all threads wait together, and ``pipelined_waits`` where a loop loads its next
    rounds ahead. ``functions``, ``reads_in_turn``, ``waits_in_turn`` and ``atomics`` are those of the busiest SM's
    programs, ``scattered`` the bytes of all, and ``scattered_atomics`` those that atomics change one by one, which the
    second-level cache takes in turn, whatever SM they come from; ``collisions`` see `collisions`.

    Args:
        resident: blocks that an SM holds at once, at least 1.
    """
    programs = launch.programs or 1
    busiest = math.ceil(programs / device.sms)
    waves = math.ceil(programs / (device.sms * resident))
    ahead = counts.ahead if counts.products and launch.config.num_stages > 1 else 0.0
    waits = counts.waits + counts.ahead - ahead
    changed = sum(counts.atomics.values())
    alone = min(changed, counts.scattered)
    products = dict.fromkeys(PRODUCTS, 0.0)
    products[_products_part(counts, launch, device)] = busiest * device.sms * matrix_seconds(counts, device)
    return {
        "launch": 1.0,
        "waves": waves,
        "memory": least.memory,
        **products,
        "arithmetic": busiest * device.sms * counts.flops / device.fp32,
        "functions": busiest * counts.functions,
        "waits": 0.0 if counts.products else waves * waits,
        "waits_by_products": waves * waits if counts.products else 0.0,
        "pipelined_waits": waves * ahead / max(launch.config.num_stages - 1, 1),
        "reads_in_turn": busiest * counts.reads,
        "waits_in_turn": busiest * (waits + ahead),
        "exchanges": waves * counts.exchanges,
        "bytes_a_thread": waves * counts.requested / (launch.config.num_warps * THREADS_WARP),
        "scattered": programs * counts.scattered,
        "atomics": busiest * (changed - alone),
        "scattered_atomics": programs * alone,
        "collisions": collisions(counts, launch),
    }


def _products_part(counts: Counts, launch: Launch, device: Device) -> str:
    if _OF_INTEGERS in counts.products:
        return "integer_products"
    by_warps = counts.rows < _GROUP_ROWS or launch.config.num_warps < _GROUP_WARPS
    return "products_by_warps" if device.capability >= _GROUPS_FROM and by_warps else "products_by_groups"


def collisions(counts: Counts, launch: Launch) -> float:
    """How often each byte is changed of what atomics change: the sum over the launch's tensors."""
    programs = launch.programs or 1
    sizes = {name: launch.tensors[name].size for name in counts.atomics if name in launch.tensors}
    return sum(programs * counts.atomics[name] / max(size, 1) for name, size in sizes.items())


def parts_of(counts: Counts, launch: Launch, device: Device, resident: int, least: Bound) -> dict[str, float]:
    """Seconds of each part; arguments as those of `amounts`."""
    return {name: PACES[name] * amount for name, amount in amounts(counts, launch, device, resident, least).items()}


def paced_seconds(counts: Counts, launch: Launch, device: Device, resident: int, least: Bound) -> float:
    """The sum of the parts; arguments as those of `amounts`."""
    return sum(parts_of(counts, launch, device, resident, least).values())
