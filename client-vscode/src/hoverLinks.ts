import * as vscode from "vscode";
import { type HoverMiddleware } from "vscode-languageclient/node";
import { outline } from "./outline";

const COMMANDS = { "perfcast.compareWith": "Compare with…", "perfcast.measure": "Measure" };

/** Adds what can be done with a function to the hover over its `def` line. The server's own text may name no commands. */
export const hoverWithLinks: NonNullable<HoverMiddleware["provideHover"]> = async (document, position, token, next) => {
  const hover = await next(document, position, token);
  const found = outline(document.getText()).find(({ line }) => line === position.line);
  if (!hover || found === undefined) {
    return hover;
  }
  // Brackets would end the link.
  const argument = encodeURIComponent(JSON.stringify([document.uri.toString(), found.name])).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  const links = Object.entries(COMMANDS).map(([command, title]) => `[${title}](command:${command}?${argument})`);
  const text = new vscode.MarkdownString(links.join(" | "));
  text.isTrusted = { enabledCommands: Object.keys(COMMANDS) };
  hover.contents = [...hover.contents, text];
  return hover;
};
