import * as vscode from "vscode";
import { describe } from "./interpreter";
import { type Server } from "./server";
import { sectionAsData } from "./settings";
import { type StatusItem } from "./status";

/** Everything that a report of a fault needs, as Markdown in an untitled document. It holds no code of the user's. */
export async function showDebugInformation(context: vscode.ExtensionContext, server: Server, status: StatusItem): Promise<void> {
  const content = debugInformation(context, server, status);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }));
}

function debugInformation(context: vscode.ExtensionContext, server: Server, status: StatusItem): string {
  const { state, message, model, device, units } = status.current;
  const info = server.client?.initializeResult?.serverInfo;
  const { version } = context.extension.packageJSON as { version: string };
  return `# Perfcast: debug information

| what | value |
| --- | --- |
| extension | ${version} |
| editor | ${vscode.env.appName} ${vscode.version}, ${vscode.env.remoteName ?? "local"}, ${process.platform} ${process.arch} |
| workspace | ${vscode.workspace.isTrusted ? "trusted" : "not trusted"}, ${vscode.workspace.workspaceFolders?.length ?? 0} folders |
| server | ${info === undefined ? "not running" : `${info.name} ${info.version ?? ""}`} |
| state | ${state}${message === "" ? "" : `: ${message}`} |
| last error | ${status.lastError === "" ? "none" : status.lastError} |
| model | ${model === undefined ? "unknown" : `${model.name} ${model.version}`} |
| device | ${device ?? "unknown"} |
| units | ${units ?? "unknown"} |

## Interpreters tried

${server.interpreters.tried.map((probed) => `- ${describe(probed)}`).join("\n")}

## Settings

\`\`\`json
${JSON.stringify(sectionAsData(), undefined, 2)}
\`\`\`
`;
}
