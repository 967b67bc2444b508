// Triton kernels: their hints, and the ranking of their configurations.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { until } from "./until.mjs";

const KERNEL = "def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):";

/** In a window with the fixture's two roots, with the machine's settings as `settings`. */
export async function kernels(report, workbench, server, settings) {
  const { page } = workbench;
  const check = (name, act) => report.check(name, act, page);
  const lens = (text) => page.locator(".codelens-decoration a", { hasText: text });
  const preview = page.frameLocator("iframe.webview.ready[src*='extensionId=vscode.markdown-language-features']").frameLocator("iframe#active-frame");
  const asked = (title) => page.locator(".quick-input-title", { hasText: title }).waitFor();
  const focused = (text) => page.waitForSelector(`.quick-input-list .monaco-list-row.focused[aria-label*='${text}']`);
  const answer = async (title, text) => {
    await asked(title);
    await workbench.quickInput(text);
    await page.keyboard.press("Enter");
  };
  const rankOn = async (name) => {
    await workbench.openFile("kernels.py");
    await workbench.clickIn("def matmul_kernel", "matmul_kernel");
    await workbench.command("Perfcast: Rank Configurations of a Triton Kernel…");
    await asked("Rank Configurations of matmul_kernel");
    await workbench.quickInput("Other");
    await focused("Other…");
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-message", { hasText: "by its figures" }).waitFor();
    await answer("Rank Configurations of matmul_kernel", name);
    await answer(`on ${name}`, "");
  };

  await check("a kernel has a hint of what a launch takes", async () => {
    await workbench.openFile("kernels.py");
    const [hint] = await workbench.waitForHints([KERNEL]);
    assert.match(hint, /[µm]s|regs/);
    assert.ok([...hint].length <= 25, `${hint} is longer than 25 characters`);
    await workbench.screenshot("kernel");
  });

  await check("the lens above a kernel ranks its configurations in a preview", async () => {
    server.writeMachineSettings({ ...settings, "perfcast.codeLens": true, "perfcast.gpu": "H200" });
    await lens("rank 36 configurations").click();
    await asked("Rank Configurations of matmul_kernel");
    await focused("H200"); // That of the settings.
    await page.keyboard.press("Enter");
    await asked("Rank Configurations of matmul_kernel on H200");
    await workbench.quickInput("M=4096,N=");
    await page.locator(".quick-input-message", { hasText: "NAME=NUMBER is expected" }).waitFor();
    await answer("on H200", "M=4096,N=4096,K=4096");
    await preview.locator("h1", { hasText: "matmul_kernel on H200" }).waitFor();
    assert.match(await page.locator(".tab.active").textContent(), /matmul_kernel on H200/);
    assert.match(await preview.locator("body").textContent(), /M: int = 4096[^]*35 configurations, the most promising first[^]*Left out: 1[^]*shared memory/);
    assert.equal(await preview.locator("tbody tr").count(), 35);
    await workbench.screenshot("ranking");
  });

  await check("kernels are compared, and only functions measured from a lens", async () => {
    await workbench.openFile("kernels.py");
    await lens("rank").waitFor();
    const functions = (await workbench.lines()).filter((line) => /^\s*def /.test(line) && !line.startsWith("def matmul_kernel")).length;
    const expected = [1, functions, functions + 1];
    const counts = () => Promise.all(["rank", "measure", "compare with"].map((text) => lens(text).count()));
    // They are drawn one after the other.
    await until(async () => (isDeepStrictEqual(await counts(), expected) ? true : undefined));
    await workbench.screenshot("kernel-lens");
  });

  await check("any GPU can be named in the palette's command, an unknown one is an error", async () => {
    await rankOn("RTX 4090");
    await preview.locator("h1", { hasText: "matmul_kernel on RTX 4090" }).waitFor();
    assert.match(await preview.locator("body").textContent(), /M: int = 2048/);
    await rankOn("H300");
    assert.match(await workbench.waitForToast("matmul_kernel: unknown device 'H300'"), /nearest known is 'H200'/);
    await workbench.dismissToasts();
  });

  server.writeMachineSettings(settings);
}
