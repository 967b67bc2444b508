import * as vscode from "vscode";
import { type Ranking } from "./answer";
import { rankingPage } from "./page";

const SCHEME = "perfcast-ranking";

/** What a window that was reloaded shows in place of what it had. */
const GONE = "This ranking is gone: rank the configurations again.\n";

/** Rankings as read-only documents, one for each kernel and device; a later one takes the place of an earlier. */
export class RankingDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly pages = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.pages.get(uri.toString()) ?? GONE;
  }

  /** Shows a ranking of a kernel of `source` in the editor's own preview of Markdown. */
  async show(source: vscode.Uri, ranking: Ranking): Promise<void> {
    // The preview is titled by the last part of the path, and is of Markdown by its end.
    const title = `${ranking.kernel} on ${ranking.device}`.replaceAll("/", " ");
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}.md`, query: source.toString() });
    this.pages.set(uri.toString(), rankingPage(ranking));
    this.changed.fire(uri);
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
