/** What the server's command `perfcast.server.compare` takes and gives. */
import { type Workload } from "../forecast";

export const COMPARE_COMMAND = "perfcast.server.compare";

export type Side =
  /** Of a document or a file; with a revision, as git has it there. The line is that of the `def`, 1-based. */
  | { uri: string; name: string; line: number; revision?: "HEAD" }
  | { text: string; label: string };

export interface Question {
  a: Side;
  b: Side;
  /** In the workload language; without it the server chooses one that both share. */
  workload?: string;
}

/** A side's forecast: at each level, rising from 0 to 1, the amount in the metric's unit that is not exceeded so often. */
export interface Quantiles {
  levels: number[];
  values: number[];
}

export interface MetricAnswer {
  /** A's cost over B's. */
  ratio: { p10: number; p50: number; p90: number };
  probability_a_less: number;
  a?: Quantiles;
  b?: Quantiles;
}

export interface SizeAnswer {
  size: number;
  metrics: Record<string, MetricAnswer>;
}

/** Where a kernel's launch came from, and what of it is known without a forecast. */
export interface LaunchAnswer {
  workload: Workload;
  registers_estimate: number;
  /** Bytes a block. */
  shared_memory_estimate: number;
  occupancy: { share: number; limited_by: string; is_forecast: boolean };
  /** The least time; null where the grid is not known. */
  roofline_bound: { seconds: number; limited_by: string } | null;
}

export type Letter = "a" | "b";

/** Of kernels besides: each is compared at its own launch. */
export interface KernelAnswer {
  launches: Record<Letter, LaunchAnswer>;
  /** Whose is less, by `gpu_time`, `registers`, `shared_memory`, `occupancy` and `roofline_bound`; null where they are alike or not known. */
  less: Record<string, Letter | null>;
  notes: string[];
}

export interface Answer extends Partial<KernelAnswer> {
  a: string;
  b: string;
  workload: Workload;
  device: string;
  metrics: Record<string, MetricAnswer>;
  /** Ascending; empty for a workload that nothing lets grow. */
  sizes: SizeAnswer[];
  /** By label, why there are no grounds for a side's forecast. */
  outside: Record<string, string[]>;
  /** Whether both are the same code, called with the same; kernels do not say, nor do servers that are older than this. */
  same?: boolean;
  markdown: string;
}
