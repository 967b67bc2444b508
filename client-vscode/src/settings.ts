import * as vscode from "vscode";

export const SECTION = "perfcast";

/** Settings that a running server cannot take over: a change of one of them starts a new server. */
const RESTARTING = ["enable", "interpreter", "modelPath"].map((name) => `${SECTION}.${name}`);

export function isEnabled(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get("enable", true);
}

/** The command line; a text in place of a list is the program. */
export function interpreterSetting(): string[] {
  const value = vscode.workspace.getConfiguration(SECTION).get<unknown>("interpreter");
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts.filter((part): part is string => typeof part === "string" && part !== "");
}

/** Writes the setting where it has a value now, or else for the user, so that it holds; undefined clears it everywhere. */
export async function setInterpreter(command: readonly string[] | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const known = configuration.inspect<unknown>("interpreter");
  const isOfWorkspace = known?.workspaceValue !== undefined;
  if (isOfWorkspace) {
    await configuration.update("interpreter", command, vscode.ConfigurationTarget.Workspace);
  }
  if (command === undefined ? known?.globalValue !== undefined : !isOfWorkspace) {
    await configuration.update("interpreter", command, vscode.ConfigurationTarget.Global);
  }
}

/** The GPU that Triton kernels run on; empty where none is named. */
export function gpuSetting(document: vscode.TextDocument): string {
  return vscode.workspace.getConfiguration(SECTION, document).get("gpu", "");
}

export interface DecorationSettings {
  isEnabled: boolean;
  /** Of functions without a budget; 0 stands for none. */
  thresholds: { metric: string; limit: number }[];
}

export function decorationSettings(document: vscode.TextDocument): DecorationSettings {
  const settings = vscode.workspace.getConfiguration(`${SECTION}.decorations`, document);
  return {
    isEnabled: settings.get("enable", false),
    thresholds: [
      { metric: "peak_memory", limit: settings.get("memory", 0) },
      { metric: "cpu_time", limit: settings.get("time", 0) },
    ],
  };
}

export function traceSetting(): "off" | "messages" | "verbose" {
  return vscode.workspace.getConfiguration(SECTION).get("trace.server", "off");
}

/** The whole section as plain data, as the server takes it in its initialization options. */
export function sectionAsData(): unknown {
  return JSON.parse(JSON.stringify(vscode.workspace.getConfiguration(SECTION)));
}

export function needsRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return RESTARTING.some((name) => event.affectsConfiguration(name));
}
