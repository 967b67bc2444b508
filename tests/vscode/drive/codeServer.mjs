// A code-server of its own: fresh user data, a free port of the loopback, ended with its process group by run.sh.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { until } from "./until.mjs";

const USER_SETTINGS = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "editor.inlayHints.enabled": "on",
  "editor.minimap.enabled": false,
  "editor.accessibilitySupport": "off",
  "editor.wordBasedSuggestions": "off",
  "editor.autoClosingBrackets": "never",
  "editor.stickyScroll.enabled": false,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.untrustedFiles": "open",
};

function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(value));
}

/** Unpacks a packaged extension into a folder of extensions. */
export function installExtension({ node, entry, vsix, folder, extensions }) {
  const args = [entry, "--user-data-dir", path.join(folder, "data"), "--extensions-dir", extensions, "--install-extension", vsix];
  const env = { EXTENSIONS_GALLERY: "{}", PATH: process.env.PATH, HOME: folder };
  const { status, stdout, stderr } = spawnSync(node, args, { env, encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`the extension was not installed:\n${stdout}${stderr}`);
  }
}

export class CodeServer {
  /**
   * `testDriver` lets a window run extension tests, and keeps it from showing notifications.
   * @param {{node: string, entry: string, folder: string, extensions: string, log: string, testDriver?: boolean, env?: object}} options
   */
  static async start({ node, entry, folder, extensions, log, testDriver = false, env = {} }) {
    const home = path.join(folder, "home");
    fs.mkdirSync(home, { recursive: true });
    const configuration = path.join(folder, "config.yaml");
    fs.writeFileSync(configuration, "bind-addr: 127.0.0.1:0\nauth: none\ncert: false\n");
    const args = ["--config", configuration, "--user-data-dir", path.join(folder, "data"), "--extensions-dir", extensions];
    args.push("--disable-telemetry", "--disable-update-check", "--disable-getting-started-override", "--disable-proxy", "-e");
    const options = {
      env: {
        EXTENSIONS_GALLERY: "{}",
        PATH: "/usr/local/bin:/usr/bin:/bin",
        HOME: home,
        XDG_CONFIG_HOME: path.join(home, ".config"),
        XDG_DATA_HOME: path.join(home, ".local/share"),
        XDG_CACHE_HOME: path.join(home, ".cache"),
        LANG: "C.UTF-8",
        ...env,
      },
    };
    const child = spawn(node, [entry, ...args, ...(testDriver ? ["--vscode-option", "enable-smoke-test-driver"] : [])], options);
    const output = fs.createWriteStream(log);
    child.stderr.pipe(output);
    const url = await new Promise((resolve, reject) => {
      child.on("exit", (code) => reject(new Error(`code-server ended with ${code}; see ${log}`)));
      readline.createInterface({ input: child.stdout }).on("line", (line) => {
        output.write(`${line}\n`);
        const found = /HTTP server listening on (http:\/\/[\d.]+:\d+)/.exec(line);
        if (found) {
          resolve(found[1]);
        }
      });
    });
    const server = new CodeServer(child, url, folder);
    server.writeUserSettings({});
    return server;
  }

  constructor(child, url, folder) {
    this.child = child;
    this.url = url;
    this.folder = folder;
  }

  /** For the windows that are opened afterwards. */
  writeUserSettings(settings) {
    writeJson(path.join(this.folder, "data/User/settings.json"), { ...USER_SETTINGS, ...settings });
  }

  /** Open windows take them over, too. */
  writeMachineSettings(settings) {
    writeJson(path.join(this.folder, "data/Machine/settings.json"), settings);
  }

  async stop() {
    if (this.child.exitCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => this.child.on("exit", resolve));
    this.child.kill();
    await ended;
  }

  /** Until no process with these words is left. */
  ended(...words) {
    return until(() => (this.processes(...words).length === 0 ? true : undefined));
  }

  /** The text of all its logs of this name. */
  log(name) {
    const logs = path.join(this.folder, "data/logs");
    const files = fs.readdirSync(logs, { recursive: true }).filter((file) => path.basename(file) === name);
    return files.map((file) => fs.readFileSync(path.join(logs, file), "utf8")).join("");
  }

  /** Processes below code-server whose command line holds all the words. */
  processes(...words) {
    const parents = new Map();
    const found = [];
    for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number)) {
      try {
        const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
        parents.set(pid, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
        const command = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        if (words.every((word) => command.includes(word))) {
          found.push(pid);
        }
      } catch {
        // It ended while we looked.
      }
    }
    const below = (pid) => pid === this.child.pid || (parents.has(pid) && below(parents.get(pid)));
    return found.filter(below);
  }
}
