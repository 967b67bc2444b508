// The comparison as HTML. What comes from files or from the server is escaped here, and nowhere else.
import { METRIC_TITLES } from "../metrics";
import { type Answer } from "./answer";
import { distributionChart, sizesChart } from "./charts";
import { ratioText, verdict } from "./words";

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

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
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
<button type="button" id="copy">Copy as Markdown</button>
<p id="problem" role="alert"></p>
</form>
<main id="answer" aria-live="polite"><p>Asking…</p></main>
<section id="sources">${source("A", a)}${source("B", b)}</section>
<script nonce="${nonce}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>`;
}

function source(letter: string, side: ShownSide): string {
  const title = `${letter}: ${escapeHtml(side.title)}`;
  return `<section class="${letter.toLowerCase()}"><h2>${title}</h2><pre tabindex="0" aria-label="Source of ${title}"><code>${escapeHtml(side.source)}</code></pre></section>`;
}

/** What is shown of an answer. */
export function answerHtml(answer: Answer): string {
  const metrics = Object.entries(answer.metrics).map(([name, found]) => {
    const title = METRIC_TITLES[name] ?? escapeHtml(name);
    const { p10, p50, p90 } = found.ratio;
    const charts = [figure(distributionChart(title, found), "A over B: left of 1×, A is cheaper")];
    const sizes = sizesChart(title, name, answer.sizes);
    if (sizes !== undefined) {
      charts.push(figure(sizes, "A over B as the input grows"));
    }
    return `<section><h2>${title}</h2><p class="verdict">${verdict(found)}</p><p>A over B: ${ratioText(p50)}, from ${ratioText(p10)} to ${ratioText(p90)} (80 % range)</p>${charts.join("")}</section>`;
  });
  const outside = Object.entries(answer.outside).map(
    ([label, reasons]) => `<p class="outside">No grounds for a forecast of ${escapeHtml(label)}: ${escapeHtml(reasons.join(", "))}.</p>`,
  );
  return `${outside.join("")}<div class="metrics">${metrics.join("")}</div><p>${escapeHtml(foundation(answer))}</p>`;
}

function figure(chart: string, caption: string): string {
  return `<figure>${chart}<figcaption>${caption}</figcaption></figure>`;
}

function foundation({ workload, device }: Answer): string {
  return `Forecast for ${workload.text === "" ? "no arguments" : workload.text} on ${device}. Nothing was run.`;
}
