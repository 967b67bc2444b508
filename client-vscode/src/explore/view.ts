// The workspace's most expensive units as a list that is sorted, filtered, grouped and exported.
import * as vscode from "vscode";
import { metricNamed } from "../metrics";
import { reasonOf } from "../reasons";
import { ask, isEnded } from "../requests";
import { type Server } from "../server";
import { find } from "../target";
import { FORECASTS_COMMAND, type Answer, type Question, type Unit } from "./answer";
import { csv, json } from "./exported";
import { grouped, metricsOf, ranked, type Choice } from "./ranking";
import { UnitTree } from "./tree";

const VIEW = "perfcast.explore";
/** Where the choices are kept between sessions. */
const CHOICE = "explore";

type Kept = Choice & { isGrouped: boolean };

export class ExploreView implements vscode.Disposable {
  private readonly tree = new UnitTree();
  private readonly view = vscode.window.createTreeView(VIEW, { treeDataProvider: this.tree, showCollapseAll: true });
  private readonly commands: vscode.Disposable;
  private answer: Answer | undefined;
  private kept: Kept;
  private asking: vscode.CancellationTokenSource | undefined;

  constructor(
    private readonly server: Server,
    private readonly memory: vscode.Memento,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.kept = { ...memory.get<Kept>(CHOICE, { metric: "peak_memory", filter: "", isGrouped: false }), filter: "" };
    const command = (name: string, act: (...args: never[]) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(`${VIEW}.${name}`, act);
    this.commands = vscode.Disposable.from(
      command("refresh", () => this.refresh()),
      command("cancel", () => { this.asking?.cancel(); }),
      command("sort", () => this.chooseMetric()),
      command("filter", () => { this.editFilter(); }),
      command("clearFilter", () => { this.choose({ filter: "" }); }),
      command("groupByFile", () => { this.choose({ isGrouped: true }); }),
      command("ungroup", () => { this.choose({ isGrouped: false }); }),
      command("export", () => this.export()),
      command("open", openUnit),
    );
    this.choose({});
  }

  /** What is known of the workspace's units; nothing before the first look. */
  get units(): readonly Unit[] {
    return this.answer?.units ?? [];
  }

  dispose(): void {
    this.asking?.cancel();
    this.commands.dispose();
    this.view.dispose();
  }

  /** Asks for the forecasts of the whole workspace; a question that is still open is replaced. */
  private async refresh(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    this.asking?.cancel();
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    await vscode.commands.executeCommand("setContext", "perfcast.isExploring", true);
    try {
      const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? [];
      const answer = await vscode.window.withProgress({ location: { viewId: VIEW } }, () =>
        ask<Answer>(this.server, FORECASTS_COMMAND, { folders } satisfies Question, asking.token),
      );
      // One that was stopped takes the place of nothing that is known of more files.
      if (this.asking === asking && !(answer.stopped && answer.files <= (this.answer?.files ?? 0))) {
        this.answer = answer;
        answer.skipped.forEach(({ uri, reason }) => { this.log.info(`Not forecast: ${uri}: ${reason}`); });
        this.show();
      }
    } catch (error) {
      if (!asking.token.isCancellationRequested && !isEnded(error)) {
        void vscode.window.showErrorMessage(`Perfcast: the workspace could not be forecast: ${reasonOf(error)}`);
      }
    } finally {
      if (this.asking === asking) {
        this.asking = undefined;
        await vscode.commands.executeCommand("setContext", "perfcast.isExploring", false);
      }
    }
  }

  private choose(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    void this.memory.update(CHOICE, this.kept);
    void vscode.commands.executeCommand("setContext", "perfcast.isExploreFiltered", this.kept.filter !== "");
    void vscode.commands.executeCommand("setContext", "perfcast.isExploreGrouped", this.kept.isGrouped);
    this.show();
  }

  private show(): void {
    const { answer, kept } = this;
    void vscode.commands.executeCommand("setContext", "perfcast.isExplored", answer !== undefined);
    if (answer === undefined) {
      return;
    }
    const shown = this.shown();
    this.tree.show({ units: shown, metric: kept.metric, ...(kept.isGrouped ? { files: grouped(shown) } : {}) });
    this.view.message = summary(answer, shown.length, kept);
  }

  /** What the list holds, in its order. */
  private shown(): Unit[] {
    return ranked(this.units, this.kept, (uri) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri)));
  }

  private async chooseMetric(): Promise<void> {
    const items = metricsOf(this.units).map((metric) => ({
      label: metricNamed(metric).title,
      description: metric === this.kept.metric ? "now" : "",
      metric,
    }));
    const chosen = await vscode.window.showQuickPick(items, { title: "Sort by the Upper End of" });
    if (chosen !== undefined) {
      this.choose({ metric: chosen.metric });
    }
  }

  /** The list follows while one types; Escape brings back what was there before. */
  private editFilter(): void {
    const before = this.kept.filter;
    const input = vscode.window.createInputBox();
    input.title = "Filter Functions";
    input.placeholder = "Words of name, path or workload";
    input.value = before;
    let isAccepted = false;
    input.onDidChangeValue((filter) => { this.choose({ filter }); });
    input.onDidAccept(() => {
      isAccepted = true;
      input.hide();
    });
    input.onDidHide(() => {
      if (!isAccepted) {
        this.choose({ filter: before });
      }
      input.dispose();
    });
    input.show();
  }

  private async export(): Promise<void> {
    const units = this.shown();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const uri = await vscode.window.showSaveDialog({
      title: "Export Forecasts",
      filters: { CSV: ["csv"], JSON: ["json"] },
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, "perfcast.csv") }),
    });
    if (uri === undefined) {
      return;
    }
    const text = uri.path.toLowerCase().endsWith(".json") ? json(units) : csv(units);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    vscode.window.setStatusBarMessage(`Perfcast: ${count(units.length, "unit")} exported`, 3000);
  }
}

async function openUnit(unit: Unit): Promise<void> {
  const target = await find(unit);
  if (target !== undefined) {
    const { range } = target.document.lineAt(target.found.line);
    await vscode.window.showTextDocument(target.document, { selection: new vscode.Range(range.start, range.start) });
  }
}

function summary({ units, files, skipped, stopped }: Answer, shown: number, { filter, metric }: Choice): string {
  const whole = [
    count(units.length, "unit"),
    count(files, "file"),
    ...(skipped.length === 0 ? [] : [`${count(skipped.length, "file")} skipped`]),
    ...(stopped ? ["stopped before the end"] : []),
  ];
  const found = filter === "" ? whole : [`${shown} of ${count(units.length, "unit")} with “${filter}”`];
  return [...found, `by ${metricNamed(metric).title}`].join(" · ");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
