// Marks behind functions that cost more than they may, lenses above functions, links and pictures in the hover.
import assert from "node:assert/strict";
import { PAIRS, TOTAL } from "./sample.mjs";
import { until } from "./until.mjs";

/** What styles draw behind these lines, and in which colour. */
function marks(workbench, sources) {
  return workbench.page.evaluate((wanted) => {
    const lines = [...document.querySelectorAll(".monaco-workbench .view-lines .view-line")];
    return wanted.map((source) => {
      const line = lines.find((element) => element.textContent.replaceAll("\u00a0", " ").startsWith(source));
      const styles = [...(line?.querySelectorAll("span") ?? [])].map((span) => getComputedStyle(span, "::after"));
      const style = styles.find(({ content }) => content !== "none" && content !== "normal");
      return style && { text: JSON.parse(style.content), color: style.color };
    });
  }, sources);
}

/** In a window of sample.py, with the machine's settings as `settings`. */
export async function marksAndLenses(report, workbench, server, settings) {
  const { page } = workbench;
  const check = (name, act) => report.check(name, act, page);
  await workbench.openFile("sample.py");
  // Where it was left scrolled to depends on which function was the most expensive.
  await page.keyboard.press("Control+Home");
  await workbench.waitForHints([TOTAL, PAIRS]);

  await check("functions over a threshold are marked in the colour of how sure that is", async () => {
    assert.deepEqual(await marks(workbench, [TOTAL, PAIRS]), [undefined, undefined]);
    const use = (changed) => server.writeMachineSettings({ ...settings, "perfcast.decorations.enable": true, ...changed });
    use({ "perfcast.decorations.memory": 1e-3, "perfcast.decorations.time": 0 });
    const [sure] = await until(async () => {
      const found = await marks(workbench, [TOTAL, PAIRS]);
      return found.every((mark) => mark !== undefined) ? found : undefined;
    });
    assert.match(sure.text, /^peak over /);
    use({ "perfcast.decorations.memory": 1e-3, "perfcast.decorations.time": 0, "perfcast.hints.memory": false, "perfcast.hints.time": false });
    await workbench.waitForNoHints([TOTAL]);
    await until(async () => ((await marks(workbench, [TOTAL]))[0]?.text === sure.text ? true : undefined));
    use({ "perfcast.decorations.memory": 2 ** 18, "perfcast.decorations.time": 1e-3 });
    await until(async () => ((await marks(workbench, [TOTAL]))[0]?.text === sure.text ? undefined : true));
    await workbench.screenshot("marks");
    use({ "perfcast.decorations.memory": 0, "perfcast.decorations.time": 1e9 });
    await until(async () => ((await marks(workbench, [TOTAL, PAIRS])).every((mark) => mark === undefined) ? true : undefined));
  });

  await check("lenses compare and measure", async () => {
    server.writeMachineSettings({ ...settings, "perfcast.codeLens": true });
    const lens = (text) => page.locator(".codelens-decoration a", { hasText: text });
    await lens("compare with").first().waitFor();
    await lens("measure").first().waitFor();
    await workbench.screenshot("lenses");
    await lens("compare with").first().click();
    await page.locator(".quick-input-title", { hasText: "beside total" }).waitFor();
    await page.keyboard.press("Escape");
    server.writeMachineSettings(settings);
    await lens("compare with").first().waitFor({ state: "detached" });
  });

  await check("the hover over a def links to comparing and measuring", async () => {
    await workbench.hover("def pairs", "pairs", "Compare with…");
    await page.locator(".monaco-hover a", { hasText: "Compare with…" }).first().click();
    await page.locator(".quick-input-title", { hasText: "beside pairs" }).waitFor();
    await page.keyboard.press("Escape");
  });

  await check("the range is shown as a picture in the hover", async () => {
    server.writeMachineSettings({ ...settings, "perfcast.hover.pictures": true });
    await until(async () => {
      await workbench.hover("def pairs", "pairs", "emory");
      return (await page.locator(".monaco-hover img").count()) > 0 || undefined;
    });
    const image = page.locator(".monaco-hover img").first();
    assert.ok(await image.evaluate(async (element) => { await element.decode(); return element.naturalWidth > 0; }));
    await workbench.screenshot("hover-picture");
    server.writeMachineSettings(settings);
  });
}
