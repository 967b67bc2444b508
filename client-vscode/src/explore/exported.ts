// Forecasts of units as text for other programs.
import { type Unit } from "./answer";
import { metricsOf } from "./ranking";

/** RFC 4180: a line a unit, amounts in bytes and seconds. */
export function csv(units: readonly Unit[]): string {
  const metrics = metricsOf(units);
  const header = [
    ...["uri", "line", "name", "kind", "workload", "workload_origin", "device"],
    ...metrics.flatMap((metric) => QUANTILES.map((quantile) => `${metric}_${quantile}`)),
    "outside",
  ];
  const rows = units.map((unit) => [
    ...[unit.uri, unit.line, unit.name, unit.kind, unit.workload.text, unit.workload.origin, unit.device],
    ...metrics.flatMap((metric) => QUANTILES.map((quantile) => unit.forecasts[metric]?.[quantile] ?? "")),
    unit.outside.join(", "),
  ]);
  return [header, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

export function json(units: readonly Unit[]): string {
  return `${JSON.stringify({ units }, undefined, 2)}\n`;
}

const QUANTILES = ["p10", "p50", "p90"] as const;

function cell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
