const SCALES: Record<string, readonly (readonly [name: string, size: number])[]> = {
  B: [["B", 1], ["KiB", 2 ** 10], ["MiB", 2 ** 20], ["GiB", 2 ** 30], ["TiB", 2 ** 40]],
  s: [["ns", 1e-9], ["µs", 1e-6], ["ms", 1e-3], ["s", 1]],
};

/** An amount of bytes (`B`) or seconds (`s`) to three digits, such as `38.1 MiB`. */
export function amountText(value: number, unit: string): string {
  const scales = SCALES[unit] ?? [[unit, 1]];
  const [name, size] = scales.findLast(([, step]) => value >= step) ?? scales[0] ?? [unit, 1];
  return `${Number((value / size).toPrecision(3))} ${name}`;
}
