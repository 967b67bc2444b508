// How far a unit is over what it may cost. Free of the editor's API.
import { amountText } from "../amounts";
import { rangeText, type Forecasts } from "../forecast";
import { metricNamed } from "../metrics";

/** How sure it is that more is needed: with 10, 50 or 90 %, as in the problems that budgets give. */
export const LEVELS = ["possible", "likely", "sure"] as const;
export type Level = (typeof LEVELS)[number];

export interface Limit {
  metric: string;
  /** In the metric's unit; 0 for none. */
  limit: number;
}

/** What the server says of a unit. */
export interface UnitCosts {
  forecasts: Forecasts;
  /** Of its own comment, or by the settings. */
  budgets: Limit[];
}

export interface Excess {
  level: Level;
  /** Behind the `def` line. */
  text: string;
  /** On request, a line a metric. */
  details: string[];
}

const WORDS: Record<Level, string> = { possible: "perhaps over", likely: "likely over", sure: "over" };

/** What a unit costs too much; undefined where it stays below. A budget of its own goes before the thresholds of all. */
export function excessOf({ forecasts, budgets }: UnitCosts, thresholds: readonly Limit[]): Excess | undefined {
  const isBudgeted = new Set(budgets.map(({ metric }) => metric));
  const limits = [
    ...budgets.map((limit) => ({ ...limit, kind: "budget" })),
    ...thresholds.filter(({ metric, limit }) => limit > 0 && !isBudgeted.has(metric)).map((limit) => ({ ...limit, kind: "threshold" })),
  ];
  const found = limits.flatMap(({ metric, limit, kind }) => {
    const forecast = forecasts[metric];
    const level = forecast === undefined ? undefined : levelOf(forecast, limit);
    if (forecast === undefined || level === undefined) {
      return [];
    }
    const { label, title } = metricNamed(metric);
    const amount = amountText(limit, forecast.unit);
    return [
      {
        level,
        text: `${label} ${WORDS[level]} ${amount}`,
        detail: `${title}: ${rangeText(forecast)}, up to ${factorText(forecast.p90 / limit)} the ${kind} of ${amount}`,
      },
    ];
  });
  const level = LEVELS.findLast((known) => found.some((one) => one.level === known));
  return level === undefined ? undefined : { level, text: found.map(({ text }) => text).join(" · "), details: found.map(({ detail }) => detail) };
}

function levelOf({ p10, p50, p90 }: { p10: number; p50: number; p90: number }, limit: number): Level | undefined {
  if (p10 > limit) {
    return "sure";
  }
  if (p50 > limit) {
    return "likely";
  }
  return p90 > limit ? "possible" : undefined;
}

function factorText(factor: number): string {
  return factor < 1000 ? `${Number(factor.toPrecision(2))}×` : "over 1000×";
}
