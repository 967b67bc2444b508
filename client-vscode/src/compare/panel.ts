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
  private answer: Answer | undefined;
  /** As the user has typed it; empty where the server chooses. */
  private workload = "";
  /** Among the answer's; undefined for the workload as it is written. */
  private size: number | undefined;

  constructor(
    private readonly server: Server,
    extension: vscode.Uri,
    private a: ComparedSide,
    private b: ComparedSide,
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
        if (this.answer !== undefined) {
          await vscode.env.clipboard.writeText(this.answer.markdown);
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
      [this.a, this.b] = await Promise.all([current(this.a), current(this.b)]);
      const question: Question = { a: this.a.side, b: this.b.side, ...(workload === "" ? {} : { workload }) };
      const answer = await ask<Answer>(this.server, COMPARE_COMMAND, question, asking.token);
      if (!asking.token.isCancellationRequested) {
        this.answer = answer;
        await this.show();
      }
    } catch (error) {
      if (!asking.token.isCancellationRequested) {
        await this.panel.webview.postMessage({ kind: "problem", text: reasonOf(error) });
      }
    }
  }

  private async show(): Promise<void> {
    const { answer } = this;
    if (answer === undefined) {
      return;
    }
    const sizes = sizeOptions(answer);
    if (!answer.sizes.some(({ size }) => size === this.size)) {
      this.size = undefined;
    }
    const size = this.size === undefined ? "" : String(this.size);
    await this.panel.webview.postMessage({
      kind: "answer",
      html: answerHtml(answer, this.size),
      sources: sourcesHtml(this.a, this.b),
      workload: answer.workload.text,
      sizes,
      size,
    });
  }
}
