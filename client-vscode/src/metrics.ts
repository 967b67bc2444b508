/** What is known of each metric here; as on the server. */
export interface Metric {
  title: string;
  /** One word for a line of text. */
  label: string;
  /** What its numbers are in. */
  unit: string;
}

const METRICS: Record<string, Metric> = {
  peak_memory: { title: "Peak memory", label: "peak", unit: "B" },
  cpu_time: { title: "CPU time", label: "time", unit: "s" },
  registers: { title: "Registers a thread", label: "registers", unit: "regs" },
  shared_memory: { title: "Shared memory a block", label: "shared", unit: "B" },
  spills: { title: "Spilled registers a thread", label: "spilled", unit: "regs" },
  gpu_time: { title: "GPU time", label: "time", unit: "s" },
};

/** A metric by its name; one that a newer server brings along goes by that name. */
export function metricNamed(name: string): Metric {
  return METRICS[name] ?? { title: name, label: name, unit: "" };
}
