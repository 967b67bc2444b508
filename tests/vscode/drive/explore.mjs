// The view of the workspace's most expensive units.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { until } from "./until.mjs";

const SCALES = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** What a row says of its unit: name, upper end of the memory in bytes, path. */
function read(label) {
  const found = /^(\S+), Peak memory (?:.*?[–≈])?([\d.]+) (\S*B), (.+):(\d+)$/.exec(label);
  assert.ok(found, label);
  return { name: found[1], upper: Number(found[2]) * SCALES[found[3]], path: found[4], line: Number(found[5]) };
}

/** In a window with the fixture's two roots below `folder`. */
export async function explore(report, workbench, folder) {
  const { page } = workbench;
  const check = (name, act) => report.check(name, act, page);
  const pane = page.locator(".pane", { has: page.locator(".pane-header", { hasText: "Explore" }) });
  const rows = pane.locator(".monaco-list-row");
  const labels = () => rows.evaluateAll((elements) =>
    elements.map((element) => [Number.parseInt(element.style.top), element.getAttribute("aria-label")]).sort((a, b) => a[0] - b[0]).map(([, label]) => label));
  /** The rows follow the view's message a little later. */
  const shown = (wanted) => until(async () => (isDeepStrictEqual((await labels()).map((label) => label.split(",")[0]), wanted) ? true : undefined));
  /** Until rows have stayed what they are for a second: forecasts that come move them. */
  const settled = async () => {
    for (let before, now = await labels(); !isDeepStrictEqual(before, now); now = await labels()) {
      before = now;
      await page.waitForTimeout(1000);
    }
  };
  const named = (name) => pane.locator(`.monaco-list-row[aria-label^="${name}, "]`);
  /** The view offers the next look once the last has ended. */
  const ended = async () => {
    await page.locator(".part.sidebar .codicon-refresh:visible").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".notification-toast") === null);
  };
  const message = (text) => pane.locator(".message", { hasText: text });

  await workbench.openFile("sample.py");
  const isFilled = await check("the workspace's units are listed on request, the most expensive first", async () => {
    await page.locator(".activitybar .action-label[aria-label^='Perfcast']").click();
    await pane.locator(".welcome-view-content", { hasText: "cost the most" }).waitFor();
    await pane.locator(".welcome-view-content .monaco-button").click();
    await message("units").waitFor();
    await named("squares").waitFor();
    await ended();
    await settled();
    const units = (await labels()).filter((label) => !label.includes("no forecast")).map(read);
    for (const name of ["total", "pairs", "Inventory.most_common", "squares", "größe"]) {
      assert.ok(units.some((unit) => unit.name === name), name);
    }
    assert.deepEqual(units.map(({ upper }) => upper), units.map(({ upper }) => upper).sort((a, b) => b - a));
    await workbench.screenshot("explore");
  });
  if (!isFilled) {
    return;
  }

  await check("the list is filtered while one types, and whole again", async () => {
    const all = (await labels()).map((label) => label.split(",")[0]);
    await workbench.command("Perfcast: Explore: Filter…");
    await workbench.quickInput("other.py squ");
    await message("1 of").waitFor();
    await shown(["squares"]);
    await workbench.quickInput("sample.py");
    await page.keyboard.press("Enter");
    await named("squares").waitFor({ state: "detached" });
    await named("total").waitFor();
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await page.mouse.move(640, 790);
    await page.waitForTimeout(500); // It fades out.
    await workbench.picture("explore", { isWhole: true, height: 420 });
    await workbench.command("Perfcast: Explore: Clear Filter");
    await message("“sample.py”").waitFor({ state: "detached" });
    await shown(all);
  });

  await check("the list is grouped by file, sorted by time, and flat again", async () => {
    await workbench.command("Perfcast: Explore: Group by File");
    await pane.locator(".monaco-list-row[aria-level='2']").first().waitFor();
    const files = await pane.locator(".monaco-list-row[aria-level='1']").allTextContents();
    assert.ok(files.some((text) => /^sample\.py\d+ units/.test(text)), files.join());
    await workbench.screenshot("explore-files");
    await workbench.command("Perfcast: Explore: Show as One List");
    await pane.locator(".monaco-list-row[aria-level='2']").first().waitFor({ state: "detached" });
    await workbench.command("Perfcast: Explore: Sort by…");
    await workbench.quickInput("CPU time");
    await page.keyboard.press("Enter");
    await pane.locator(".monaco-list-row[aria-label*=', CPU time ']").first().waitFor();
    await workbench.command("Perfcast: Explore: Sort by…");
    await workbench.quickInput("Peak memory");
    await page.keyboard.press("Enter");
    await pane.locator(".monaco-list-row[aria-label*=', Peak memory ']").first().waitFor();
  });

  await check("a click opens the function, by keyboard too", async () => {
    await named("squares").click();
    await workbench.shown("other.py");
    await page.locator(".statusbar-item", { hasText: "Ln 1, Col 1" }).waitFor();
    const encode = read(await named("encode").getAttribute("aria-label"));
    await named("encode").click();
    await workbench.shown("sample.py");
    await page.locator(".statusbar-item", { hasText: `Ln ${encode.line}, Col 1` }).waitFor();
    await workbench.command("Explore: Focus on Explore View");
    await page.waitForFunction(() => document.activeElement.closest(".pane .monaco-list") !== null);
    await settled();
    await page.keyboard.press("Home");
    await pane.locator(".monaco-list-row.focused[data-index='0']").waitFor();
    // Forecasts that come meanwhile may move it.
    const first = read(await pane.locator(".monaco-list-row.focused").getAttribute("aria-label"));
    await page.keyboard.press("Enter");
    await workbench.shown(path.basename(first.path));
    await page.locator(".statusbar-item", { hasText: `Ln ${first.line}, Col` }).waitFor();
  });

  await check("the list is exported as CSV and as JSON", async () => {
    const count = await rows.count();
    for (const type of ["csv", "json"]) {
      const file = path.join(folder, "first", `perfcast.${type}`);
      await workbench.command("Perfcast: Explore: Export…");
      await page.locator(".quick-input-title", { hasText: "Export Forecasts" }).waitFor();
      // What is typed before the dialog has read the folder is lost.
      await page.waitForFunction(() => document.querySelector(".quick-input-box input").value.endsWith("/first/perfcast.csv"));
      await page.keyboard.press("End");
      if (type !== "csv") {
        for (let deleted = 0; deleted < "csv".length; deleted += 1) {
          await page.keyboard.press("Backspace");
        }
        await page.keyboard.type(type);
      }
      await page.waitForFunction((end) => document.querySelector(".quick-input-box input").value.endsWith(end), `/first/perfcast.${type}`);
      await page.keyboard.press("Enter");
      await page.locator(".statusbar-item", { hasText: "exported" }).waitFor();
      const text = fs.readFileSync(file, "utf8");
      fs.rmSync(file);
      await page.locator(".statusbar-item", { hasText: "exported" }).waitFor({ state: "detached" });
      if (type === "csv") {
        assert.match(text, /^uri,line,name,kind,workload,workload_origin,device,peak_memory_p10/);
        assert.match(text, /,total,function,nums: list\[int\] \* 5000/);
        assert.equal(text.trim().split("\r\n").length, count + 1);
      } else {
        const { units } = JSON.parse(text);
        assert.equal(units.length, count);
        assert.ok(units.some((unit) => unit.name === "total" && unit.forecasts.cpu_time.p90 > 0));
      }
    }
  });

  await check("looking through the workspace shows its progress and is cancelled", async () => {
    const before = await labels();
    const many = path.join(folder, "second", "many.py");
    fs.writeFileSync(many, Array.from({ length: 1500 }, (_, n) => `def f${n}(rows: list[int]) -> list[int]:\n    return [row * ${n} for row in rows if row > ${n * n}]\n`).join("\n\n"));
    await workbench.command("Perfcast: Explore: Forecast the Workspace");
    assert.match(await workbench.waitForToast("Forecasting the workspace"), /Cancel/);
    await page.locator(".notification-toast .monaco-button", { hasText: "Cancel" }).click();
    await ended();
    assert.deepEqual(await labels(), before);
    await workbench.command("Perfcast: Explore: Forecast the Workspace");
    await workbench.waitForToast("Forecasting the workspace");
    await workbench.command("Perfcast: Explore: Stop");
    await ended();
    assert.deepEqual(await labels(), before);
    fs.rmSync(many);
  });

  await check("a unit of the list is compared with another", async () => {
    await named("squares").click({ button: "right" });
    await page.locator(".monaco-menu .action-label", { hasText: "Compare with Another Function…" }).hover();
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-title", { hasText: "beside squares" }).waitFor();
    await page.keyboard.press("Escape");
  });
  await workbench.command("View: Show Explorer");
}
