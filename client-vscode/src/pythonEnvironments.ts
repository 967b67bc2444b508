// The one place that knows the APIs of the Python extensions. Both are optional, and only what is used is declared.
import * as vscode from "vscode";
import { type Candidate } from "./interpreter";
import { withTimeout } from "./timeout";

/** A start does not wait longer for another extension. */
const TIMEOUT_MS = 10_000;

interface PythonEnvironmentsApi {
  getEnvironment(scope: vscode.Uri | undefined): Promise<{ execInfo: { run: { executable: string; args?: string[] } }; error?: string } | undefined>;
  onDidChangeEnvironment: vscode.Event<unknown>;
}

interface PythonApi {
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

export class PythonEnvironments implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions = new Map<string, vscode.Disposable>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly log: vscode.LogOutputChannel) {}

  /** The interpreter selected for the folder in the Python Environments or the Python extension, if one of them is there. */
  async active(folder: vscode.Uri | undefined): Promise<Candidate | undefined> {
    return (await this.fromEnvironments(folder)) ?? (await this.fromPython(folder));
  }

  dispose(): void {
    this.changed.dispose();
    for (const subscription of this.subscriptions.values()) {
      subscription.dispose();
    }
  }

  private async fromEnvironments(folder: vscode.Uri | undefined): Promise<Candidate | undefined> {
    const id = "ms-python.vscode-python-envs";
    const origin = "the Python Environments extension";
    return this.ask(id, origin, async (exported) => {
      const api = exported as PythonEnvironmentsApi;
      this.follow(id, api.onDidChangeEnvironment);
      const environment = await api.getEnvironment(folder);
      if (environment === undefined || environment.error !== undefined) {
        return undefined;
      }
      const { executable, args } = environment.execInfo.run;
      return [executable, ...(args ?? [])];
    });
  }

  private async fromPython(folder: vscode.Uri | undefined): Promise<Candidate | undefined> {
    const id = "ms-python.python";
    const origin = "the Python extension";
    return this.ask(id, origin, async (exported) => {
      const { environments } = exported as PythonApi;
      this.follow(id, environments.onDidChangeActiveEnvironmentPath);
      const environment = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
      const executable = environment?.executable.uri?.fsPath;
      return executable === undefined ? undefined : [executable];
    });
  }

  private async ask(id: string, origin: string, command: (exported: unknown) => Promise<string[] | undefined>): Promise<Candidate | undefined> {
    const extension = vscode.extensions.getExtension<unknown>(id);
    if (extension === undefined) {
      return undefined;
    }
    try {
      const asked = async (): Promise<string[] | undefined> => {
        const exported = await extension.activate();
        // The Python Environments extension exports nothing while it is switched off.
        return exported === undefined ? undefined : command(exported);
      };
      const found = await withTimeout(asked(), TIMEOUT_MS);
      return found === undefined ? undefined : { command: found, origin };
    } catch (error) {
      // Its failure must not be ours: the other ways to find an interpreter remain.
      this.log.warn(`${origin} gave no interpreter: ${String(error)}`);
      return undefined;
    }
  }

  private follow(id: string, event: vscode.Event<unknown>): void {
    if (!this.subscriptions.has(id)) {
      this.subscriptions.set(id, event(() => { this.changed.fire(); }));
    }
  }
}
