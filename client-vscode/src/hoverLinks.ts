import * as vscode from "vscode";
import { type HoverMiddleware } from "vscode-languageclient/node";
import { isKernel, outline } from "./outline";

const COMMANDS = { "perfcast.compareWith": "Compare with…", "perfcast.measure": "Measure" };

/** Adds what can be done with a function to the hover over its `def` line. The server's own text may name no commands. */
export const hoverWithLinks: NonNullable<HoverMiddleware["provideHover"]> = async (document, position, token, next) => {
  const hover = await next(document, position, token);
  const source = document.getText();
  const found = outline(source).find(({ line }) => line === position.line);
  if (!hover || found === undefined) {
    return hover;
  }
  // Brackets would end the link.
  const argument = encodeURIComponent(JSON.stringify([document.uri.toString(), found.name, found.line + 1])).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  const links = offered(isKernel(source, found)).map(([command, title]) => `[${title}](command:${command}?${argument})`);
  const text = new vscode.MarkdownString(links.join(" | "));
  text.isTrusted = { enabledCommands: Object.keys(COMMANDS) };
  hover.contents = [...hover.contents, text];
  return hover;
};

/** Few machines have the GPU that measuring a kernel takes; the command says so where there is none. */
function offered(isOfKernel: boolean): [command: string, title: string][] {
  return Object.entries(COMMANDS).filter(([command]) => !isOfKernel || command !== "perfcast.measure");
}
