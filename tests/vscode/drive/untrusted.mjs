// A workspace that is not trusted is forecast, but names no program to run.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { TOTAL } from "./sample.mjs";
import { until } from "./until.mjs";
import { Workbench } from "./workbench.mjs";

export async function untrusted({ report, browser, server, python, workspace }) {
  const folder = path.join(workspace("untrusted"), "first");
  const mark = path.join(folder, "the-workspace-s-program-ran");
  const program = path.join(folder, "python.sh");
  fs.writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\nexec '${python}' "$@"\n`, { mode: 0o755 });
  fs.mkdirSync(path.join(folder, ".vscode"));
  fs.writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify({ "perfcast.interpreter": [program] }));
  // Python would import this in place of the standard library's module if the server ran in the workspace.
  fs.writeFileSync(path.join(folder, "json.py"), `open(${JSON.stringify(mark)}, "w")\n`);

  server.writeUserSettings({ "security.workspace.trust.enabled": true });
  const workbench = await Workbench.open(browser, server.url, { folder, file: "sample.py" });
  const { page } = workbench;

  await report.check("an untrusted workspace has hints, and none of its programs run", async () => {
    await workbench.waitForHints([TOTAL]);
    assert.ok(!fs.existsSync(mark));
    await workbench.screenshot("untrusted");
  }, page);

  await report.check("an untrusted workspace is not measured, and says why", async () => {
    await workbench.clickIn("def total", "total");
    await workbench.command("Perfcast: Measure Function");
    assert.match(await workbench.waitForToast("trusted workspaces alone"), /Manage Workspace Trust/);
    await workbench.dismissToasts();
  }, page);

  await report.check("once it is trusted, its interpreter is used", async () => {
    await workbench.command("Workspaces: Manage Workspace Trust");
    await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
    await page.locator(".workspace-trust-editor", { hasText: "You trust this folder" }).waitFor();
    await workbench.openFile("sample.py");
    // The hints that were there before may stay meanwhile.
    await until(() => (fs.existsSync(mark) ? true : undefined));
    await workbench.waitForHints([TOTAL]);
  }, page);

  await workbench.close();
  server.writeUserSettings({});
}
