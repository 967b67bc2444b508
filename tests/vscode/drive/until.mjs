// Waiting for what no single element tells.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

/** The first value that `find` gives, asked again and again. */
export async function until(find) {
  for (const deadline = Date.now() + 20_000; ; await setTimeout(100)) {
    const found = await find();
    if (found !== undefined) {
      return found;
    }
    assert.ok(Date.now() < deadline, "not within 20 s");
  }
}
