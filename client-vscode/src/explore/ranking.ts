// Which units are shown, and in which order. Free of the editor's API.
import { type Unit } from "./answer";

export interface Choice {
  /** The metric whose upper end counts. */
  metric: string;
  /** Words that name, path or workload must hold, all of them, in any case. */
  filter: string;
}

export interface FileUnits {
  uri: string;
  units: Unit[];
}

/** The most expensive first, by the upper end of the metric's range; last those without grounds for a forecast. */
export function ranked(units: readonly Unit[], { metric, filter }: Choice, pathOf: (uri: string) => string): Unit[] {
  const words = filter.toLowerCase().split(/\s+/);
  const isShown = (unit: Unit): boolean => {
    const text = `${unit.name} ${pathOf(unit.uri)} ${unit.workload.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return units.filter(isShown).sort((a, b) => upperEnd(b, metric) - upperEnd(a, metric));
}

/** By file, the file with the most expensive unit first. */
export function grouped(units: readonly Unit[]): FileUnits[] {
  const files = new Map<string, Unit[]>();
  for (const unit of units) {
    const found = files.get(unit.uri);
    if (found === undefined) {
      files.set(unit.uri, [unit]);
    } else {
      found.push(unit);
    }
  }
  return [...files].map(([uri, found]) => ({ uri, units: found }));
}

/** The metrics that any of the units has, in the server's order. */
export function metricsOf(units: readonly Unit[]): string[] {
  return [...new Set(units.flatMap(({ forecasts }) => Object.keys(forecasts)))];
}

export function hasGrounds(unit: Unit): boolean {
  return unit.outside.length === 0;
}

/** Below any amount where there is nothing to rank by. */
function upperEnd(unit: Unit, metric: string): number {
  return hasGrounds(unit) ? (unit.forecasts[metric]?.p90 ?? -1) : -2;
}
