import * as os from "node:os";
import * as vscode from "vscode";
import { DidChangeConfigurationNotification, State } from "vscode-languageclient/node";
import { PerfcastClient } from "./client";
import { Coalesced } from "./coalesce";
import { CrashLimit } from "./crashes";
import { candidates, describe, expand, firstUsable, probe, type Found, type Probed } from "./interpreter";
import { type PythonEnvironments } from "./pythonEnvironments";
import { reasonOf } from "./reasons";
import { interpreterSetting, isEnabled, SECTION, sectionAsData } from "./settings";
import { type Status, type StatusItem } from "./status";
import { withTimeout } from "./timeout";

const START_TIMEOUT_MS = 60_000;

export interface ServerParts {
  context: vscode.ExtensionContext;
  log: vscode.LogOutputChannel;
  status: StatusItem;
  environments: PythonEnvironments;
  /** Where the private environment is, or would be. */
  privateEnvironment: string;
  /** No interpreter can run the server. Called once a start. */
  onNotFound: (found: Found) => void;
}

/** Owns the one server process: finds its interpreter, starts it, starts it again, and says what became of it. */
export class Server {
  private readonly starts = new Coalesced(() => this.startAnew());
  private readonly crashes = new CrashLimit();
  /** Of the server that is being started, or runs. */
  private current: PerfcastClient | undefined;
  private found: Found = { tried: [] };

  constructor(private readonly parts: ServerParts) {}

  /** The client of a server that has answered `initialize`. */
  get client(): PerfcastClient | undefined {
    return this.current?.state === State.Running ? this.current : undefined;
  }

  /** The client once no start is under way any more; undefined where no server runs then. */
  async running(): Promise<PerfcastClient | undefined> {
    await this.starts.settled();
    return this.client;
  }

  get interpreters(): Found {
    return this.found;
  }

  /** On a request of the user or a change of what the server rests on. Requests in quick succession share a start. */
  restart(reason: string): Promise<void> {
    this.parts.log.info(`Starting the server: ${reason}.`);
    this.crashes.forget();
    return this.starts.run();
  }

  /** A server that runs takes over a change of most settings by itself. */
  async settingsChanged(): Promise<void> {
    await this.client?.sendNotification(DidChangeConfigurationNotification.type, { settings: { [SECTION]: sectionAsData() } });
  }

  /** A change of the selected Python matters only if it leads to another interpreter. */
  async environmentChanged(): Promise<void> {
    const before = this.found.usable?.executable;
    const { usable } = await this.findInterpreter();
    if (usable === undefined || usable.executable !== before) {
      await this.restart("another Python environment was selected");
    }
  }

  async stop(): Promise<void> {
    const client = this.current;
    this.current = undefined;
    if (client === undefined) {
      return;
    }
    try {
      await client.dispose();
    } catch (error) {
      // It was not running, or did not stop in time; its process is ended all the same.
      this.parts.log.debug(`Stopping the server: ${String(error)}`);
    }
  }

  private async startAnew(): Promise<void> {
    const { log, status } = this.parts;
    await this.stop();
    if (!isEnabled()) {
      status.show({ state: "disabled", message: "perfcast.enable is false" });
      return;
    }
    status.show({ state: "starting", message: "" });
    try {
      this.found = await this.findInterpreter();
    } catch (error) {
      this.failed(reasonOf(error));
      return;
    }
    for (const probed of this.found.tried) {
      log.info(`Interpreter: ${describe(probed)}`);
    }
    const interpreter = this.found.usable;
    if (interpreter === undefined) {
      status.show({ state: "error", message: "no Python with perfcast was found" });
      this.parts.onNotFound(this.found);
      return;
    }
    await this.launch(interpreter);
  }

  private async launch(interpreter: Probed): Promise<void> {
    const { context, log, status } = this.parts;
    const connection = { hasStarted: false, ended: false };
    const client = new PerfcastClient({
      command: interpreter.candidate.command,
      cwd: context.extensionPath,
      log,
      version: (context.extension.packageJSON as { version: string }).version,
      onClosed: () => {
        connection.ended = true;
        if (connection.hasStarted && this.current === client) {
          this.crashed();
        }
      },
    });
    client.onNotification("perfcast/status", (shown: Status) => {
      // A server that is being stopped may still speak.
      if (this.current === client) {
        status.show(shown);
      }
    });
    this.current = client;
    try {
      await withTimeout(client.start(), START_TIMEOUT_MS);
    } catch (error) {
      this.current = undefined;
      await client.dispose().catch(() => undefined);
      this.failed(reasonOf(error));
      return;
    }
    connection.hasStarted = true;
    if (connection.ended && this.current === client) {
      this.crashed();
    }
  }

  /** After a failed start nothing is tried again until the user or a setting asks for it. */
  private failed(reason: string): void {
    this.parts.log.error(`The server did not start: ${reason}`);
    this.parts.status.show({ state: "error", message: "the server did not start; the log says why" });
    void this.offerLogs("The Perfcast server did not start.");
  }

  private crashed(): void {
    this.current = undefined;
    if (this.crashes.mayRestart(Date.now())) {
      this.parts.log.warn("The server ended unexpectedly and is started again.");
      this.parts.status.failed("the server ended unexpectedly");
      this.parts.status.show({ state: "starting", message: "the server ended unexpectedly" });
      void this.starts.run();
      return;
    }
    this.parts.log.error("The server ended unexpectedly four times within three minutes and is not started again.");
    this.parts.status.show({ state: "error", message: "the server ends again and again" });
    void this.offerLogs("The Perfcast server ends again and again, and is not started any more.");
  }

  private async offerLogs(message: string): Promise<void> {
    const choice = await vscode.window.showErrorMessage(message, "Show Logs", "Restart");
    if (choice === "Show Logs") {
      this.parts.log.show();
    } else if (choice === "Restart") {
      await this.restart("asked for in a message");
    }
  }

  private async findInterpreter(): Promise<Found> {
    const { context, environments, privateEnvironment } = this.parts;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const known = { workspaceFolder: folder?.fsPath, home: os.homedir(), env: process.env };
    const setting = interpreterSetting().map((part) => expand(part, known));
    // The environment of an untrusted workspace may be one that the workspace brought along.
    const isActiveAsked = setting.length === 0 && vscode.workspace.isTrusted;
    const list = candidates({
      setting,
      active: isActiveAsked ? await environments.active(folder) : undefined,
      privateEnvironment,
      platform: process.platform,
    });
    return firstUsable(list, (candidate) => probe(candidate, context.extensionPath));
  }
}
