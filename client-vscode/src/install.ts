// Running the commands that install perfcast.
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import { commandText, type Commands } from "./pip";

/** Runs the commands with a progress notification; their output goes to the log. True if all succeeded. */
export function run(commands: Commands, cwd: string, log: vscode.LogOutputChannel): Thenable<boolean> {
  const options = { location: vscode.ProgressLocation.Notification, title: "Perfcast: installing", cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    for (const command of commands) {
      log.info(`$ ${commandText([command])}`);
      const code = await runOne(command, cwd, token, (line) => {
        log.info(line);
        progress.report({ message: line.slice(0, 80) });
      });
      if (code !== 0) {
        log.error(token.isCancellationRequested ? "Cancelled." : `It ended with exit code ${code}.`);
        return false;
      }
    }
    return true;
  });
}

function runOne(command: readonly string[], cwd: string, token: vscode.CancellationToken, onLine: (line: string) => void): Promise<number> {
  const [program = "", ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, windowsHide: true });
    const cancelled = token.onCancellationRequested(() => child.kill());
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        text.split(/\r?\n/).filter((line) => line.trim() !== "").forEach(onLine);
      });
    }
    child.on("error", (error) => { onLine(error.message); });
    child.on("close", (code) => {
      cancelled.dispose();
      resolve(code ?? 1);
    });
  });
}
