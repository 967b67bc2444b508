import * as vscode from "vscode";
import { type HoverMiddleware } from "vscode-languageclient/node";
import { isKernel, outline } from "./outline";

const COMMANDS = { "perfcast.compareWith": "Compare with…", "perfcast.measure": "Measure" };

/** Adds what can be done with a function to the hover over its `def` line. The server's own text may name no commands. */
export const hoverWithLinks: NonNullable<HoverMiddleware["provideHover"]> = async (document, position, token, next) => {
  const hover = await next(document, position, token);
  const source = document.getText();
  const found = outline(source).find(({ line }) => line === position.line);
  // Kernels are ranked, by the lens above them; they are neither compared nor measured here.
  if (!hover || found === undefined || isKernel(source, found)) {
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
