// Measuring for real: the one command that has the user's code run, in the server's sandbox.
import * as vscode from "vscode";
import { amountText } from "./amounts";
import { type Workload, workloadText } from "./forecast";
import { metricNamed } from "./metrics";
import { reasonOf } from "./reasons";
import { ask, isEnded } from "./requests";
import { type Server } from "./server";
import { targetOf } from "./target";

const MEASURE_COMMAND = "perfcast.server.measure";

interface Measured {
  name: string;
  workload: Workload;
  measured: Record<string, { unit: string; value: number }>;
}

/** Measures the function that the arguments name, or the one around the cursor. */
export async function measure(server: Server, args: readonly unknown[]): Promise<void> {
  const target = await targetOf(args);
  if (target === undefined || !(await isAllowed())) {
    return;
  }
  const { name, line } = target.found;
  try {
    // The server shows its progress, and lets it be cancelled there.
    const answer = await ask<Measured>(server, MEASURE_COMMAND, { uri: target.document.uri.toString(), name, line: line + 1 });
    void vscode.window.showInformationMessage(resultText(answer));
  } catch (error) {
    if (!isEnded(error)) {
      void vscode.window.showErrorMessage(`Perfcast: ${name}: ${reasonOf(error)}`);
    }
  }
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
  const amounts = Object.entries(measured).map(([metric, { unit, value }]) => `${metricNamed(metric).title} ${amountText(value, unit)}`);
  return `${name} measured: ${amounts.join(", ")}, for ${workloadText(workload)}.`;
}
