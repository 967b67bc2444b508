// Forecasts as the server sends them.
import { amountText } from "./amounts";

/** Quantiles of one metric, in its unit. */
export interface Forecast {
  unit: string;
  p10: number;
  p50: number;
  p90: number;
}

/** By the metric's name. */
export type Forecasts = Record<string, Forecast>;

export interface Workload {
  text: string;
  origin: string;
}

/** The range that holds the truth with 80 %, such as `8–20 MiB` or `56 B–1.2 KiB`. */
export function rangeText({ unit, p10, p90 }: Forecast): string {
  const [low, high] = [amountText(p10, unit, 2), amountText(p90, unit, 2)];
  if (low === high) {
    return `≈${high}`;
  }
  const name = ` ${high.split(" ")[1] ?? ""}`;
  return `${low.endsWith(name) ? low.slice(0, -name.length) : low}–${high}`;
}

export function workloadText({ text }: Workload): string {
  return text === "" ? "no arguments" : text;
}
