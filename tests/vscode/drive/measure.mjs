// Measuring, in a window with sample.py open.
import assert from "node:assert/strict";
import { SLOW, TOTAL } from "./sample.mjs";
import { until } from "./until.mjs";

export async function measure(report, workbench, server) {
  const { page } = workbench;
  const check = (name, act) => report.check(name, act, page);

  await check("a function is measured", async () => {
    await workbench.openFile("sample.py");
    const [forecast] = await workbench.waitForHints([TOTAL]);
    await workbench.clickIn("def total", "total");
    await workbench.command("Perfcast: Measure Function");
    const text = await workbench.waitForToast("total measured");
    assert.match(text, /Peak memory [\d.]+ \S*B, CPU time [\d.]+ [nµm]?s, for nums: list\[int\] \* 5000/);
    const [hint] = await workbench.waitForHints([TOTAL], { not: [forecast] });
    assert.match(hint, /^✓/);
    await workbench.screenshot("measured");
    await workbench.dismissToasts();
  });

  await check("measuring is cancelled", async () => {
    await workbench.openFile("slow.py");
    await workbench.waitForHints([SLOW]);
    await workbench.clickIn("def slow", "slow");
    await workbench.command("Perfcast: Measure Function");
    await workbench.waitForToast("Measuring slow");
    await until(() => (server.processes("measure").length > 0 ? true : undefined));
    await page.locator(".notification-toast .monaco-button", { hasText: "Cancel" }).click();
    await page.waitForFunction(() => document.querySelector(".notification-toast") === null);
    await server.ended("measure");
  });
}
