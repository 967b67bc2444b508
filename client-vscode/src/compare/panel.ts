import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient/node";
import { type Server } from "../server";
import { COMPARE_COMMAND, type Answer, type Question, type Side } from "./answer";
import { answerHtml, page, type ShownSide } from "./page";

export type ComparedSide = ShownSide & { side: Side };

type Message = { kind: "ready" } | { kind: "workload"; text: string } | { kind: "copy" };

/** One comparison in a panel of its own: asks the server, and asks again when the workload is edited. */
export class ComparePanel {
  private readonly panel: vscode.WebviewPanel;
  private asking: vscode.CancellationTokenSource | undefined;
  private answer: Answer | undefined;

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
        await this.ask(message.text.trim());
        break;
      case "copy":
        if (this.answer !== undefined) {
          await vscode.env.clipboard.writeText(this.answer.markdown);
          vscode.window.setStatusBarMessage("Perfcast: comparison copied", 3000);
        }
        break;
    }
  }

  private async ask(workload?: string): Promise<void> {
    this.asking?.cancel();
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    const question: Question = { a: this.a.side, b: this.b.side, ...(workload === undefined || workload === "" ? {} : { workload }) };
    try {
      const { client } = this.server;
      if (client === undefined) {
        throw new Error("The Perfcast server is not running.");
      }
      const answer = (await client.sendRequest(
        ExecuteCommandRequest.type,
        { command: COMPARE_COMMAND, arguments: [question] },
        asking.token,
      )) as Answer;
      if (!asking.token.isCancellationRequested) {
        this.answer = answer;
        await this.panel.webview.postMessage({ kind: "answer", html: answerHtml(answer), workload: answer.workload.text });
      }
    } catch (error) {
      if (!asking.token.isCancellationRequested) {
        await this.panel.webview.postMessage({ kind: "problem", text: error instanceof Error ? error.message : String(error) });
      }
    }
  }
}
