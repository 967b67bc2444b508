import * as readline from "node:readline";
import { type Readable } from "node:stream";
import * as vscode from "vscode";

export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Perfcast", { log: true });
}

/** Writes each line of the server's stderr to the log: the server says nothing there that is less than a warning. */
export function followServerOutput(input: Readable, log: vscode.LogOutputChannel): void {
  readline.createInterface({ input, crlfDelay: Infinity, terminal: false }).on("line", (line) => {
    log.warn(line);
  });
}
