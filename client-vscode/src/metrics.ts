export const METRIC_TITLES: Record<string, string> = { peak_memory: "Peak memory", cpu_time: "CPU time" };
