import * as vscode from "vscode";
import { type ProgressToken, type WorkDoneProgressBegin, type WorkDoneProgressEnd, type WorkDoneProgressReport } from "vscode-languageclient/node";

type Params = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/**
 * Shows the server's work that can be cancelled as a notification with a button. The protocol's client shows all work in the
 * status bar, where nothing can be cancelled.
 */
export class CancellableProgress implements vscode.Disposable {
  private readonly ends = new Map<ProgressToken, () => void>();

  constructor(private readonly cancel: (token: ProgressToken) => void) {}

  handle(token: ProgressToken, params: Params, next: (token: ProgressToken, params: Params) => void): void {
    if (params.kind === "begin" && params.cancellable === true) {
      this.show(token, params.title);
    } else if (params.kind === "end" && this.ends.has(token)) {
      this.end(token);
    } else {
      next(token, params);
    }
  }

  /** The server is gone, and tells of no end any more. */
  dispose(): void {
    [...this.ends.keys()].forEach((token) => { this.end(token); });
  }

  private show(token: ProgressToken, title: string): void {
    const ended = new Promise<void>((resolve) => {
      this.ends.set(token, resolve);
    });
    const options = { location: vscode.ProgressLocation.Notification, title: `Perfcast: ${title}`, cancellable: true };
    void vscode.window.withProgress(options, (_, cancelled) => {
      cancelled.onCancellationRequested(() => { this.cancel(token); });
      return ended;
    });
  }

  private end(token: ProgressToken): void {
    this.ends.get(token)?.();
    this.ends.delete(token);
  }
}
