// What the extension says of itself, and a server that dies.
import assert from "node:assert/strict";
import { ENCODE, TOTAL } from "./sample.mjs";

export async function status(report, workbench, server) {
  const { page } = workbench;
  const check = (name, act) => report.check(name, act, page);

  await check("the status bar tells the model and the state", async () => {
    await page.locator("[id='status.languageStatus']").hover();
    const item = page.locator(".hover-language-status", { hasText: "Perfcast: model" });
    await item.waitFor();
    assert.match(await item.textContent(), /model \S+ \S+.* \d+ units.*Settings/s);
    await page.locator(".hover-language-status", { hasText: "Debug Information" }).waitFor();
    await workbench.screenshot("status");
  });

  await check("debug information names extension, server and interpreter", async () => {
    await workbench.command("Perfcast: Debug Information");
    await page.locator(".monaco-workbench .view-line", { hasText: "# Perfcast: debug information".replaceAll(" ", "\u00a0") }).waitFor();
    const text = (await workbench.lines()).join("\n");
    assert.match(text, /server \| perfcast/i);
    assert.match(text, /last error \| /);
    assert.match(text, /with\s+perfcast \d/);
    await workbench.screenshot("debug-information");
    await workbench.openFile("sample.py");
    await workbench.waitForHints([TOTAL]);
  });

  await check("a server that is killed is started again and serves", async () => {
    const [pid, ...others] = server.processes("-m", "perfcast", "serve");
    assert.deepEqual(others, []);
    process.kill(pid, "SIGKILL");
    // Its hints may stay in the page meanwhile: only new ones prove the new server.
    const [before] = await workbench.hints([ENCODE]);
    await workbench.clickIn("def encode", "encode");
    await page.keyboard.press("Home");
    await page.keyboard.type("# perfcast: rows: dict[str, int] * 2e6\n", { delay: 5 });
    await page.keyboard.press("Control+s");
    await workbench.waitForHints([TOTAL, ENCODE], { not: [before] });
    const after = server.processes("-m", "perfcast", "serve");
    assert.equal(after.length, 1);
    assert.notEqual(after[0], pid);
  });
}
