import * as vscode from "vscode";
import { describe } from "./interpreter";
import { type Server } from "./server";
import { sectionAsData } from "./settings";
import { type Status } from "./status";

/** Everything that a report of a fault needs, as Markdown in an untitled document. It holds no code of the user's. */
export async function showDebugInformation(context: vscode.ExtensionContext, server: Server, status: Status): Promise<void> {
  const content = debugInformation(context, server, status);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }));
}

function debugInformation(context: vscode.ExtensionContext, server: Server, status: Status): string {
  const info = server.client?.initializeResult?.serverInfo;
  const { version } = context.extension.packageJSON as { version: string };
  return `# Perfcast: debug information

| what | value |
| --- | --- |
| extension | ${version} |
| editor | ${vscode.env.appName} ${vscode.version}, ${vscode.env.remoteName ?? "local"}, ${process.platform} ${process.arch} |
| workspace | ${vscode.workspace.isTrusted ? "trusted" : "not trusted"}, ${vscode.workspace.workspaceFolders?.length ?? 0} folders |
| server | ${info === undefined ? "not running" : `${info.name} ${info.version ?? ""}`} |
| state | ${status.state}${status.message === "" ? "" : `: ${status.message}`} |
| model | ${status.model === undefined ? "unknown" : `${status.model.name} ${status.model.version}`} |
| device | ${status.device ?? "unknown"} |

## Interpreters tried

${server.interpreters.tried.map((probed) => `- ${describe(probed)}`).join("\n")}

## Settings

\`\`\`json
${JSON.stringify(sectionAsData(), undefined, 2)}
\`\`\`
`;
}
