import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Answer, type LaunchAnswer, type MetricAnswer, type Quantiles } from "../src/compare/answer";
import { amountTicks, densitiesChart, distributionChart, growthChart, sizesChart, ticks } from "../src/compare/charts";
import { logDensity, quantile } from "../src/compare/density";
import { answerHtml, page, sizeOptions } from "../src/compare/page";
import { countText, ratioText, verdict } from "../src/compare/words";

const metric = (p10: number, p50: number, p90: number, less: number): MetricAnswer => ({ ratio: { p10, p50, p90 }, probability_a_less: less });
const FASTER = metric(0.2, 0.5, 0.9, 0.93);

const LEVELS = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95];
/** Around an amount; `spread` is the factor between neighbouring quantiles. */
const quantiles = (middle: number, spread: number): Quantiles => ({
  levels: LEVELS,
  values: LEVELS.map((_, index) => middle * spread ** (index - 3)),
});
const BOTH: MetricAnswer = { ...FASTER, a: quantiles(0.001, 1.3), b: quantiles(0.002, 1.6) };

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
    assert.deepEqual([0.512, 1, 12.34, 456.7, 12_345, 1e9].map(ratioText), ["0.51×", "1×", "12×", "460×", "12k×", "1G×"]);
    assert.deepEqual([0.01, 0.0099, 0.004, 8e-5].map(ratioText), ["0.01×", "1/100×", "1/250×", "1/12k×"]);
    assert.deepEqual([100, 1000, 25_000, 1_000_000].map(countText), ["100", "1k", "25k", "1M"]);
  });

  test("who is cheaper, how sure, by how much", () => {
    assert.equal(verdict(FASTER), "A is very probably cheaper (93 %), by about 2×.");
    assert.equal(verdict(metric(1.5, 3, 6, 0.001)), "B is almost certainly cheaper (99 %), by about 3×.");
    assert.equal(verdict(metric(0.5, 1.01, 2, 0.49)), "Too close to call: A is cheaper with 49 %.");
  });
});

