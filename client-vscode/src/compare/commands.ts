// The ways to say what is compared: two functions from lists, the one under the cursor with another, or with the clipboard.
import * as vscode from "vscode";
import { outline, sourceOf, type Outlined } from "../outline";
import { type Server } from "../server";
import { underCursor } from "../underCursor";
import { ComparePanel, type ComparedSide } from "./panel";

/** The menus offer 'Compare with Selected' while this is set. */
const IS_SELECTED = "perfcast.isFunctionSelected";

interface FunctionItem extends vscode.QuickPickItem {
  compared: ComparedSide;
}

export function registerCompareCommands(server: Server, extension: vscode.Uri): vscode.Disposable {
  let selected: ComparedSide | undefined;
  const open = (a: ComparedSide, b: ComparedSide): ComparePanel => new ComparePanel(server, extension, a, b);
  return vscode.Disposable.from(
    vscode.commands.registerCommand("perfcast.compare", async () => {
      const a = await pick("Compare Functions: A");
      const b = a === undefined ? undefined : await pick(`Compare Functions: B, beside ${a.title}`, a);
      if (a !== undefined && b !== undefined) {
        open(a, b);
      }
    }),
    vscode.commands.registerCommand("perfcast.selectForCompare", async () => {
      selected = comparedUnderCursor();
      await vscode.commands.executeCommand("setContext", IS_SELECTED, selected !== undefined);
      if (selected !== undefined) {
        vscode.window.setStatusBarMessage(`Perfcast: ${selected.title} selected for compare`, 3000);
      }
    }),
    vscode.commands.registerCommand("perfcast.compareWithSelected", () => {
      const b = comparedUnderCursor();
      if (selected !== undefined && b !== undefined) {
        open(selected, b);
      }
    }),
    vscode.commands.registerCommand("perfcast.compareWithClipboard", async () => {
      const a = comparedUnderCursor();
      const text = await vscode.env.clipboard.readText();
      if (a !== undefined) {
        open(a, { title: "clipboard", source: text, side: { text, label: "clipboard" } });
      }
    }),
  );
}

function comparedUnderCursor(): ComparedSide | undefined {
  const target = underCursor();
  return target === undefined ? undefined : compared(target.document, target.found);
}

/** Lets the user choose among the functions of all open Python files, those of the active one first. */
async function pick(title: string, except?: ComparedSide): Promise<ComparedSide | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  const documents = vscode.workspace.textDocuments
    .filter(({ languageId, isClosed }) => languageId === "python" && !isClosed)
    .sort((a, b) => Number(b === active) - Number(a === active));
  const items = documents.flatMap((document) =>
    outline(document.getText())
      .map((found) => functionItem(document, found))
      .filter(({ compared: other }) => JSON.stringify(other.side) !== JSON.stringify(except?.side)),
  );
  if (items.length === 0) {
    void vscode.window.showInformationMessage("Perfcast: open a Python file with functions first.");
    return undefined;
  }
  const item = await vscode.window.showQuickPick(items, { title, placeHolder: "A function of an open file", matchOnDescription: true });
  return item?.compared;
}

function functionItem(document: vscode.TextDocument, found: Outlined): FunctionItem {
  return {
    label: `$(symbol-method) ${found.name}`,
    description: `${vscode.workspace.asRelativePath(document.uri)}:${found.line + 1}`,
    compared: compared(document, found),
  };
}

function compared(document: vscode.TextDocument, found: Outlined): ComparedSide {
  return {
    title: found.name,
    source: sourceOf(document.getText(), found),
    side: { uri: document.uri.toString(), name: found.name },
  };
}
