import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { reasonOf } from "../reasons";
import { ask } from "../requests";
import { type Server } from "../server";
import { COMPARE_COMMAND, type Answer, type Question } from "./answer";
import { answerHtml, page, sizeOptions, sourcesHtml } from "./page";
import { current, type ComparedSide } from "./sides";

type Message = { kind: "ready" } | { kind: "workload"; text: string } | { kind: "size"; size: string } | { kind: "copy" };

/** One comparison in a panel of its own: asks the server, and asks again when the workload is edited. */
export class ComparePanel {
  private readonly panel: vscode.WebviewPanel;
  private asking: vscode.CancellationTokenSource | undefined;
  /** With the sources that it is about. */
  private answered: { answer: Answer; sources: string } | undefined;
  /** As the user has typed it; empty where the server chooses. */
  private workload = "";
  /** Among the answer's; undefined for the workload as it is written. */
  private size: number | undefined;

  constructor(
    private readonly server: Server,
    extension: vscode.Uri,
    private readonly a: ComparedSide,
    private readonly b: ComparedSide,
  ) {
    const roots = [vscode.Uri.joinPath(extension, "dist"), vscode.Uri.joinPath(extension, "media")];
    this.panel = vscode.window.createWebviewPanel("perfcast.compare", `${a.title} ↔ ${b.title}`, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: roots,
      retainContextWhenHidden: true,
    });
    const { webview } = this.panel;
    const subscriptions = [
      webview.onDidReceiveMessage((message: Message) => this.received(message)),
      this.panel.onDidDispose(() => {
        this.asking?.cancel();
        vscode.Disposable.from(...subscriptions).dispose();
      }),
    ];
    const uri = (...path: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, ...path)).toString();
    webview.html = page({
      nonce: randomBytes(16).toString("hex"),
      cspSource: webview.cspSource,
      scriptUri: uri("dist", "compare.js"),
      styleUri: uri("media", "compare.css"),
      a,
      b,
    });
  }

  private async received(message: Message): Promise<void> {
    switch (message.kind) {
      case "ready":
        await this.ask();
        break;
      case "workload":
        this.workload = message.text.trim();
        await this.ask();
        break;
      case "size":
        this.size = message.size === "" ? undefined : Number(message.size);
        await this.show();
        break;
      case "copy":
        if (this.answered !== undefined) {
          await vscode.env.clipboard.writeText(this.answered.answer.markdown);
          vscode.window.setStatusBarMessage("Perfcast: comparison copied", 3000);
        }
        break;
    }
  }

  private async ask(): Promise<void> {
    this.asking?.cancel();
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    const { workload } = this;
    try {
      const [a, b] = await Promise.all([current(this.a), current(this.b)]);
      const question: Question = { a: a.side, b: b.side, ...(workload === "" ? {} : { workload }) };
      const answer = await ask<Answer>(this.server, COMPARE_COMMAND, question, asking.token);
      if (!asking.token.isCancellationRequested) {
        this.answered = { answer, sources: sourcesHtml(a, b) };
        await this.show();
      }
    } catch (error) {
      if (!asking.token.isCancellationRequested) {
        await this.panel.webview.postMessage({ kind: "problem", text: reasonOf(error) });
      }
    }
  }

  private async show(): Promise<void> {
    if (this.answered === undefined) {
      return;
    }
    const { answer, sources } = this.answered;
    const sizes = sizeOptions(answer);
    if (!answer.sizes.some(({ size }) => size === this.size)) {
      this.size = undefined;
    }
    const size = this.size === undefined ? "" : String(this.size);
    await this.panel.webview.postMessage({
      kind: "answer",
      html: answerHtml(answer, this.size),
      sources,
      workload: answer.workload.text,
      sizes,
      size,
    });
  }
}
