import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { excessOf, type UnitCosts } from "../src/decorations/excess";

const MIB = 2 ** 20;
const costs = (changes: Partial<UnitCosts> = {}): UnitCosts => ({
  forecasts: {
    peak_memory: { unit: "B", p10: 50 * MIB, p50: 150 * MIB, p90: 400 * MIB },
    cpu_time: { unit: "s", p10: 0.1, p50: 0.2, p90: 0.4 },
  },
  budgets: [],
  ...changes,
});
const memory = (mib: number): { metric: string; limit: number } => ({ metric: "peak_memory", limit: mib * MIB });

suite("marks", () => {
  test("the part of the range that is over the threshold says how sure it is", () => {
    const levels = [1000, 400, 300, 150, 100, 50, 10].map((mib) => excessOf(costs(), [memory(mib)])?.level);
    assert.deepEqual(levels, [undefined, undefined, "possible", "possible", "likely", "likely", "sure"]);
  });

  test("the surest metric gives the colour, each is named", () => {
    const excess = excessOf(costs(), [memory(300), { metric: "cpu_time", limit: 0.05 }]);
    assert.equal(excess?.level, "sure");
    assert.equal(excess.text, "peak perhaps over 300 MiB · time over 50 ms");
    assert.deepEqual(excess.details, [
      "Peak memory: 50–400 MiB, up to 1.3× the threshold of 300 MiB",
      "CPU time: 100–400 ms, up to 8× the threshold of 50 ms",
    ]);
  });

  test("a budget replaces the threshold of its metric alone", () => {
    const budgeted = costs({ budgets: [memory(1000)] });
    assert.equal(excessOf(budgeted, [memory(10)]), undefined);
    assert.equal(excessOf(budgeted, [memory(10), { metric: "cpu_time", limit: 0.3 }])?.text, "time perhaps over 300 ms");
    assert.match(excessOf(costs({ budgets: [memory(10)] }), [])?.details[0] ?? "", /up to 40× the budget of 10 MiB/);
  });

  test("no threshold, no forecast: no mark", () => {
    assert.equal(excessOf(costs(), [memory(0)]), undefined);
    assert.equal(excessOf(costs({ forecasts: {} }), [memory(1)]), undefined);
  });
});
