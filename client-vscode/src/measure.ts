// Measuring for real: the one command that has the user's code run, in the server's sandbox.
import * as vscode from "vscode";
import { ErrorCodes, ExecuteCommandRequest, LSPErrorCodes, ResponseError } from "vscode-languageclient/node";
import { amountText } from "./amounts";
import { METRIC_TITLES } from "./metrics";
import { type Server } from "./server";
import { underCursor } from "./underCursor";

const MEASURE_COMMAND = "perfcast.server.measure";

interface Measured {
  name: string;
  workload: { text: string; origin: string };
  measured: Record<string, { unit: string; value: number }>;
}

export async function measure(server: Server): Promise<void> {
  const target = underCursor();
  if (target === undefined || !(await isAllowed())) {
    return;
  }
  const { client } = server;
  if (client === undefined) {
    void vscode.window.showWarningMessage("The Perfcast server is not running.");
    return;
  }
  const { name } = target.found;
  const question = { uri: target.document.uri.toString(), name };
  try {
    // The server shows its progress, and lets it be cancelled there.
    const answer = (await client.sendRequest(ExecuteCommandRequest.type, { command: MEASURE_COMMAND, arguments: [question] })) as Measured;
    void vscode.window.showInformationMessage(resultText(answer));
  } catch (error) {
    if (!isEnded(error)) {
      void vscode.window.showErrorMessage(`Perfcast: ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** It was cancelled, or the server went away, of which the user is told elsewhere. */
function isEnded(error: unknown): boolean {
  const codes: number[] = [LSPErrorCodes.RequestCancelled, ErrorCodes.PendingResponseRejected];
  return error instanceof ResponseError && codes.includes(error.code);
}

async function isAllowed(): Promise<boolean> {
  if (vscode.workspace.isTrusted) {
    return true;
  }
  const choice = await vscode.window.showWarningMessage(
    "Perfcast: measuring runs the function, which is done in trusted workspaces alone.",
    "Manage Workspace Trust",
  );
  if (choice !== undefined) {
    await vscode.commands.executeCommand("workbench.trust.manage");
  }
  return false;
}

function resultText({ name, workload, measured }: Measured): string {
  const amounts = Object.entries(measured).map(([metric, { unit, value }]) => `${METRIC_TITLES[metric] ?? metric} ${amountText(value, unit)}`);
  return `${name} measured: ${amounts.join(", ")}, for ${workload.text === "" ? "no arguments" : workload.text}.`;
}
