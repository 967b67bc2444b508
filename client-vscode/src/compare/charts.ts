// The comparison's charts as SVG. Colours are the editor's own, by CSS classes; nothing is loaded from elsewhere.
import { amountText } from "../amounts";
import { type MetricAnswer, type Quantiles, type SizeAnswer } from "./answer";
import { bandwidth, logDensity, quantile } from "./density";
import { countText, ratioText } from "./words";

const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 44;
/** Amounts are longer than ratios. */
const WIDE_LEFT = 62;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 24;
/** The standard normal's 90 % quantile. */
const Z90 = 1.2816;
/** Below this spread (of logarithms) a curve would be a line without width. */
const MINIMUM_SPREAD = 0.02;
const LARGEST = Math.log(1e6);

type Scale = (value: number) => number;

/** How A's cost over B's is distributed, on a logarithmic axis: what lies left of 1 is A being cheaper. */
export function distributionChart(title: string, { ratio }: MetricAnswer): string {
  const [low, middle, high] = [ratio.p10, ratio.p50, ratio.p90].map((value) => clamp(Math.log(value), LARGEST)) as [number, number, number];
  const left = Math.max((middle - low) / Z90, MINIMUM_SPREAD);
  const right = Math.max((high - middle) / Z90, MINIMUM_SPREAD);
  const start = Math.min(middle - 3 * left, -Math.LN2);
  const end = Math.max(middle + 3 * right, Math.LN2);
  const x = linear(start, end, LEFT, WIDTH - RIGHT);
  const y = linear(0, 1, HEIGHT - BOTTOM, TOP);
  const density = (value: number): number => Math.exp(-0.5 * ((value - middle) / (value < middle ? left : right)) ** 2);
  const area = (from: number, to: number): string => {
    const points = Array.from({ length: 81 }, (_, index) => from + ((to - from) * index) / 80);
    const curve = points.map((value) => `${round(x(value))},${round(y(density(value)))}`);
    return `M${round(x(from))},${round(y(0))} L${curve.join(" L")} L${round(x(to))},${round(y(0))} Z`;
  };
  const split = Math.min(Math.max(0, start), end);
  return svg(`${title}: A's cost over B's, from ${ratioText(ratio.p10)} to ${ratioText(ratio.p90)}`, [
    `<path class="a" d="${area(start, split)}"/>`,
    `<path class="b" d="${area(split, end)}"/>`,
    vertical(x(0), "one"),
    vertical(x(middle), "median"),
    ...ticks(start, end).map((value) => bottomLabel(x(value), ratioText(Math.exp(value)))),
  ]);
}

/** What each side costs, one over the other on one logarithmic axis. */
export function densitiesChart(title: string, unit: string, a: Quantiles, b: Quantiles): string {
  const sides = [a, b].map((side) => ({ side, density: logDensity(side), median: Math.log(quantile(side, 0.5)) }));
  const ends = [a, b].flatMap((side) => [
    Math.log(quantile(side, 0.02)) - 3 * bandwidth(side),
    Math.log(quantile(side, 0.98)) + 3 * bandwidth(side),
  ]);
  const { start, end } = widened(Math.min(...ends), Math.max(...ends), Math.log(4));
  const at = Array.from({ length: 161 }, (_, index) => start + ((end - start) * index) / 160);
  const curves = sides.map(({ density }) => at.map(density));
  const x = linear(start, end, LEFT, WIDTH - RIGHT);
  const y = linear(0, Math.max(...curves.flat()) * 1.05, HEIGHT - BOTTOM, TOP);
  const parts = ["a", "b"].map((kind, index) => {
    const points = (curves[index] ?? []).map((value, place) => `${round(x(at[place] ?? 0))},${round(y(value))}`);
    const base = round(y(0));
    return `<path class="side ${kind}" d="M${round(x(start))},${base} L${points.join(" L")} L${round(x(end))},${base} Z"/>${vertical(x(sides[index]?.median ?? 0), `middle ${kind}`)}`;
  });
  const label = `${title}: A ${amountsText(a, unit)}, B ${amountsText(b, unit)}`;
  return svg(label, [...parts, ...amountTicks(start, end, unit).map((log) => bottomLabel(x(log), amountText(Math.exp(log), unit)))]);
}

/** What each side costs at growing sizes, with its range; undefined where nothing grows. */
export function growthChart(title: string, unit: string, metric: string, sizes: readonly SizeAnswer[]): string | undefined {
  const rows = sizes.flatMap(({ size, metrics }) => {
    const { a, b } = metrics[metric] ?? {};
    return a === undefined || b === undefined ? [] : [{ size, a: logRange(a), b: logRange(b) }];
  });
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return undefined;
  }
  const logs = rows.flatMap(({ a, b }) => [a.low, a.high, b.low, b.high]);
  const { start, end } = widened(Math.min(...logs), Math.max(...logs), Math.log(4));
  const x = linear(Math.log(first.size), Math.log(last.size), WIDE_LEFT, WIDTH - RIGHT - 8);
  const y = linear(start, end, HEIGHT - BOTTOM, TOP);
  const point = (size: number, log: number): string => `${round(x(Math.log(size)))},${round(y(log))}`;
  const parts = (["a", "b"] as const).map((kind) => {
    const band = [...rows.map((row) => point(row.size, row[kind].high)), ...rows.toReversed().map((row) => point(row.size, row[kind].low))];
    const line = rows.map((row) => point(row.size, row[kind].middle));
    return `<polygon class="spread ${kind}" points="${band.join(" ")}"/><polyline class="growth ${kind}" points="${line.join(" ")}"/>`;
  });
  return svg(`${title} of A and B at sizes from ${countText(first.size)} to ${countText(last.size)}`, [
    ...parts,
    ...rows.map(({ size }) => bottomLabel(x(Math.log(size)), countText(size))),
    ...amountTicks(start, end, unit).map((log) => leftLabel(WIDE_LEFT, y(log), amountText(Math.exp(log), unit))),
  ]);
}

