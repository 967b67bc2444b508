import * as vscode from "vscode";
import { functionAt, outline, type Outlined } from "./outline";

/** The Python function around the cursor; where there is none, the user is told. */
export function underCursor(): { document: vscode.TextDocument; found: Outlined } | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId === "python") {
    const found = functionAt(outline(editor.document.getText()), editor.selection.active.line);
    if (found !== undefined) {
      return { document: editor.document, found };
    }
  }
  void vscode.window.showInformationMessage("Perfcast: put the cursor into a Python function first.");
  return undefined;
}
