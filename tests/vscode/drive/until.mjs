// Waiting for what no single element tells.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

/** Milliseconds after which a wait is given up: the machine may be busy, and stall. */
export const PATIENCE = 60_000;

/** The first value that `find` gives, asked again and again. */
export async function until(find) {
  for (const deadline = Date.now() + PATIENCE; ; await setTimeout(100)) {
    const found = await find();
    if (found !== undefined) {
      return found;
    }
    assert.ok(Date.now() < deadline, `not within ${PATIENCE / 1000} s`);
  }
}
