// The comparison as HTML. What comes from files or from the server is escaped where it becomes HTML, here and for kernels in `launches`.
import { workloadText } from "../forecast";
import { metricNamed } from "../metrics";
import { type Answer, type MetricAnswer } from "./answer";
import { densitiesChart, distributionChart, growthChart, sizesChart } from "./charts";
import { escapeHtml } from "./escape";
import { launchesHtml } from "./launches";
import { countText, ratioText, SAME_CODE, verdict } from "./words";

export interface ShownSide {
  title: string;
  source: string;
}

export interface PageParts {
  nonce: string;
  cspSource: string;
  scriptUri: string;
  styleUri: string;
  a: ShownSide;
  b: ShownSide;
}

/** The frame: it stays while the answers in it change. */
export function page({ nonce, cspSource, scriptUri, styleUri, a, b }: PageParts): string {
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${escapeHtml(styleUri)}">
<title>Perfcast: compare</title>
</head>
<body>
<form id="question">
<label for="workload">Workload of both</label>
<input id="workload" type="text" spellcheck="false" autocomplete="off" aria-describedby="problem">
<label for="size">Size</label>
<select id="size" disabled><option value="">as written</option></select>
<button type="button" id="copy">Copy as Markdown</button>
<p id="problem" role="alert"></p>
</form>
<main id="answer" aria-live="polite"><p id="asking">Asking…</p></main>
<section id="sources">${sourcesHtml(a, b)}</section>
<script nonce="${nonce}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>`;
}

/** Both sources beside each other. */
export function sourcesHtml(a: ShownSide, b: ShownSide): string {
  return source("A", a) + source("B", b);
}

function source(letter: string, side: ShownSide): string {
  const title = `${letter}: ${escapeHtml(side.title)}`;
  return `<section class="${letter.toLowerCase()}"><h2>${title}</h2><pre tabindex="0" aria-label="Source of ${title}"><code>${escapeHtml(side.source)}</code></pre></section>`;
}

/** The sizes to choose from beside the workload as it was written. */
export function sizeOptions({ sizes }: Answer): { value: string; label: string }[] {
  return [{ value: "", label: "as written" }, ...sizes.map(({ size }) => ({ value: String(size), label: countText(size) }))];
}

/** What is shown of an answer, at one of its sizes or at the workload as it was written. */
export function answerHtml(answer: Answer, size?: number): string {
  const outside = Object.entries(answer.outside).map(
    ([label, reasons]) => `<p class="outside">No grounds for a forecast of ${escapeHtml(label)}: ${escapeHtml(reasons.join(", "))}.</p>`,
  );
  const metrics = answer.sizes.find((known) => known.size === size)?.metrics ?? answer.metrics;
  const sections = Object.entries(metrics).map(([name, found]) => metricHtml(answer, name, found));
  const same = answer.same === true ? `<p><span class="verdict">${SAME_CODE}</span></p>` : "";
  return `${outside.join("")}${same}<div class="metrics">${sections.join("")}</div>${launchesHtml(answer) ?? `<p>${escapeHtml(foundation(answer, size))}</p>`}`;
}

function metricHtml(answer: Answer, name: string, found: MetricAnswer): string {
  const { title, unit } = metricNamed(name);
  const heading = escapeHtml(title);
  const { a, b } = found;
  // Of one and the same code there is no ratio to tell.
  const differs = answer.same !== true;
  const charts: [chart: string | undefined, caption: string][] = [
    [a === undefined || b === undefined ? undefined : densitiesChart(heading, unit, a, b), `What ${KEYS} cost`],
    [differs ? distributionChart(heading, found) : undefined, "A over B: left of 1×, A is cheaper"],
    [growthChart(heading, unit, name, answer.sizes), `What ${KEYS} cost as the input grows`],
    [differs ? sizesChart(heading, name, answer.sizes) : undefined, "A over B as the input grows"],
  ];
  const figures = charts.map(([chart, caption]) => (chart === undefined ? "" : figure(chart, caption)));
  return `<section><h2>${heading}</h2>${differs ? verdictHtml(found) : ""}<div class="charts">${figures.join("")}</div></section>`;
}

function verdictHtml(found: MetricAnswer): string {
  const { p10, p50, p90 } = found.ratio;
  const range = `A over B: ${ratioText(p50)}, from ${ratioText(p10)} to ${ratioText(p90)} (80 % range)`;
  return `<p><span class="verdict">${verdict(found)}</span> ${range}</p>`;
}

const KEYS = '<span class="key a">A</span> and <span class="key b">B</span>';

function figure(chart: string, caption: string): string {
  return `<figure>${chart}<figcaption>${caption}</figcaption></figure>`;
}

function foundation({ workload, device }: Answer, size: number | undefined): string {
  const given = `${workloadText(workload)}${size === undefined ? "" : `, resized to ${countText(size)}`}`;
  return `Forecast for ${given} on ${device}. Nothing was run.`;
}
