// Comparisons in words.
import { type MetricAnswer } from "./answer";

/** As the server tells ratios: "0.22×", "1/120×" or "12k×"; exponents are hard to compare. */
export function ratioText(ratio: number): string {
  if (ratio < 0.01) {
    return `1/${ratioText(1 / ratio)}`;
  }
  return `${countText(Number(ratio.toPrecision(2)))}×`;
}

export function countText(count: number): string {
  const [suffix, size] = ([["G", 1e9], ["M", 1e6], ["k", 1e3]] as const).find(([, unit]) => count >= unit) ?? ["", 1];
  return `${Number((count / size).toPrecision(3))}${suffix}`;
}

/** Of two that cannot differ, as the server says it. */
export const SAME_CODE = "Both are the same code: what one costs, the other does.";

/** Who is cheaper and how sure that is, as a sentence. */
export function verdict({ ratio, probability_a_less: less }: MetricAnswer): string {
  const sure = Math.max(less, 1 - less);
  if (sure < 0.6) {
    return `Too close to call: A is cheaper with ${percent(less)}.`;
  }
  const [cheaper, factor] = less > 0.5 ? ["A", 1 / ratio.p50] : ["B", ratio.p50];
  const amount = factor >= 1.05 ? `, by about ${ratioText(factor)}` : "";
  return `${cheaper} is ${certainty(sure)} cheaper (${percent(sure)})${amount}.`;
}

function certainty(probability: number): string {
  if (probability >= 0.99) {
    return "almost certainly";
  }
  if (probability >= 0.9) {
    return "very probably";
  }
  return probability >= 0.75 ? "probably" : "perhaps";
}

/** Never 0 % or 100 %: no forecast is that sure. */
function percent(probability: number): string {
  return `${Math.min(99, Math.max(1, Math.round(100 * probability)))} %`;
}
