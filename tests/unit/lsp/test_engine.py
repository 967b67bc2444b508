"""Who gets the model's thread when."""

from __future__ import annotations

import asyncio

from perfcast.forecast import Predictor
from perfcast.lsp.engine import Engine
from tests.engine import StandInModel


async def test_work_in_the_background_does_not_get_between_the_turns_of_other_work() -> None:
    engine = Engine(lambda _: Predictor(StandInModel()), lambda: None)  # type: ignore[arg-type]
    await engine.load(None)
    order: list[str] = []

    async def turns() -> None:
        for _ in range(50):
            await engine.run(lambda _, __: order.append("turn"))

    other = asyncio.create_task(turns())
    await asyncio.sleep(0)
    await engine.run_in_background(lambda _, __: order.append("background"))
    await other
    engine.close()
    assert order == ["turn"] * 50 + ["background"]
