// Interpreters that cannot run the server: one message each, no loop, and a way out.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { TOTAL } from "./sample.mjs";
import { until } from "./until.mjs";

const SERVER = ["-m", "perfcast", "serve"];

/** In a window with sample.py open. */
export async function brokenInterpreters({ report, workbench, server, settings, scratch }) {
  const { page } = workbench;
  const [python] = settings["perfcast.interpreter"];
  const check = (name, act) => report.check(name, act, page);
  const use = (program) => server.writeMachineSettings({ ...settings, "perfcast.interpreter": [program] });

  function script(name, ...lines) {
    const file = path.join(scratch, name);
    fs.writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
    return file;
  }

  await check("an interpreter that is not there gives one message and recovers with the setting", async () => {
    use("/nowhere/python");
    const text = await workbench.waitForToast("Perfcast cannot start");
    assert.match(text, /there is no such program/);
    assert.match(text, /Show Logs/);
    await workbench.screenshot("no-interpreter");
    await workbench.waitForNoHints([TOTAL]);
    assert.equal((await workbench.toasts()).length, 1);
    await server.ended(...SERVER);
    server.writeMachineSettings(settings);
    await workbench.waitForHints([TOTAL]);
    await workbench.dismissToasts();
  });

  await check("a text in place of a list is the interpreter", async () => {
    server.writeMachineSettings({ ...settings, "perfcast.interpreter": "/nowhere/python" });
    await workbench.waitForToast("Perfcast cannot start");
    server.writeMachineSettings({ ...settings, "perfcast.interpreter": python });
    await workbench.waitForHints([TOTAL]);
    await workbench.dismissToasts();
  });

  await check("a server that ends at its start is started once", async () => {
    const starts = path.join(scratch, "starts");
    use(script("ends.sh", `case "$*" in *serve*) echo start >> '${starts}'; echo 'a wheel is missing' >&2; exit 3 ;; esac`, `exec '${python}' "$@"`));
    const text = await workbench.waitForToast("The Perfcast server did not start");
    assert.match(text, /Show Logs/);
    assert.equal((await workbench.toasts()).length, 1);
    assert.equal(fs.readFileSync(starts, "utf8"), "start\n");
    await page.locator(".notification-toast .monaco-button", { hasText: "Show Logs" }).click();
    await page.locator(".part.panel", { hasText: "[error]" }).waitFor();
    await until(() => (/a wheel is missing/.test(server.log("Perfcast.log")) ? true : undefined));
    await workbench.screenshot("server-ends");
    await page.keyboard.press("Control+j");
    await page.locator(".part.panel").waitFor({ state: "hidden" });
    await workbench.dismissToasts();
  });

  await check("the package is installed from the message, with the command shown", async () => {
    const installed = path.join(scratch, "installed");
    const lacking = script(
      "lacking.sh",
      `if [ "$1 $2" = "-m pip" ]; then echo "$*" >> '${installed}'; echo 'Successfully installed'; exit 0; fi`,
      // Without `site` nothing that was installed is found.
      `if [ -e '${installed}' ]; then exec '${python}' "$@"; else exec '${python}' -I -S "$@"; fi`,
    );
    use(lacking);
    assert.match(await workbench.waitForToast("Perfcast cannot start"), /not installed/);
    await page.locator(".notification-toast .monaco-button", { hasText: "Set Up…" }).click();
    const row = page.locator(".quick-input-list .monaco-list-row", { hasText: "Install with pip" });
    await row.waitFor();
    assert.match(await page.locator(".quick-input-list").textContent(), /lacking\.sh -m pip install perfcast/);
    await workbench.screenshot("set-up");
    await row.click();
    await page.locator(".quick-input-message", { hasText: "What pip installs" }).waitFor();
    await page.keyboard.press("Enter");
    await workbench.waitForHints([TOTAL]);
    assert.equal(fs.readFileSync(installed, "utf8"), "-m pip install perfcast\n");
  });

  server.writeMachineSettings(settings);
  await workbench.dismissToasts();
}
