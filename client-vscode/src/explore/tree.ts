// The view's rows.
import * as vscode from "vscode";
import { rangeText, workloadText } from "../forecast";
import { metricNamed } from "../metrics";
import { type Unit } from "./answer";
import { hasGrounds, type FileUnits } from "./ranking";

export type Row = FileUnits | Unit;

export interface Shown {
  units: readonly Unit[];
  /** Where the rows are grouped by file. */
  files?: readonly FileUnits[];
  metric: string;
}

export class UnitTree implements vscode.TreeDataProvider<Row> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private shown: Shown = { units: [], metric: "" };

  show(shown: Shown): void {
    this.shown = shown;
    this.changed.fire();
  }

  getChildren(row?: Row): Row[] {
    if (row === undefined) {
      return [...(this.shown.files ?? this.shown.units)];
    }
    return "units" in row ? row.units : [];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return "units" in row ? fileItem(row) : unitItem(row, this.shown.metric, this.shown.files === undefined);
  }
}

function fileItem({ uri, units }: FileUnits): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(uri), vscode.TreeItemCollapsibleState.Expanded);
  item.id = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.description = `${units.length} ${units.length === 1 ? "unit" : "units"}`;
  item.contextValue = "file";
  return item;
}

function unitItem(unit: Unit, metric: string, isPathShown: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(unit.name);
  const forecast = unit.forecasts[metric];
  const amount = hasGrounds(unit) && forecast !== undefined ? rangeText(forecast) : "no forecast";
  const path = `${vscode.workspace.asRelativePath(vscode.Uri.parse(unit.uri))}:${unit.line}`;
  item.id = `${unit.uri}#${unit.line}`;
  item.description = isPathShown ? `${amount}  ${path}` : amount;
  item.iconPath = new vscode.ThemeIcon(hasGrounds(unit) ? (unit.kind === "method" ? "symbol-method" : "symbol-function") : "question");
  item.tooltip = tooltip(unit, path);
  item.accessibilityInformation = { label: `${unit.name}, ${metricNamed(metric).title} ${amount}, ${path}` };
  item.contextValue = "unit";
  item.command = { command: "perfcast.explore.open", title: "Open", arguments: [unit] };
  return item;
}

function tooltip(unit: Unit, path: string): vscode.MarkdownString {
  const amounts = Object.entries(unit.forecasts).map(([name, forecast]) => `${metricNamed(name).title}: ${rangeText(forecast)} (80 % range)`);
  const lines = [
    `${unit.name} in ${path}`,
    ...(hasGrounds(unit) ? amounts : [`No grounds for a forecast: ${unit.outside.join(", ")}`]),
    `For ${workloadText(unit.workload)} (${unit.workload.origin}) on ${unit.device}`,
  ];
  const text = new vscode.MarkdownString();
  lines.forEach((line) => text.appendText(line).appendMarkdown("  \n"));
  return text;
}
