// A side's forecast as a curve, from its quantiles.
import { type Quantiles } from "./answer";

/** The standard normal's 90 % quantile. */
const Z90 = 1.2816;
/** The least width (of logarithms) that a side is smoothed with: below it, amounts look alike on paper. */
const MINIMUM_BANDWIDTH = 0.03;
/** Of a side's spread: as much as hides that the model writes few digits, and no more. */
const BANDWIDTH = 0.25;

/** The amount at a level, between two quantiles by its logarithm. */
export function quantile({ levels, values }: Quantiles, level: number): number {
  const next = levels.findIndex((known) => known >= level);
  if (next <= 0) {
    return (next === 0 ? values[0] : values.at(-1)) ?? NaN;
  }
  const [from = 0, to = 1] = [levels[next - 1], levels[next]];
  const [low = NaN, high = NaN] = [values[next - 1], values[next]];
  return Math.exp(Math.log(low) + ((level - from) / (to - from)) * (Math.log(high) - Math.log(low)));
}

/**
 * The density of an amount's logarithm. Between two quantiles the probability is spread evenly, beyond the outermost it lies
 * on them; a normal kernel, a part of the spread wide, smooths all of it.
 */
export function logDensity(side: Quantiles): (log: number) => number {
  const logs = side.values.map(Math.log);
  const width = bandwidth(side);
  const [first = 0, last = 0] = [logs[0], logs.at(-1)];
  const pieces = [
    { from: first, to: first, mass: side.levels[0] ?? 0 },
    ...logs.slice(1).map((to, index) => ({ from: logs[index] ?? to, to, mass: (side.levels[index + 1] ?? 0) - (side.levels[index] ?? 0) })),
    { from: last, to: last, mass: 1 - (side.levels.at(-1) ?? 1) },
  ];
  return (log) =>
    pieces.reduce((sum, { from, to, mass }) => {
      const length = to - from;
      // A piece without length is its kernel alone.
      const height =
        length < width / 100
          ? normal((log - from) / width) / width
          : (cumulative((log - from) / width) - cumulative((log - to) / width)) / length;
      return sum + mass * height;
    }, 0);
}

export function bandwidth(side: Quantiles): number {
  const spread = (Math.log(quantile(side, 0.9)) - Math.log(quantile(side, 0.1))) / (2 * Z90);
  return Math.max(MINIMUM_BANDWIDTH, BANDWIDTH * spread);
}

function normal(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/** The logistic curve closest to the standard normal's cumulative distribution, to 0.01: enough for a picture. */
function cumulative(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z));
}
