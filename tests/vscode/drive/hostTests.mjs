// Runs host/index.js inside the extension host of a window, beside the installed extension.
import fs from "node:fs";
import { Workbench } from "./workbench.mjs";

const LIMIT_MS = 300_000;

export async function hostTests({ report, browser, server, results, folder, tests }) {
  const remote = `vscode-remote://${new URL(server.url).host}${tests}`;
  const context = await browser.newContext();
  let exit;
  const ended = new Promise((resolve) => {
    exit = resolve;
  });
  await context.exposeFunction("codeAutomationLog", () => {});
  await context.exposeFunction("codeAutomationExit", (code) => exit(code));
  const window = { newContext: () => context };
  const workbench = await Workbench.open(window, server.url, {
    folder,
    payload: [
      ["extensionDevelopmentPath", remote],
      ["extensionDevelopmentPath", `${remote}/python`],
      ["extensionTestsPath", `${remote}/index.js`],
      ["skipWelcome", "true"],
    ],
  });
  const limit = setTimeout(() => exit("timeout"), LIMIT_MS);
  const code = await ended;
  clearTimeout(limit);
  const outcomes = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, "utf8")) : [];
  for (const { name, error } of outcomes) {
    report.record(`extension host: ${name}`, error);
  }
  if (outcomes.length === 0 || (code !== 0 && outcomes.every(({ error }) => error === undefined))) {
    await workbench.screenshot("extension-host");
    report.record("extension host", new Error(`it ended with ${code} after ${outcomes.length} tests`));
  }
  await workbench.close();
}
