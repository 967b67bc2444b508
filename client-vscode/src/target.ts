import * as vscode from "vscode";
import { isForecast } from "./documents";
import { functionAt, nearest, outline, type Outlined } from "./outline";

/** A function that a command is about. */
export interface Target {
  document: vscode.TextDocument;
  found: Outlined;
}

/** What a lens passes as arguments, and a list as the element that was chosen. */
interface Named {
  uri: string;
  name: string;
  /** Of its `def`, 1-based: of several functions with one name, such as a property's, the nearest is meant. */
  line?: number | undefined;
}

/** The function that the arguments of a command name, else the one around the cursor; where there is none, the user is told. */
export async function targetOf(args: readonly unknown[]): Promise<Target | undefined> {
  const named = namedIn(args);
  if (named !== undefined) {
    return find(named);
  }
  const target = underCursor();
  if (target === undefined) {
    void vscode.window.showInformationMessage("Perfcast: put the cursor into a Python function first.");
  }
  return target;
}

/** The document and the place of a function, if it is still there. */
export async function find(named: Named): Promise<Target | undefined> {
  const target = await located(named);
  if (target === undefined) {
    const path = vscode.workspace.asRelativePath(vscode.Uri.parse(named.uri));
    void vscode.window.showInformationMessage(`Perfcast: ${named.name} is not in ${path} any more.`);
  }
  return target;
}

/** As `find`, but nobody is told. */
export async function located({ uri, name, line = 1 }: Named): Promise<Target | undefined> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const found = nearest(outline(document.getText()), name, line - 1);
  return found === undefined ? undefined : { document, found };
}

function underCursor(): Target | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isForecast(editor.document)) {
    return undefined;
  }
  const found = functionAt(outline(editor.document.getText()), editor.selection.active.line);
  return found === undefined ? undefined : { document: editor.document, found };
}

function namedIn([first, second, third]: readonly unknown[]): Named | undefined {
  if (typeof first === "string" && typeof second === "string") {
    return { uri: first, name: second, line: typeof third === "number" ? third : undefined };
  }
  const { uri, name, line } = (first ?? {}) as Partial<Record<keyof Named, unknown>>;
  if (typeof uri !== "string" || typeof name !== "string") {
    return undefined;
  }
  return { uri, name, line: typeof line === "number" ? line : undefined };
}
