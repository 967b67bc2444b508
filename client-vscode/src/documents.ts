import * as vscode from "vscode";

/** What the server is told of. Other documents, such as git's earlier versions in a diff editor, it never sees. */
export const LANGUAGES = [
  { language: "python", scheme: "file" },
  { language: "python", scheme: "untitled" },
  { language: "python", scheme: "vscode-notebook-cell" },
];

export function isForecast(document: vscode.TextDocument): boolean {
  return !document.isClosed && vscode.languages.match(LANGUAGES, document) > 0;
}
