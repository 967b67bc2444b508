import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { rangeText } from "../src/forecast";

suite("ranges", () => {
  test("share a unit where they can", () => {
    assert.equal(rangeText({ unit: "B", p10: 8 * 2 ** 20, p50: 1, p90: 20 * 2 ** 20 }), "8–20 MiB");
    assert.equal(rangeText({ unit: "B", p10: 56, p50: 1, p90: 1229 }), "56 B–1.2 KiB");
    assert.equal(rangeText({ unit: "s", p10: 0.35, p50: 1, p90: 1.5 }), "350 ms–1.5 s");
    assert.equal(rangeText({ unit: "s", p10: 0.02, p50: 0.02, p90: 0.02 }), "≈20 ms");
    assert.equal(rangeText({ unit: "regs", p10: 59.7, p50: 64, p90: 127.6 }), "60–128 regs");
    assert.equal(rangeText({ unit: "regs", p10: 31.8, p50: 32, p90: 32.3 }), "≈32 regs");
  });
});
