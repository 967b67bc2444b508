import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { metricNamed } from "../src/metrics";
import { type Ranking } from "../src/rank/answer";
import { deviceChoices } from "../src/rank/devices";
import { rankingPage } from "../src/rank/page";
import { sizesIn } from "../src/rank/sizes";

function ranking(changes: Partial<Ranking> = {}): Ranking {
  return { kernel: "matmul", device: "H200", configurations: "file", count: 3, ranked: [1, 2, 3], left_out: [], markdown: "| a table |", ...changes };
}

suite("rank", () => {
  test("the GPU of the settings is offered first, and once", () => {
    const offered = ["T4", "L4", "A10", "A100-80GB", "H100", "H200", "B200"];
    assert.deepEqual(deviceChoices(""), offered);
    assert.deepEqual(deviceChoices(" h200 "), ["H200", ...offered.filter((name) => name !== "H200")]);
    assert.deepEqual(deviceChoices("RTX 4090"), ["RTX 4090", ...offered]);
    assert.deepEqual(deviceChoices("Mine: capability=9.0, sms=10"), ["Mine: capability=9.0, sms=10", ...offered]);
  });

  test("sizes are numbers by name, none where nothing is entered", () => {
    assert.deepEqual(sizesIn(""), {});
    assert.deepEqual(sizesIn("M=4096,N=4096"), { M: 4096, N: 4096 });
    assert.deepEqual(sizesIn(" M = 4_096 , eps=0.5, größe=1e6, "), { M: 4096, eps: 0.5, größe: 1_000_000 });
  });

  test("what is no size is named", () => {
    for (const [text, part] of [["M", "M"], ["M=4096,N=", "N="], ["4096", "4096"], ["M=many", "M=many"], ["M=-1", "M=-1"], ["M=1e13", "M=1e13"], ["M=1 N=2", "M=1 N=2"]] as const) {
      assert.throws(() => sizesIn(text), new RegExp(`NAME=NUMBER.*not “${part}”`), text);
    }
  });

  test("a page is titled by kernel and device, and holds what the server says", () => {
    assert.equal(rankingPage(ranking()), "# `matmul` on H200\n\n| a table |\n\n3 configurations, the most promising first.\n");
  });

  test("what is not shown is told", () => {
    const left_out = ["a", "b", "a", "c", "d", "e", "f"].map((reason) => ({ reason }));
    const text = rankingPage(ranking({ count: 107, ranked: [1, 2], left_out, configurations: "default" }));
    assert.match(text, /The 2 most promising of 100 configurations; the file has none of its own/);
    assert.ok(text.endsWith("Left out: 7\n\n- a\n- b\n- c\n- d\n- e\n- and 1 more\n"), text);
  });

  test("the metrics of kernels have names", () => {
    assert.deepEqual(metricNamed("registers"), { title: "Registers a thread", label: "registers", unit: "regs" });
    assert.deepEqual(metricNamed("shared_memory"), { title: "Shared memory a block", label: "shared", unit: "B" });
    assert.deepEqual(metricNamed("gpu_time"), { title: "GPU time", label: "time", unit: "s" });
  });
});