suite("densities", () => {
  const total = (side: Quantiles): number => {
    const density = logDensity(side);
    const [start, end] = [Math.log(quantile(side, 0.05)) - 5, Math.log(quantile(side, 0.95)) + 5];
    return Array.from({ length: 20_000 }, (_, index) => density(start + ((end - start) * index) / 20_000)).reduce((sum, value) => sum + value, 0) * ((end - start) / 20_000);
  };

  test("all of the probability is under the curve, whatever the quantiles", () => {
    for (const side of [quantiles(1e-3, 1.5), quantiles(1e9, 1.01), quantiles(5, 1), quantiles(1, 8)]) {
      assert.ok(Math.abs(total(side) - 1) < 0.02, `${total(side)}`);
    }
  });

  test("it is highest where the quantiles are closest", () => {
    const side: Quantiles = { levels: [0.1, 0.4, 0.6, 0.9], values: [1, 10, 11, 100] };
    const density = logDensity(side);
    assert.ok(density(Math.log(10.5)) > 2 * density(Math.log(4)));
    assert.ok(density(Math.log(10.5)) > 2 * density(Math.log(30)));
  });

  test("between two quantiles it is the logarithm that grows evenly", () => {
    const side: Quantiles = { levels: [0.1, 0.5, 0.9], values: [1, 4, 64] };
    for (const [level, amount] of [[0, 1], [0.1, 1], [0.3, 2], [0.5, 4], [0.7, 16], [0.9, 64], [1, 64]] as const) {
      assert.ok(Math.abs(quantile(side, level) - amount) < 1e-9, `${level}`);
    }
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

  test("both sides lie within one frame, each with its median", () => {
    for (const [a, b] of [[quantiles(1e-6, 1.01), quantiles(1e-6, 1.01)], [quantiles(1, 1), quantiles(1e12, 5)], [quantiles(3e5, 2), quantiles(8e5, 1.2)]] as const) {
      for (const unit of ["B", "s"]) {
        const svg = densitiesChart("Peak memory", unit, a, b);
        assert.ok(numbers(svg.replace(/aria-label="[^"]*"|<text.*?<\/text>/g, "")).every((value) => value >= -1 && value <= 400), svg);
        assert.ok(!svg.includes("NaN"));
        assert.equal(svg.match(/class="side [ab]"/g)?.length, 2);
        assert.equal(svg.match(/class="middle [ab]"/g)?.length, 2);
        assert.ok((svg.match(/<text/g)?.length ?? 0) >= 1, svg);
      }
    }
  });

  test("in words the chart tells both ranges", () => {
    assert.match(densitiesChart("CPU time", "s", quantiles(0.001, 1.3), quantiles(0.002, 1)), /aria-label="CPU time: A 592 µs to 1.69 ms, B 2 ms to 2 ms"/);
  });

  test("both sides grow over the sizes, where the answer tells them", () => {
    const sizes = [100, 1000].map((size) => ({ size, metrics: { cpu_time: BOTH } }));
    assert.equal(growthChart("CPU time", "s", "cpu_time", sizes)?.match(/class="growth [ab]"/g)?.length, 2);
    assert.equal(growthChart("CPU time", "s", "cpu_time", sizes.slice(1)), undefined);
    assert.equal(growthChart("CPU time", "s", "cpu_time", answer().sizes), undefined);
  });

  test("bytes are marked at powers of two, few of them", () => {
    for (const [from, to] of [[1000, 5000], [1, 2 ** 40], [2 ** 20, 2 ** 33]] as const) {
      const found = amountTicks(Math.log(from), Math.log(to), "B").map((log) => Math.log2(Math.exp(log)));
      assert.ok(found.length >= 1 && found.length <= 7, found.join());
      assert.ok(found.every((power) => Math.abs(power - Math.round(power)) < 1e-9 && 2 ** power >= from * 0.999 && 2 ** power <= to * 1.001));
    }
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
    const shown = answerHtml(answer({ device: evil, workload: { text: evil, origin: evil }, metrics: { [evil]: BOTH } }));
    const outside = answerHtml(answer({ outside: { [evil]: [evil] } }));
    for (const html of [frame, shown, outside]) {
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

  test("of the same code there is what it costs, and nobody is cheaper", () => {
    const found = { ...BOTH, ratio: { p10: 1, p50: 1, p90: 1 }, probability_a_less: 0.5 };
    const same = answer({ same: true, metrics: { cpu_time: found }, sizes: [100, 1000].map((size) => ({ size, metrics: { cpu_time: found } })) });
    for (const html of [answerHtml(same), answerHtml(same, 1000)]) {
      assert.equal(html.match(/Both are the same code: what one costs, the other does\./g)?.length, 1);
      assert.match(html, /<svg/);
      assert.ok(!/cheaper|A over B|NaN/.test(html));
    }
    assert.ok(!answerHtml({ ...same, same: false }).includes("the same code"));
  });

  test("an answer is shown at one of its sizes", () => {
    const found = answer({ sizes: [{ size: 1000, metrics: { cpu_time: { ...BOTH, probability_a_less: 0.01 } } }] });
    assert.deepEqual(sizeOptions(found), [{ value: "", label: "as written" }, { value: "1000", label: "1k" }]);
    assert.match(answerHtml(found), /A is very probably cheaper/);
    assert.ok(!answerHtml(found).includes('class="side'));
    assert.match(answerHtml(found, 1000), /B is almost certainly cheaper/);
    assert.match(answerHtml(found, 1000), /resized to 1k/);
    assert.match(answerHtml(found, 1000), /class="side a"/);
  });

  const launch = (changes: Partial<LaunchAnswer> = {}): LaunchAnswer => ({
    workload: { text: "x_ptr: float16[4096]; grid: 4", origin: "default" },
    registers_estimate: 40,
    shared_memory_estimate: 8192,
    occupancy: { share: 0.5, limited_by: "registers", is_forecast: true },
    roofline_bound: { seconds: 4.43e-6, limited_by: "memory" },
    ...changes,
  });
  const kernels = (changes: Partial<Answer> = {}): Answer =>
    answer({
      device: "H100",
      metrics: { registers: { ...BOTH, a: quantiles(32, 1.2), b: quantiles(64, 1.2) } },
      sizes: [],
      launches: { a: launch(), b: launch({ roofline_bound: null, occupancy: { share: 1, limited_by: "warps", is_forecast: false } }) },
      less: { registers: "a", shared_memory: null, occupancy: "a", roofline_bound: null },
      notes: ["Times are bounds."],
      ...changes,
    });

  test("of kernels there is what their launches hold, and that times are bounds", () => {
    const html = answerHtml(kernels());
    assert.match(html, /Registers a thread<\/h2>/);
    assert.match(html, /Occupancy<\/th><td>50 % \(registers\)<\/td><td>est\. 100 % \(warps\)<\/td><td>A<\/td>/);
    assert.match(html, /Time, at least<\/th><td>≥4\.4 µs \(memory\)<\/td><td>not known<\/td><td>–<\/td>/);
    assert.match(html, /A for x_ptr: float16\[4096\]; grid: 4, B for .* on H100\. Nothing was run\.<\/p><p>Times are bounds\.<\/p>$/);
    assert.ok(!html.includes("NaN") && !html.includes("Forecast for"));
  });

  test("what is not forecast of kernels is estimated, and has no chart", () => {
    const html = answerHtml(kernels({ metrics: {} }));
    assert.ok(!html.includes("<svg"));
    assert.match(html, /Registers a thread<\/th><td>est\. 40 regs<\/td>/);
    assert.match(html, /Shared memory a block<\/th><td>est\. 8 KiB<\/td>/);
    assert.ok(!answerHtml(kernels()).includes("est. 40 regs"));
  });

  test("nothing of a kernel becomes markup", () => {
    const evil = "<img src=x>";
    const odd = launch({ workload: { text: evil, origin: evil }, occupancy: { share: 1, limited_by: evil, is_forecast: true } });
    const html = answerHtml(kernels({ device: evil, launches: { a: odd, b: odd }, notes: [evil] }));
    assert.ok(!html.includes("<img"));
  });
});
