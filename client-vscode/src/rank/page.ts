// A ranking as a page of Markdown. Free of the editor's API.
import { type Ranking } from "./answer";

/** Of configurations that are left out; the others are counted. */
const MOST_REASONS = 5;

export function rankingPage(ranking: Ranking): string {
  const paragraphs = [`# \`${ranking.kernel}\` on ${ranking.device}`, ranking.markdown, shownText(ranking), leftOutText(ranking)];
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

function shownText({ ranked, count, left_out, configurations }: Ranking): string {
  const able = count - left_out.length;
  const shown = ranked.length < able ? `The ${ranked.length} most promising of ${able} configurations` : `${able} configurations, the most promising first`;
  return configurations === "file" ? `${shown}.` : `${shown}; the file has none of its own, and these are usual ones.`;
}

function leftOutText({ left_out }: Ranking): string {
  if (left_out.length === 0) {
    return "";
  }
  const reasons = [...new Set(left_out.map(({ reason }) => reason))];
  const more = reasons.length > MOST_REASONS ? [`and ${reasons.length - MOST_REASONS} more`] : [];
  const lines = [...reasons.slice(0, MOST_REASONS), ...more].map((line) => `- ${line}`);
  return [`Left out: ${left_out.length}`, "", ...lines].join("\n");
}
