import * as vscode from "vscode";
import { registerCompareCommands } from "./compare/commands";
import { showDebugInformation } from "./debugInformation";
import { Decorations } from "./decorations/decorations";
import { ExploreView } from "./explore/view";
import { createLog } from "./log";
import { measure } from "./measure";
import { PythonEnvironments } from "./pythonEnvironments";
import { registerRankCommand } from "./rank/command";
import { Server } from "./server";
import { needsRestart, SECTION } from "./settings";
import { reportNotFound, setUp, type SetUpParts } from "./setUp";
import { StatusItem, type Status } from "./status";

/** What `activate` gives to other extensions and to the tests. */
export interface PerfcastApi {
  readonly status: Status;
  readonly onDidChangeStatus: vscode.Event<Status>;
}

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): PerfcastApi {
  const log = createLog();
  const status = new StatusItem();
  const environments = new PythonEnvironments(log);
  const privateEnvironment = vscode.Uri.joinPath(context.globalStorageUri, "environment").fsPath;
  const parts: SetUpParts = {
    log,
    cwd: context.extensionPath,
    privateEnvironment,
    restart: (reason) => started.restart(reason),
  };
  const started = new Server({
    context,
    log,
    status,
    environments,
    privateEnvironment,
    onNotFound: (found) => void reportNotFound(found, parts),
  });
  server = started;

  const explore = new ExploreView(started, context.workspaceState, log);
  const decorations = new Decorations(started, status);
  const command = (name: string, act: (...args: unknown[]) => unknown): vscode.Disposable => vscode.commands.registerCommand(`perfcast.${name}`, act);
  context.subscriptions.push(
    log,
    status,
    environments,
    explore,
    decorations,
    command("restart", () => started.restart("asked for")),
    command("showLogs", () => { log.show(); }),
    command("setUp", () => setUp(started.interpreters, parts)),
    command("debugInformation", () => showDebugInformation(context, started, status)),
    command("measure", (...args) => measure(started, args)),
    registerCompareCommands(started, context.extensionUri, () => explore.units),
    registerRankCommand(started),
    environments.onDidChange(() => void started.environmentChanged()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void started.restart("the workspace is trusted now")),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (needsRestart(event)) {
        void started.restart("a setting changed");
      } else if (event.affectsConfiguration(SECTION)) {
        void started.settingsChanged();
        void decorations.update();
      }
    }),
  );
  void started.restart("the extension was activated");
  return {
    get status() {
      return status.current;
    },
    onDidChangeStatus: status.onDidChange,
  };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
