import * as vscode from "vscode";

export const SECTION = "perfcast";

/** Settings that a running server cannot take over: a change of one of them starts a new server. */
const RESTARTING = ["enable", "interpreter", "modelPath"].map((name) => `${SECTION}.${name}`);

export function isEnabled(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get("enable", true);
}

export function interpreterSetting(): string[] {
  return vscode.workspace.getConfiguration(SECTION).get<string[]>("interpreter", []);
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
