import * as vscode from "vscode";
import { type ProgressToken, type WorkDoneProgressBegin, type WorkDoneProgressEnd, type WorkDoneProgressReport } from "vscode-languageclient/node";

type Params = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** One notification. What arrives before the editor shows it is shown with it. */
class Shown {
  private readonly reports = new vscode.EventEmitter<void>();
  private message: string | undefined;
  private percentage = 0;
  private end = (): void => undefined;
  private readonly ended = new Promise<void>((resolve) => {
    this.end = resolve;
  });

  constructor(begin: WorkDoneProgressBegin, cancel: () => void) {
    this.note(begin);
    const options = { location: vscode.ProgressLocation.Notification, title: `Perfcast: ${begin.title}`, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      let shown = 0;
      const show = (): void => {
        progress.report({ ...(this.message === undefined ? {} : { message: this.message }), increment: this.percentage - shown });
        shown = this.percentage;
      };
      cancelled.onCancellationRequested(cancel);
      this.reports.event(show);
      show();
      return this.ended;
    });
  }

  note({ message, percentage }: Pick<WorkDoneProgressReport, "message" | "percentage">): void {
    this.message = message ?? this.message;
    this.percentage = Math.max(this.percentage, percentage ?? 0);
    this.reports.fire();
  }

  close(): void {
    this.end();
    this.reports.dispose();
  }
}

/**
 * Shows the server's work that can be cancelled as a notification with a button. The protocol's client shows all work in the
 * status bar, where nothing can be cancelled.
 */
export class CancellableProgress implements vscode.Disposable {
  private readonly shown = new Map<ProgressToken, Shown>();

  constructor(private readonly cancel: (token: ProgressToken) => void) {}

  handle(token: ProgressToken, params: Params, next: (token: ProgressToken, params: Params) => void): void {
    const shown = this.shown.get(token);
    if (params.kind === "begin" && params.cancellable === true) {
      this.shown.set(token, new Shown(params, () => { this.cancel(token); }));
    } else if (params.kind === "report" && shown !== undefined) {
      shown.note(params);
    } else {
      shown?.close();
      this.shown.delete(token);
      next(token, params);
    }
  }

  /** The server is gone, and tells of no end any more. */
  dispose(): void {
    [...this.shown.values()].forEach((shown) => { shown.close(); });
    this.shown.clear();
  }
}
