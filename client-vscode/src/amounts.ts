const SCALES: Record<string, readonly (readonly [name: string, size: number])[]> = {
  B: [["B", 1], ["KiB", 2 ** 10], ["MiB", 2 ** 20], ["GiB", 2 ** 30], ["TiB", 2 ** 40]],
  s: [["ns", 1e-9], ["µs", 1e-6], ["ms", 1e-3], ["s", 1]],
};

/** What is counted, and told in whole numbers. */
const COUNTED = new Set(["regs"]);

/** An amount of bytes (`B`), seconds (`s`) or registers (`regs`), rounded, such as `38.1 MiB`. */
export function amountText(value: number, unit: string, digits = 3): string {
  if (COUNTED.has(unit)) {
    return `${Math.round(value)} ${unit}`;
  }
  const scales = SCALES[unit] ?? [[unit, 1]];
  const rounded = (size: number): number => Number((value / size).toPrecision(digits));
  // What rounds to one of a greater unit is told in that.
  const [name, size] = scales.findLast(([, step]) => rounded(step) >= 1) ?? scales[0] ?? [unit, 1];
  return `${rounded(size)} ${name}`;
}
