// What is known of two kernels' launches without a forecast, as HTML: occupancy, least times, and what they were launched with.
import { amountText } from "../amounts";
import { workloadText } from "../forecast";
import { type Answer, type LaunchAnswer } from "./answer";
import { escapeHtml } from "./escape";

interface Row {
  /** As in `less`. */
  name: string;
  title: string;
  cell: (launch: LaunchAnswer) => string;
}

const ESTIMATES: Row[] = [
  { name: "registers", title: "Registers a thread", cell: (launch) => `est. ${amountText(launch.registers_estimate, "regs")}` },
  { name: "shared_memory", title: "Shared memory a block", cell: (launch) => `est. ${amountText(launch.shared_memory_estimate, "B")}` },
];
const ROWS: Row[] = [
  { name: "occupancy", title: "Occupancy", cell: occupancyText },
  { name: "roofline_bound", title: "Time, at least", cell: boundText },
];

/** A table, the launches and the notes; undefined for what are no kernels. */
export function launchesHtml({ launches, less, notes, metrics, device }: Answer): string | undefined {
  if (launches === undefined) {
    return undefined;
  }
  const { a, b } = launches;
  // What is forecast has its charts.
  const rows = [...ESTIMATES.filter(({ name }) => !(name in metrics)), ...ROWS].map(({ name, title, cell }) => {
    const cells = [cell(a), cell(b), less?.[name]?.toUpperCase() ?? "–"];
    return `<tr><th scope="row">${title}</th>${cells.map((text) => `<td>${escapeHtml(text)}</td>`).join("")}</tr>`;
  });
  const header = ["", "A", "B", "less"].map((title) => `<th scope="col">${title}</th>`).join("");
  const said = [`A for ${workloadText(a.workload)}, B for ${workloadText(b.workload)}, on ${device}. Nothing was run.`, ...(notes ?? [])];
  return `<table><thead><tr>${header}</tr></thead><tbody>${rows.join("")}</tbody></table>${said.map((text) => `<p>${escapeHtml(text)}</p>`).join("")}`;
}

function occupancyText({ occupancy }: LaunchAnswer): string {
  return `${occupancy.is_forecast ? "" : "est. "}${Math.round(100 * occupancy.share)} % (${occupancy.limited_by})`;
}

function boundText({ roofline_bound: bound }: LaunchAnswer): string {
  return bound === null ? "not known" : `≥${amountText(bound.seconds, "s", 2)} (${bound.limited_by})`;
}
