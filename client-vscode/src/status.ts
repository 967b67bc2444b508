import * as vscode from "vscode";
import { SECTION } from "./settings";

/** What the server says of itself in `perfcast/status`, and the states that only the client sees. */
export interface Status {
  state: "disabled" | "starting" | "loading" | "ready" | "working" | "error";
  message: string;
  model?: { name: string; version: string };
  device?: string;
  units?: number;
}

/** Two rows behind `{}` in the status bar: what the server does, and what it forecasts with. */
export class StatusItem implements vscode.Disposable {
  private readonly work = languageStatusItem("perfcast.status", "Perfcast");
  private readonly model = languageStatusItem("perfcast.model", "Perfcast Model");
  private readonly changed = new vscode.EventEmitter<Status>();
  private status: Status = { state: "starting", message: "" };
  private failure: { message: string; time: Date } | undefined;
  readonly onDidChange = this.changed.event;

  constructor() {
    this.model.command = { command: "workbench.action.openSettings", title: "Settings", arguments: [`${SECTION}.`] };
    this.show(this.status);
  }

  get current(): Status {
    return this.status;
  }

  /** What went wrong last, and when; empty if nothing did. */
  get lastError(): string {
    return this.failure === undefined ? "" : `${this.failure.message} (${this.failure.time.toLocaleTimeString()})`;
  }

  show(status: Status): void {
    this.status = status;
    if (status.state === "error") {
      this.failed(status.message);
    }
    this.work.text = title(status);
    this.work.detail = isUntold(status) ? status.message : this.lastError === "" ? "" : `last error: ${this.lastError}`;
    this.work.busy = status.state === "starting" || status.state === "loading" || status.state === "working";
    this.work.severity = status.state === "error" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.work.command =
      status.state === "error"
        ? { command: "perfcast.showLogs", title: "Show Logs" }
        : { command: "perfcast.debugInformation", title: "Debug Information" };
    this.model.text = modelText(status);
    this.model.detail = foundation(status);
    this.changed.fire(status);
  }

  /** Notes an error that work goes on after. */
  failed(message: string): void {
    this.failure = { message, time: new Date() };
  }

  dispose(): void {
    this.work.dispose();
    this.model.dispose();
    this.changed.dispose();
  }
}

function languageStatusItem(id: string, name: string): vscode.LanguageStatusItem {
  const item = vscode.languages.createLanguageStatusItem(id, { language: "python" });
  item.name = name;
  return item;
}

/** Where the server works, its message says no more than the title. */
function isUntold({ state }: Status): boolean {
  return state === "error" || state === "disabled" || state === "starting";
}

function title(status: Status): string {
  switch (status.state) {
    case "disabled":
      return "Perfcast: off";
    case "starting":
      return "Perfcast: starting";
    case "loading":
      return "Perfcast: loading the model";
    case "working":
      return "Perfcast: forecasting";
    case "ready":
      return "Perfcast";
    case "error":
      return "Perfcast: not running";
  }
}

function modelText({ model }: Status): string {
  return model === undefined ? "Perfcast: no model" : `Perfcast: model ${model.name} ${model.version}`;
}

function foundation({ device, units }: Status): string {
  const parts = [device ?? "", units === undefined ? "" : `${units} ${units === 1 ? "unit" : "units"}`];
  return parts.filter((part) => part !== "").join(" · ");
}
