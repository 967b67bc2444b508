// All checks in the editor, in order, or those parts that the arguments name; ends with `N passed, N failed` and the exit code that goes with it.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { brokenInterpreters } from "./brokenInterpreters.mjs";
import { CodeServer, installExtension } from "./codeServer.mjs";
import { compare } from "./compare.mjs";
import { explore } from "./explore.mjs";
import { files } from "./files.mjs";
import { writeFixture } from "./fixture.mjs";
import { hints } from "./hints.mjs";
import { hostTests } from "./hostTests.mjs";
import { kernels } from "./kernels.mjs";
import { marksAndLenses } from "./marks.mjs";
import { measure } from "./measure.mjs";
import { Report } from "./report.mjs";
import { status } from "./status.mjs";
import { untrusted } from "./untrusted.mjs";
import { launch, Workbench } from "./workbench.mjs";

const { OUT, VSIX, PYTHON, PERFCAST_MODEL, CODE_SERVERS } = process.env;
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "perfcast-vscode-"));
const report = new Report(OUT);
const wanted = process.argv.slice(2);
const isWanted = (part) => wanted.length === 0 || wanted.includes(part);
const settings = { "perfcast.interpreter": [PYTHON], "perfcast.modelPath": PERFCAST_MODEL ?? "" };

/** A workspace for one window. */
function workspace(name) {
  const folder = path.join(scratch, "work", name);
  writeFixture(folder);
  return folder;
}

const extensions = path.join(scratch, "extensions");
const servers = [];

async function startServer(name, home, options) {
  const server = await CodeServer.start({ ...home, extensions, folder: path.join(scratch, name), log: path.join(OUT, `${name}.log`), ...options });
  servers.push(server);
  return server;
}

/** The newest VS Code: everything. */
async function newest(browser, home) {
  const server = await startServer("newest", home);
  server.writeMachineSettings(settings);
  const folder = workspace("page");
  const workbench = await Workbench.open(browser, server.url, {
    workspace: path.join(folder, "two-roots.code-workspace"),
    file: "first/sample.py",
  });
  const parts = {
    files: () => files(report, workbench),
    compare: () => compare(report, workbench),
    explore: () => explore(report, workbench, folder),
    marks: () => marksAndLenses(report, workbench, server, settings),
    kernels: () => kernels(report, workbench, server, settings),
    measure: () => measure(report, workbench, server),
    status: () => status(report, workbench, server),
    interpreters: () => brokenInterpreters({ report, workbench, server, settings, scratch }),
  };
  if (!(await hints(report, workbench))) {
    return;
  }
  for (const [name, part] of Object.entries(parts)) {
    if (isWanted(name)) {
      await part();
    }
  }
  await report.check("nothing is asked of any other host", () => {
    assert.deepEqual([...workbench.outside], []);
  });
  await workbench.close();
  if (isWanted("untrusted")) {
    await untrusted({ report, browser, server, python: PYTHON, workspace });
  }
  await server.stop();
}

/** From inside the extension host of the newest VS Code. */
async function host(browser, home) {
  const results = path.join(scratch, "host-results.json");
  const testServer = await startServer("newest-tests", home, {
    testDriver: true,
    env: { PERFCAST_TEST_RESULTS: results, PERFCAST_TEST_PYTHON: PYTHON },
  });
  // Here the interpreter is the one that the Python extension has selected.
  testServer.writeMachineSettings({ ...settings, "perfcast.interpreter": [] });
  const folder = path.join(workspace("host"), "first");
  await hostTests({ report, browser, server: testServer, results, folder, tests: path.join(import.meta.dirname, "../host") });
  await testServer.stop();
}

/** The oldest VS Code that the extension is tested in: what a user sees first. */
async function oldest(browser, home) {
  const server = await startServer("oldest", home);
  server.writeMachineSettings(settings);
  const folder = workspace("oldest");
  const workbench = await Workbench.open(browser, server.url, {
    workspace: path.join(folder, "two-roots.code-workspace"),
    file: "first/sample.py",
    name: "oldest-",
  });
  if (await hints(report.named("oldest"), workbench)) {
    await compare(report.named("oldest"), workbench);
    await explore(report.named("oldest"), workbench, folder);
  }
  await workbench.close();
  await server.stop();
}

let browser;
try {
  const [newestHome, oldestHome] = JSON.parse(CODE_SERVERS);
  installExtension({ ...newestHome, vsix: VSIX, folder: path.join(scratch, "install"), extensions });
  browser = await launch();
  if (wanted.length === 0 || wanted.some((part) => part !== "host" && part !== "oldest")) {
    await newest(browser, newestHome);
  }
  if (isWanted("host")) {
    await host(browser, newestHome);
  }
  if (isWanted("oldest")) {
    await oldest(browser, oldestHome);
  }
} catch (error) {
  report.record("the run", error);
} finally {
  await browser?.close();
  for (const server of servers) {
    await server.stop();
    fs.cpSync(path.join(server.folder, "data/logs"), path.join(OUT, `${path.basename(server.folder)}-logs`), { recursive: true });
  }
  fs.rmSync(scratch, { recursive: true, force: true });
}
process.exit(report.close());
