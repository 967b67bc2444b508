import assert from "node:assert/strict";
import { test } from "node:test";
import { amountText } from "../src/amounts";

test("amounts have three digits and the unit that fits", () => {
  assert.deepEqual([0, 512, 39_991_848, 2 ** 50].map((value) => amountText(value, "B")), ["0 B", "512 B", "38.1 MiB", "1020 TiB"]);
  assert.deepEqual([3e-10, 2.5e-6, 0.02084, 90].map((value) => amountText(value, "s")), ["0.3 ns", "2.5 µs", "20.8 ms", "90 s"]);
  assert.equal(amountText(7, "registers"), "7 registers");
});

test("what rounds to one of a greater unit is told in that", () => {
  assert.deepEqual([9.9999e-7, 0.99996].map((value) => amountText(value, "s")), ["1 µs", "1 s"]);
  assert.equal(amountText(1023.9, "B"), "1 KiB");
  assert.equal(amountText(1_048_570, "B", 2), "1 MiB");
});

test("registers are counted", () => {
  assert.deepEqual([0.4, 61.6, 127.5, 254.9].map((value) => amountText(value, "regs", 2)), ["0 regs", "62 regs", "128 regs", "255 regs"]);
});
