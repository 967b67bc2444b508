import * as vscode from "vscode";
import { functionAt, outline, type Outlined } from "./outline";

/** A function that a command is about. */
export interface Target {
  document: vscode.TextDocument;
  found: Outlined;
}

/** What a lens passes as two arguments, and a list as the element that was chosen. */
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
export async function find({ uri, name, line = 1 }: Named): Promise<Target | undefined> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const distance = (outlined: Outlined): number => Math.abs(outlined.line + 1 - line);
  const [found] = outline(document.getText())
    .filter((outlined) => outlined.name === name)
    .sort((a, b) => distance(a) - distance(b));
  if (found === undefined) {
    void vscode.window.showInformationMessage(`Perfcast: ${name} is not in ${vscode.workspace.asRelativePath(document.uri)} any more.`);
    return undefined;
  }
  return { document, found };
}

function underCursor(): Target | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "python") {
    return undefined;
  }
  const found = functionAt(outline(editor.document.getText()), editor.selection.active.line);
  return found === undefined ? undefined : { document: editor.document, found };
}

function namedIn([first, second]: readonly unknown[]): Named | undefined {
  if (typeof first === "string" && typeof second === "string") {
    return { uri: first, name: second };
  }
  const { uri, name, line } = (first ?? {}) as Partial<Record<keyof Named, unknown>>;
  if (typeof uri !== "string" || typeof name !== "string") {
    return undefined;
  }
  return { uri, name, line: typeof line === "number" ? line : undefined };
}
