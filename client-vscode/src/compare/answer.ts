/** What the server's command `perfcast.server.compare` takes and gives. */

export const COMPARE_COMMAND = "perfcast.server.compare";

export type Side = { uri: string; name: string } | { text: string; label: string };

export interface Question {
  a: Side;
  b: Side;
  /** In the workload language; without it the server chooses one that both share. */
  workload?: string;
}

export interface MetricAnswer {
  /** A's cost over B's. */
  ratio: { p10: number; p50: number; p90: number };
  probability_a_less: number;
}

export interface Answer {
  a: string;
  b: string;
  workload: { text: string; origin: string };
  device: string;
  metrics: Record<string, MetricAnswer>;
  /** Ascending; empty for a workload that nothing lets grow. */
  sizes: { size: number; metrics: Record<string, MetricAnswer> }[];
  /** By label, why there are no grounds for a side's forecast. */
  outside: Record<string, string[]>;
  markdown: string;
}
