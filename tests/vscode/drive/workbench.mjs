// One window of VS Code in a headless browser, with the few things that the checks do in it.
import { createRequire } from "node:module";
import path from "node:path";
import { PATIENCE } from "./until.mjs";

const { chromium } = createRequire(path.join(process.env.PLAYWRIGHT_DIR, "index.js"))("playwright-core");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Milliseconds after which what may have been lost is tried again. */
const ATTEMPT = 5_000;

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });

/** The editor draws blanks as no-break spaces. */
const plain = (text) => text.replaceAll("\u00a0", " ");

export class Workbench {
  /**
   * Opens a folder or a `.code-workspace` in a fresh browser profile, and `file`, a path in it.
   * @param {{folder?: string, workspace?: string, file?: string, payload?: string[][], name?: string}} options
   *   `name` begins the names of the screenshots.
   */
  static async open(browser, url, { folder, workspace, file, payload = [], name = "" }) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const workbench = new Workbench(page, new URL(url).host, name);
    const remote = `vscode-remote://${workbench.host}`;
    const opened = [...(file === undefined ? [] : [["openFile", `${remote}${path.join(folder ?? path.dirname(workspace), file)}`]]), ...payload];
    page.on("request", (request) => workbench.note(new URL(request.url())));
    page.on("console", (message) => workbench.console.push(`${message.type()}: ${message.text()}`));
    const query = new URLSearchParams({ ...(workspace === undefined ? { folder } : { workspace }), payload: JSON.stringify(opened) });
    await page.goto(`${url}/?${query}`, { waitUntil: "domcontentloaded" });
    await page.waitForSelector(".monaco-workbench");
    if (file !== undefined) {
      await workbench.shown(path.basename(file));
    }
    return workbench;
  }

  outside = new Set();
  console = [];

  constructor(page, host, name) {
    this.page = page;
    this.host = host;
    this.name = name;
  }

  note(address) {
    // A webview's own resources have a host of their own, which a service worker answers for.
    const isResource = address.host.endsWith(".vscode-resource.vscode-cdn.net");
    if (/^(https?|wss?):$/.test(address.protocol) && address.host !== this.host && !isResource) {
      this.outside.add(address.origin);
    }
  }

  async shown(file) {
    await this.page.waitForSelector(`.tab.active[data-resource-name='${file}']`);
    await this.page.waitForSelector(".monaco-workbench .view-lines .view-line:visible");
  }

  /** Opens a file of the folder by name, as one does with the keyboard. Now and then VS Code's search of files gives
   * nothing until it is asked anew. */
  async openFile(file) {
    for (let attempt = 1; ; attempt += 1) {
      await this.openQuickInput("Control+p");
      await this.quickInput(file);
      try {
        await this.page.waitForSelector(`.quick-input-list .monaco-list-row.focused[aria-label*='${file}']`, { timeout: 2 * ATTEMPT });
        break;
      } catch (error) {
        if (2 * attempt * ATTEMPT >= PATIENCE) {
          throw error;
        }
        await this.page.keyboard.press("Escape");
      }
    }
    await this.page.keyboard.press("Enter");
    await this.shown(file);
  }

  word(source, text) {
    return this.page.locator(".monaco-workbench .view-line", { hasText: source }).locator("span span", { hasText: text }).last();
  }

  async command(title) {
    await this.openQuickInput("F1");
    await this.quickInput(`>${title}`);
    await this.page.waitForSelector(`.quick-input-list .monaco-list-row.focused[aria-label*='${title.replace(/^.*: /, "")}']`);
    await this.page.keyboard.press("Enter");
  }

  /** A key that is pressed while the focus moves is lost, and pressed again. */
  async openQuickInput(key) {
    const input = this.page.locator(".quick-input-widget .quick-input-box input");
    for (let attempt = 1; ; attempt += 1) {
      await this.page.keyboard.press(key);
      try {
        await input.waitFor({ timeout: ATTEMPT });
        return;
      } catch (error) {
        if (attempt * ATTEMPT >= PATIENCE) {
          throw error;
        }
      }
    }
  }

  async quickInput(text) {
    const input = this.page.locator(".quick-input-widget .quick-input-box input");
    await input.waitFor();
    await input.fill(text);
  }

  /** The text of each visible line with what is drawn into it, top to bottom. */
  async lines() {
    const lines = await this.page.$$eval(".monaco-workbench .view-lines .view-line", (elements) =>
      elements.map((element) => [Number.parseInt(element.style.top), element.textContent]).sort((a, b) => a[0] - b[0]).map(([, text]) => text));
    return lines.map(plain);
  }

  /** What is drawn after each of these source lines, undefined for a line that is not there. */
  async hints(sources) {
    const lines = await this.lines();
    return sources.map((source) => lines.find((line) => line.startsWith(source))?.slice(source.length).trim());
  }

  /** Waits until something is drawn after each of these source lines; `not` holds texts that do not count. */
  async waitForHints(sources, { not = [] } = {}) {
    // What was seen at that moment: a line that is drawn anew has none for another one.
    const found = await this.page.waitForFunction(([wanted, refused]) => {
      const lines = [...document.querySelectorAll(".monaco-workbench .view-lines .view-line")].map((line) => line.textContent.replaceAll("\u00a0", " "));
      const hints = wanted.map((source) => lines.find((line) => line.startsWith(source))?.slice(source.length).trim());
      return hints.every((hint) => hint !== undefined && hint !== "" && !refused.includes(hint)) && hints;
    }, [sources, not]).catch(async (error) => {
      throw new Error(`${error.message}\nlines:\n${(await this.lines()).join("\n")}`);
    });
    return found.jsonValue();
  }

  async waitForNoHints(sources) {
    await this.page.waitForFunction((wanted) => {
      const lines = [...document.querySelectorAll(".monaco-workbench .view-lines .view-line")].map((line) => line.textContent.replaceAll("\u00a0", " "));
      return wanted.every((source) => lines.some((line) => line.trimEnd() === source));
    }, sources);
  }

  /** Notes what is drawn after these source lines in every frame, until the returned function is called and some frames were seen. */
  async record(sources) {
    await this.page.evaluate((wanted) => {
      const samples = wanted.map(() => ({ frames: 0, texts: [] }));
      window.perfcastSamples = samples;
      const sample = () => {
        if (window.perfcastSamples !== samples) {
          return;
        }
        const lines = [...document.querySelectorAll(".monaco-workbench .view-lines .view-line")].map((line) => line.textContent.replaceAll("\u00a0", " "));
        wanted.forEach((source, index) => {
          const text = lines.find((line) => line.startsWith(source))?.slice(source.length).trim() ?? "(no such line)";
          samples[index].frames += 1;
          if (samples[index].texts.at(-1) !== text) {
            samples[index].texts.push(text);
          }
        });
        requestAnimationFrame(sample);
      };
      sample();
    }, sources);
    return async () => {
      await this.page.waitForFunction(() => window.perfcastSamples.every(({ frames }) => frames > 30));
      return this.page.evaluate(() => {
        const samples = window.perfcastSamples;
        window.perfcastSamples = undefined;
        return samples;
      });
    };
  }

  /** Puts the cursor into `text` in the line that begins with `source`. */
  async clickIn(source, text) {
    await this.word(source, text).click();
  }

  /** Rests the pointer on `text` in the line that begins with `source`; gives the hover once it holds `expected`. */
  async hover(source, text, expected) {
    await this.page.keyboard.press("Escape");
    const target = this.word(source, text);
    const shown = this.page.locator(".monaco-hover:not(.hidden)", { hasText: expected }).first();
    // A pointer that rests while the line is drawn anew is not noticed: it leaves and comes back.
    for (let attempt = 1; ; attempt += 1) {
      await this.page.mouse.move(900, 640);
      const box = await target.boundingBox();
      await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
      try {
        await shown.waitFor({ timeout: ATTEMPT });
        return plain(await shown.textContent());
      } catch (error) {
        if (attempt * ATTEMPT >= PATIENCE) {
          throw error;
        }
      }
    }
  }

  async toasts() {
    return this.page.$$eval(".notifications-toasts .notification-list-item", (items) => items.map((item) => item.textContent));
  }

  /** Waits for a notification that holds `text` and has faded in. */
  async waitForToast(text) {
    const toast = this.page.locator(".notification-toast.notification-fade-in-done", { hasText: text }).first();
    await toast.waitFor();
    return toast.textContent();
  }

  async dismissToasts() {
    await this.command("Notifications: Clear All Notifications");
    await this.page.waitForFunction(() => document.querySelector(".notification-toast") === null);
  }

  screenshot(name) {
    return this.page.screenshot({ path: path.join(process.env.OUT, `${this.name}${name}.png`) });
  }

  /** For the README: the editors' part of the window, or all of it, down to a height. */
  async picture(name, { isWhole = false, height = 800 } = {}) {
    const { x, y } = isWhole ? { x: 0, y: 36 } : await this.page.locator(".part.editor").boundingBox();
    const clip = { x, y, width: 1276 - x, height: Math.min(height, 768 - y) };
    await this.page.screenshot({ path: path.join(process.env.OUT, `picture-${this.name}${name}.png`), clip });
  }

  close() {
    return this.page.context().close();
  }
}
