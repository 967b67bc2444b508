import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Answer, type MetricAnswer } from "../src/compare/answer";
import { distributionChart, sizesChart, ticks } from "../src/compare/charts";
import { answerHtml, page } from "../src/compare/page";
import { countText, ratioText, verdict } from "../src/compare/words";

const metric = (p10: number, p50: number, p90: number, less: number): MetricAnswer => ({ ratio: { p10, p50, p90 }, probability_a_less: less });
const FASTER = metric(0.2, 0.5, 0.9, 0.93);

function answer(changes: Partial<Answer> = {}): Answer {
  return {
    a: "a.py::f",
    b: "b.py::g",
    workload: { text: "n: int = 5", origin: "given" },
    device: "a CPU",
    metrics: { cpu_time: FASTER },
    sizes: [100, 1000, 10_000].map((size) => ({ size, metrics: { cpu_time: FASTER } })),
    outside: {},
    markdown: "",
    ...changes,
  };
}

suite("words", () => {
  test("ratios and counts keep two digits", () => {
    assert.deepEqual([0.512, 1, 12.34, 456.7, 0.0001, 1e9].map(ratioText), ["0.51×", "1×", "12×", "460×", "1e-4×", "1e9×"]);
    assert.deepEqual([100, 1000, 25_000, 1_000_000].map(countText), ["100", "1k", "25k", "1M"]);
  });

  test("who is cheaper, how sure, by how much", () => {
    assert.equal(verdict(FASTER), "A is very probably cheaper (93 %), by about 2×.");
    assert.equal(verdict(metric(1.5, 3, 6, 0.001)), "B is almost certainly cheaper (99 %), by about 3×.");
    assert.equal(verdict(metric(0.5, 1.01, 2, 0.49)), "Too close to call: A is cheaper with 49 %.");
  });
});

suite("charts", () => {
  const numbers = (svg: string): number[] => [...svg.matchAll(/[ ,"ML](-?\d+(?:\.\d+)?)/g)].map(([, value]) => Number(value));

  test("a distribution lies within its frame, whatever the ratio", () => {
    for (const found of [FASTER, metric(1, 1, 1, 0.5), metric(1e-12, 1, 1e12, 0.5), metric(1e9, 1e10, 1e11, 0)]) {
      const svg = distributionChart("CPU time", found);
      assert.ok(numbers(svg).every((value) => Number.isFinite(value) && value >= -1 && value <= 1000), svg);
      assert.ok(!svg.includes("NaN"));
    }
  });

  test("the part left of 1 is A's", () => {
    const a = /class="a" d="M([\d.]+),[\d.]+ .*? L([\d.]+),126 Z"/.exec(distributionChart("x", metric(0.1, 0.2, 0.3, 1)));
    const one = /class="one" x1="([\d.]+)"/.exec(distributionChart("x", metric(0.1, 0.2, 0.3, 1)));
    assert.equal(a?.[2], one?.[1]);
  });

  test("over sizes there is a point for each, and none without sizes", () => {
    assert.equal(sizesChart("CPU time", "cpu_time", answer().sizes)?.match(/<circle/g)?.length, 3);
    assert.equal(sizesChart("CPU time", "cpu_time", []), undefined);
    assert.equal(sizesChart("CPU time", "gpu_time", answer().sizes), undefined);
  });

  test("few ticks, all within, 1 among them", () => {
    for (const [start, end] of [[-0.7, 0.7], [-2, 1], [-9, 0.7], [-13.8, 13.8]] as const) {
      const found = ticks(start, end);
      assert.ok(found.length >= 2 && found.length <= 8, `${start} to ${end}: ${found.join()}`);
      assert.ok(found.some((value) => Math.abs(value) < 1e-9));
      assert.ok(found.every((value) => value >= start - 1e-9 && value <= end + 1e-9));
    }
  });
});

suite("page", () => {
  test("nothing of a file or of the server becomes markup", () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    const side = { title: evil, source: evil };
    const frame = page({ nonce: "n", cspSource: "c", scriptUri: "s", styleUri: "t", a: side, b: side });
    const shown = answerHtml(answer({ device: evil, workload: { text: evil, origin: evil }, outside: { [evil]: [evil] } }));
    for (const html of [frame, shown]) {
      assert.ok(!html.includes("<img"));
      assert.ok(!html.includes('onerror="'));
    }
  });

  test("the policy allows the one script, the one style and nothing else", () => {
    const frame = page({ nonce: "n", cspSource: "c", scriptUri: "s", styleUri: "t", a: { title: "", source: "" }, b: { title: "", source: "" } });
    assert.match(frame, /default-src 'none'; style-src c; script-src 'nonce-n'"/);
    assert.ok(!/https?:/.test(frame + answerHtml(answer())));
    assert.ok(!(frame + answerHtml(answer())).includes('style="'));
  });

  test("every metric has its verdict and its charts", () => {
    const html = answerHtml(answer({ metrics: { peak_memory: FASTER, cpu_time: FASTER } }));
    assert.equal(html.match(/class="verdict"/g)?.length, 2);
    assert.match(html, /Peak memory/);
    assert.match(html, /very probably/);
  });
});