/** A's cost over B's at growing sizes, with its range; undefined where nothing grows. */
export function sizesChart(title: string, metric: string, sizes: readonly SizeAnswer[]): string | undefined {
  const rows = sizes.flatMap(({ size, metrics }) => {
    const found = metrics[metric];
    return found === undefined ? [] : [{ size, ...found.ratio }];
  });
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return undefined;
  }
  const log = (value: number): number => clamp(Math.log(value), LARGEST);
  const low = Math.min(-Math.LN2, ...rows.map(({ p10 }) => log(p10)));
  const high = Math.max(Math.LN2, ...rows.map(({ p90 }) => log(p90)));
  const x = linear(Math.log(first.size), Math.log(last.size), LEFT, WIDTH - RIGHT - 8);
  const y = linear(low, high, HEIGHT - BOTTOM, TOP);
  const point = (size: number, ratio: number): string => `${round(x(Math.log(size)))},${round(y(log(ratio)))}`;
  const band = [...rows.map(({ size, p90 }) => point(size, p90)), ...rows.toReversed().map(({ size, p10 }) => point(size, p10))];
  return svg(`${title}: A's cost over B's at sizes from ${countText(first.size)} to ${countText(last.size)}`, [
    `<polygon class="band" points="${band.join(" ")}"/>`,
    `<line class="one" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y(0))}" y2="${round(y(0))}"/>`,
    `<polyline class="line" points="${rows.map(({ size, p50 }) => point(size, p50)).join(" ")}"/>`,
    ...rows.map(({ size, p50 }) => `<circle class="dot" r="2.5" cx="${round(x(Math.log(size)))}" cy="${round(y(log(p50)))}"/>`),
    ...rows.map(({ size }) => bottomLabel(x(Math.log(size)), countText(size))),
    ...ticks(low, high).map((value) => leftLabel(LEFT, y(value), ratioText(Math.exp(value)))),
  ]);
}

/** Logarithms of the round ratios in a range, few enough to be read; 1 is always among them. */
export function ticks(start: number, end: number): number[] {
  const decades = (end - start) / Math.LN10;
  const step = Math.max(1, Math.ceil(decades / 5));
  const found: number[] = [];
  for (let decade = Math.ceil(start / Math.LN10) - 1; decade <= Math.ceil(end / Math.LN10); decade += 1) {
    if (decade % step === 0) {
      found.push(decade * Math.LN10);
    }
    if (decades < 3) {
      found.push(decade * Math.LN10 + Math.log(decades < 1.5 ? 2 : 3));
      if (decades < 1.5) {
        found.push(decade * Math.LN10 + Math.log(5));
      }
    }
  }
  return found.filter((value) => value >= start - 1e-9 && value <= end + 1e-9);
}

/** Logarithms of the round amounts in a range: powers of two for bytes, else round numbers. */
export function amountTicks(start: number, end: number, unit: string): number[] {
  if (unit !== "B") {
    return ticks(start, end);
  }
  const [first, last] = [Math.ceil(start / Math.LN2), Math.floor(end / Math.LN2)];
  // 1024 bytes are 1 KiB: over a wide range the steps are of tens.
  const step = [1, 2, 5, 10, 20, 50].find((candidate) => (last - first) / candidate < 6) ?? 100;
  const round = Math.ceil(first / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((last - round) / step) + 1) }, (_, index) => (round + index * step) * Math.LN2);
}

function amountsText(side: Quantiles, unit: string): string {
  return `${amountText(quantile(side, 0.1), unit)} to ${amountText(quantile(side, 0.9), unit)}`;
}

function logRange(side: Quantiles): { low: number; middle: number; high: number } {
  const [low = 0, middle = 0, high = 0] = [0.1, 0.5, 0.9].map((level) => Math.log(quantile(side, level)));
  return { low, middle, high };
}

/** A range at least so wide, with the same middle. */
function widened(start: number, end: number, width: number): { start: number; end: number } {
  const more = Math.max(0, width - (end - start)) / 2;
  return { start: start - more, end: end + more };
}

function svg(label: string, parts: string[]): string {
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join("")}</svg>`;
}

function vertical(x: number, kind: string): string {
  return `<line class="${kind}" x1="${round(x)}" x2="${round(x)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>`;
}

function bottomLabel(x: number, text: string): string {
  return `<text x="${round(x)}" y="${HEIGHT - 8}" text-anchor="middle">${text}</text>`;
}

function leftLabel(left: number, y: number, text: string): string {
  return `<text x="${left - 6}" y="${round(y + 4)}" text-anchor="end">${text}</text>`;
}

function linear(from: number, to: number, start: number, end: number): Scale {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
