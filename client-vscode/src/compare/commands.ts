// The ways to say what is compared: two functions from lists, the one that a lens or the cursor names with another, with the
// clipboard or with what git has of it.
import * as vscode from "vscode";
import { isForecast } from "../documents";
import { isKernel, outline, type Outlined } from "../outline";
import { type Server } from "../server";
import { find, targetOf } from "../target";
import { ComparePanel } from "./panel";
import { compared, sideAtHead, type ComparedSide } from "./sides";

/** The menus offer 'Compare with Selected' while this is set. */
const IS_SELECTED = "perfcast.isFunctionSelected";

/** A function that may lie in a file which is not open. */
export interface Known {
  uri: string;
  name: string;
  line: number;
  kind: "function" | "method" | "kernel";
}

interface FunctionItem extends vscode.QuickPickItem {
  known: Known;
}

/** `elsewhere` gives the functions of files that are not open, as far as they are known. */
export function registerCompareCommands(server: Server, extension: vscode.Uri, elsewhere: () => readonly Known[]): vscode.Disposable {
  let selected: ComparedSide | undefined;
  const open = (a: ComparedSide, b: ComparedSide): ComparePanel => new ComparePanel(server, extension, a, b);
  const command = (name: string, act: (...args: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`perfcast.${name}`, act);
  const openBeside = async (a: ComparedSide | undefined): Promise<void> => {
    const b = a === undefined ? undefined : await pick(`Compare Functions: B, beside ${a.title}`, elsewhere(), a);
    if (a !== undefined && b !== undefined) {
      open(a, b);
    }
  };
  return vscode.Disposable.from(
    command("compare", async () => openBeside(await pick("Compare Functions: A", elsewhere()))),
    command("compareWith", async (...args) => openBeside(await sideOf(args))),
    command("selectForCompare", async (...args) => {
      selected = await sideOf(args);
      await vscode.commands.executeCommand("setContext", IS_SELECTED, selected !== undefined);
      if (selected !== undefined) {
        vscode.window.setStatusBarMessage(`Perfcast: ${selected.title} selected for compare`, 3000);
      }
    }),
    command("compareWithSelected", async (...args) => {
      const b = await sideOf(args);
      if (selected !== undefined && b !== undefined) {
        open(selected, b);
      }
    }),
    command("compareWithClipboard", async (...args) => {
      const a = await sideOf(args);
      const text = await vscode.env.clipboard.readText();
      if (a !== undefined) {
        open(a, { title: "clipboard", source: text, side: { text, label: "clipboard" } });
      }
    }),
    command("compareWithHead", async (...args) => {
      const target = await targetOf(args);
      const b = target === undefined ? undefined : await sideAtHead(target);
      if (target !== undefined && b !== undefined) {
        open(compared(target), b);
      }
    }),
  );
}

async function sideOf(args: readonly unknown[]): Promise<ComparedSide | undefined> {
  const target = await targetOf(args);
  return target === undefined ? undefined : compared(target);
}

/** Lets the user choose among the functions of all open Python files, those of the active one first, then among the others. */
async function pick(title: string, elsewhere: readonly Known[], except?: ComparedSide): Promise<ComparedSide | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  const documents = vscode.workspace.textDocuments
    .filter((document) => isForecast(document))
    .sort((a, b) => Number(b === active) - Number(a === active));
  const open = new Set(documents.map(({ uri }) => uri.toString()));
  const known = [
    ...documents.flatMap((document) => knownIn(document)),
    ...elsewhere.filter(({ uri }) => !open.has(vscode.Uri.parse(uri).toString())),
  ];
  const items = known
    .filter(({ uri, name, line }) => JSON.stringify({ uri, name, line }) !== JSON.stringify(except?.side))
    .filter(({ kind }) => except?.isKernel === undefined || except.isKernel === (kind === "kernel"))
    .map(functionItem);
  if (items.length === 0) {
    void vscode.window.showInformationMessage("Perfcast: open a Python file with functions first.");
    return undefined;
  }
  const item = await vscode.window.showQuickPick(items, { title, placeHolder: "A function of an open or explored file", matchOnDescription: true });
  const target = item === undefined ? undefined : await find(item.known);
  return target === undefined ? undefined : compared(target);
}

function knownIn(document: vscode.TextDocument): Known[] {
  const text = document.getText();
  const uri = document.uri.toString();
  const known = (found: Outlined): Known => ({ uri, name: found.name, line: found.line + 1, kind: isKernel(text, found) ? "kernel" : "function" });
  return outline(text).map(known);
}

function functionItem(known: Known): FunctionItem {
  return {
    label: `$(symbol-method) ${known.name}`,
    description: `${vscode.workspace.asRelativePath(vscode.Uri.parse(known.uri))}:${known.line}`,
    known,
  };
}
