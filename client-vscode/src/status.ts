import * as vscode from "vscode";

/** What the server says of itself in `perfcast/status`, and the states that only the client sees. */
export interface Status {
  state: "disabled" | "starting" | "loading" | "ready" | "working" | "error";
  message: string;
  model?: { name: string; version: string };
  device?: string;
  units?: number;
}

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("perfcast.status", { language: "python" });
  private readonly changed = new vscode.EventEmitter<Status>();
  private status: Status = { state: "starting", message: "" };
  readonly onDidChange = this.changed.event;

  constructor() {
    this.item.name = "Perfcast";
    this.show(this.status);
  }

  get current(): Status {
    return this.status;
  }

  show(status: Status): void {
    this.status = status;
    this.item.text = title(status);
    this.item.detail = detail(status);
    this.item.busy = status.state === "starting" || status.state === "loading" || status.state === "working";
    this.item.severity = status.state === "error" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.item.command =
      status.state === "error"
        ? { command: "perfcast.showLogs", title: "Show Logs" }
        : { command: "perfcast.debugInformation", title: "Debug Information" };
    this.changed.fire(status);
  }

  dispose(): void {
    this.item.dispose();
    this.changed.dispose();
  }
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

function detail(status: Status): string {
  const { model, device, units, message } = status;
  // Where the server works, its message says no more than the title.
  const isTold = status.state === "error" || status.state === "disabled" || status.state === "starting";
  const parts = [
    isTold ? message : "",
    model === undefined ? "" : `model ${model.name} ${model.version}`,
    device ?? "",
    units === undefined ? "" : `${units} ${units === 1 ? "unit" : "units"}`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}
