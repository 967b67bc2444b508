// Hints in a file that is opened, edited and saved.
import assert from "node:assert/strict";
import { EDITED, HINT, MOST_COMMON, PAIRS, TOTAL } from "./sample.mjs";

const UNCHANGED = [TOTAL, PAIRS, MOST_COMMON];

/** In a window with sample.py open. Gives whether there are hints at all. */
export async function hints(report, workbench) {
  const { page } = workbench;
  const check = (name, act) => report.check(name, act, page);

  const isStarted = await check("hints stand at the end of the def lines without an edit", async () => {
    const hints = await workbench.waitForHints([TOTAL, EDITED, PAIRS, MOST_COMMON]);
    for (const hint of hints) {
      assert.match(hint, HINT);
      assert.ok([...hint].length <= 25, `${hint} is longer than 25 characters`);
    }
    const others = (await workbench.lines()).filter((line) => !/^\s*(async )?def /.test(line));
    assert.ok(others.every((line) => !/[KMGT]iB|–/.test(line)), others.join("\n"));
    await workbench.screenshot("hints");
    await workbench.picture("hints", { height: 640 });
  });
  if (!isStarted) {
    return false; // Every other check would only wait for the same.
  }

  await check("the hint's tooltip says what it holds for", async () => {
    const [hint] = await workbench.hints([TOTAL]);
    const text = await workbench.hover("def total", hint, "emory");
    assert.match(text, /total/);
    await workbench.screenshot("tooltip");
  });

  await check("hovering over a function's name tells its cost", async () => {
    await workbench.hover("def pairs", "pairs", "emory");
    await workbench.screenshot("hover");
    await workbench.picture("hover", { height: 420 });
  });

  await check("unchanged functions keep their hints in every frame while one types and saves", async () => {
    const before = await workbench.hints(UNCHANGED);
    const [edited] = await workbench.hints([EDITED]);
    await page.keyboard.press("Escape");
    await workbench.clickIn("def edited", "edited");
    await page.keyboard.press("End");
    await page.keyboard.type("\n\n");
    assert.deepEqual(await workbench.waitForHints(UNCHANGED), before);
    const stop = await workbench.record(UNCHANGED);
    // Between the brackets the file does not parse.
    await page.keyboard.type("nums = [n + 1 for n in nums]", { delay: 25 });
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("    table = [list(range(100000)) for _ in range(200)]", { delay: 25 });
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("# perfcast: nums: list[int] * 3e6", { delay: 25 });
    await page.keyboard.press("Control+s");
    await page.waitForSelector(".tab.active:not(.dirty)");
    await workbench.waitForHints([EDITED], { not: [edited] });
    const samples = await stop();
    samples.forEach(({ texts }, index) => {
      assert.deepEqual(texts, [before[index]], `${UNCHANGED[index]} flickered`);
    });
    await workbench.screenshot("after-save");
  });
  return true;
}
