// Two functions compared side by side, in a window with sample.py open.
import assert from "node:assert/strict";
import { EDITED } from "./sample.mjs";
import { PATIENCE } from "./until.mjs";

export async function compare(report, workbench) {
  const { page } = workbench;
  const check = (name, act) => report.check(name, act, page);
  const view = page.frameLocator("iframe.webview.ready[src*='extensionId=perfcast.perfcast']").frameLocator("iframe#active-frame");

  const choose = async (title, name) => {
    await page.locator(".quick-input-title", { hasText: title }).waitFor();
    await workbench.quickInput(name);
    await page.waitForSelector(`.quick-input-list .monaco-list-row.focused[aria-label*='${name}']`);
    await page.keyboard.press("Enter");
  };

  await workbench.openFile("sample.py");
  const isOpen = await check("two functions chosen from lists are compared, with charts and sources", async () => {
    await workbench.command("Perfcast: Compare Two Functions…");
    await choose("Compare Functions: A", "total");
    await choose("Compare Functions: B", "pairs");
    await view.locator(".verdict").first().waitFor();
    const verdicts = await view.locator(".verdict").allTextContents();
    assert.equal(verdicts.length, 2);
    for (const text of verdicts) {
      assert.match(text, /cheaper( with \d+ %| \(\d+ %\))/);
    }
    assert.equal(await view.locator("#answer path.side").count(), 4); // Two metrics of two sides.
    assert.equal(await view.locator("#answer .growth").count(), 4);
    assert.equal(await view.locator("#answer svg").count(), 8);
    assert.match(await view.locator("#sources .a pre").textContent(), /^def total[^]*return sum\(nums\)$/);
    assert.match(await view.locator("#sources .b pre").textContent(), /^def pairs/);
    assert.match(await view.locator("#workload").inputValue(), /nums: list\[int\]/);
    await workbench.screenshot("compare");
    await workbench.picture("compare");
  });
  if (!isOpen) {
    return;
  }

  await check("an edited workload changes the comparison, a wrong one says what is wrong", async () => {
    await view.locator("#workload").fill("nums: list[int] * 123456");
    await view.locator("#answer", { hasText: "list[int] * 123456" }).waitFor();
    await view.locator("#workload").fill("nums: list[");
    await view.locator("#problem", { hasText: /\S/ }).waitFor();
    await view.locator("#workload").fill("nums: list[int] * 777");
    await view.locator("#answer", { hasText: "list[int] * 777" }).waitFor();
    await view.locator("#problem:empty").waitFor({ state: "attached" });
  });

  await check("the sources are those of the documents as they are now", async () => {
    const tab = page.locator(".tab", { hasText: "total ↔ pairs" });
    await workbench.openFile("sample.py");
    await workbench.clickIn("def total", "total");
    await page.keyboard.press("End");
    await page.keyboard.type("  # edited");
    await tab.click();
    await view.locator("#workload").fill("nums: list[int] * 778");
    await view.locator("#sources .a pre", { hasText: "# edited" }).waitFor();
    await workbench.openFile("sample.py");
    await workbench.command("File: Revert File");
    await tab.click();
    await view.locator("#workload").fill("nums: list[int] * 777");
    await view.locator("#answer", { hasText: "list[int] * 777" }).waitFor();
  });

  await check("another size is shown at once", async () => {
    const before = await view.locator("#answer path.side").first().getAttribute("d");
    await view.locator("#size").selectOption("1000000");
    await view.locator("#answer", { hasText: "resized to 1M" }).waitFor();
    assert.notEqual(await view.locator("#answer path.side").first().getAttribute("d"), before);
    await view.locator("#size").selectOption("");
    await view.locator("#answer", { hasText: "resized" }).waitFor({ state: "detached" });
  });

  await check("by keyboard the comparison is copied as Markdown", async () => {
    await view.locator("#workload").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item", { hasText: "comparison copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /\| n \|.*A cheaper/);
    assert.match(text, /777/);
  });

  await check("the comparison follows the theme", async () => {
    const colour = () => view.locator(".verdict").first().evaluate((element) => getComputedStyle(element).color);
    const light = await colour();
    await workbench.command("Preferences: Toggle between Light/Dark Themes");
    await view.locator("body.vscode-dark").waitFor();
    assert.notEqual(await colour(), light);
    await workbench.screenshot("compare-dark");
    await workbench.command("Preferences: Toggle between Light/Dark Themes");
    await view.locator("body.vscode-light").waitFor();
  });

  await check("the function under the cursor is compared with the selected one", async () => {
    await page.keyboard.press("Control+w");
    await workbench.shown("sample.py");
    await workbench.clickIn("def encode", "encode");
    await workbench.command("Perfcast: Select Function for Compare");
    // On a busy machine the command may be carried out after the next click.
    await page.locator(".statusbar-item", { hasText: "encode selected for compare" }).waitFor();
    await workbench.clickIn("def most_common", "most_common");
    await workbench.command("Perfcast: Compare with Selected Function");
    await view.locator("#sources .b pre", { hasText: "def most_common" }).waitFor();
    await view.locator(".verdict").first().waitFor();
    assert.match(await view.locator("#sources .a h2").textContent(), /A: encode/);
    assert.match(await view.locator("#sources .b h2").textContent(), /B: Inventory\.most_common/);
    await page.keyboard.press("Control+w");
    await workbench.shown("sample.py");
  });

  await check("a function is compared with what git has of it", async () => {
    await workbench.clickIn("def edited", "edited");
    await page.keyboard.press("End");
    await page.keyboard.type("\nnums = nums * 2");
    await workbench.command("Perfcast: Compare with Git HEAD");
    await view.locator("#sources .b h2", { hasText: "edited at HEAD" }).waitFor();
    // By then it makes millions of objects: trial runs at several sizes take all the seconds that there are.
    await view.locator(".verdict").first().waitFor({ timeout: 5 * PATIENCE });
    assert.match(await view.locator("#sources .a pre").textContent(), /nums \* 2/);
    assert.equal(await view.locator("#sources .b pre").textContent(), `${EDITED}\n    return sorted(nums)`);
    await page.keyboard.press("Control+w");
    await workbench.shown("sample.py");
    await workbench.command("File: Revert File");
    await page.waitForSelector(".tab.active:not(.dirty)");
  });

  await check("the comparison's page breaks no policy", () => {
    assert.deepEqual(workbench.console.filter((line) => /Refused to|Content Security Policy/.test(line)), []);
  });
}
