// Marks behind the `def` lines of units that cost more than they may, in the theme's colours.
import * as vscode from "vscode";
import { isForecast } from "../documents";
import { ask } from "../requests";
import { decorationSettings } from "../settings";
import { type Server } from "../server";
import { type StatusItem } from "../status";
import { excessOf, LEVELS, type Level, type UnitCosts } from "./excess";

const COMMAND = "perfcast.server.documentForecasts";

/** What the server's command says of each unit; the line of its `def`, 1-based. */
type MarkedUnit = UnitCosts & { line: number };

export class Decorations implements vscode.Disposable {
  private readonly types = new Map<Level, vscode.TextEditorDecorationType>(LEVELS.map((level) => [level, decorationType(level)]));
  private readonly subscriptions: vscode.Disposable;
  private asking: vscode.CancellationTokenSource | undefined;

  constructor(
    private readonly server: Server,
    private readonly status: StatusItem,
  ) {
    this.subscriptions = vscode.Disposable.from(
      // The forecasts are there, or are other ones.
      status.onDidChange(() => void this.update()),
      vscode.window.onDidChangeVisibleTextEditors(() => void this.update()),
    );
  }

  /** Draws all visible editors anew, unless forecasts are still being made: then their end leads here again. */
  async update(): Promise<void> {
    this.asking?.cancel();
    if (this.status.current.state === "starting" || this.status.current.state === "working") {
      return;
    }
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    await Promise.all(vscode.window.visibleTextEditors.map((editor) => this.draw(editor, asking.token)));
  }

  dispose(): void {
    this.asking?.cancel();
    this.subscriptions.dispose();
    this.types.forEach((type) => { type.dispose(); });
  }

  private async draw(editor: vscode.TextEditor, token: vscode.CancellationToken): Promise<void> {
    if (!isForecast(editor.document)) {
      return;
    }
    const { isEnabled, thresholds } = decorationSettings(editor.document);
    const { version } = editor.document;
    const units = isEnabled ? await this.units(editor.document, token) : [];
    // An edit leads to other forecasts in its time; until then the marks move with their lines.
    if (token.isCancellationRequested || editor.document.version !== version) {
      return;
    }
    const drawn = new Map<Level, vscode.DecorationOptions[]>(LEVELS.map((level) => [level, []]));
    for (const unit of units) {
      const excess = excessOf(unit, thresholds);
      if (excess !== undefined) {
        drawn.get(excess.level)?.push(decoration(editor.document.lineAt(unit.line - 1).range.end, excess.text, excess.details));
      }
    }
    this.types.forEach((type, level) => { editor.setDecorations(type, drawn.get(level) ?? []); });
  }

  private async units(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<MarkedUnit[]> {
    try {
      return await ask<MarkedUnit[]>(this.server, COMMAND, { uri: document.uri.toString() }, token);
    } catch {
      // Cancelled, or the server is gone: its next state leads here again.
      return [];
    }
  }
}

function decorationType(level: Level): vscode.TextEditorDecorationType {
  const color = new vscode.ThemeColor(`perfcast.${level}Excess`);
  return vscode.window.createTextEditorDecorationType({
    after: { color, margin: "0 0 0 2em" },
    overviewRulerColor: color,
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

function decoration(place: vscode.Position, text: string, details: readonly string[]): vscode.DecorationOptions {
  const message = new vscode.MarkdownString();
  details.forEach((line) => message.appendText(line).appendMarkdown("  \n"));
  return { range: new vscode.Range(place, place), hoverMessage: message, renderOptions: { after: { contentText: text } } };
}
