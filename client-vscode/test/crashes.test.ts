import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { CrashLimit } from "../src/crashes";

suite("CrashLimit", () => {
  test("the fourth crash within three minutes is the last", () => {
    const limit = new CrashLimit();
    assert.deepEqual([0, 1000, 2000, 3000].map((now) => limit.mayRestart(now)), [true, true, true, false]);
  });

  test("crashes far apart are no loop", () => {
    const limit = new CrashLimit();
    assert.ok([0, 100_000, 200_000, 300_000, 400_000].every((now) => limit.mayRestart(now)));
  });

  test("a restart that was asked for starts the count anew", () => {
    const limit = new CrashLimit();
    [0, 1, 2, 3].forEach((now) => limit.mayRestart(now));
    limit.forget();
    assert.ok(limit.mayRestart(4));
  });
});
