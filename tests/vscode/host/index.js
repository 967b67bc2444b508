// Runs inside the extension host, beside the installed extension: what other extensions see of it.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const vscode = require("vscode");

const extension = () => vscode.extensions.getExtension("perfcast.perfcast");
const file = (name) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);

// Milliseconds after which a wait is given up: the machine may be busy, and stall.
const PATIENCE = 60_000;

/** The first value for which `find` gives something, tried now and after each event. */
function until(event, find) {
  return new Promise((resolve, reject) => {
    const now = find();
    if (now !== undefined) {
      resolve(now);
      return;
    }
    const timer = setTimeout(() => {
      subscription.dispose();
      reject(new Error(`nothing within ${PATIENCE / 1000} s`));
    }, PATIENCE);
    const subscription = event((value) => {
      const found = find(value);
      if (found !== undefined) {
        clearTimeout(timer);
        subscription.dispose();
        resolve(found);
      }
    });
  });
}

async function ready() {
  const api = await extension().activate();
  return until(api.onDidChangeStatus, () => (api.status.state === "ready" ? api : undefined));
}

async function open(name) {
  const document = await vscode.workspace.openTextDocument(file(name));
  await vscode.window.showTextDocument(document);
  return document;
}

function hintsOf(document) {
  return vscode.commands.executeCommand("vscode.executeInlayHintProvider", document.uri, new vscode.Range(0, 0, document.lineCount, 0));
}

/** The server tells its status after each forecast: the hints are asked for again then. */
async function hints(document, enough) {
  const api = await ready();
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const next = new Promise((resolve) => {
      const subscription = api.onDidChangeStatus(() => { subscription.dispose(); resolve(); });
      setTimeout(() => { subscription.dispose(); resolve(); }, 500);
    });
    const found = await hintsOf(document);
    if (enough(found)) {
      return found;
    }
    if (Date.now() > deadline) {
      throw new Error(`hints of ${document.fileName}: ${JSON.stringify(found)}`);
    }
    await next;
  }
}

const label = (hint) => (typeof hint.label === "string" ? hint.label : hint.label.map((part) => part.value).join(""));

async function withSetting(name, value, act) {
  const configuration = vscode.workspace.getConfiguration("perfcast");
  await configuration.update(name, value, vscode.ConfigurationTarget.Workspace);
  try {
    await act();
  } finally {
    await configuration.update(name, undefined, vscode.ConfigurationTarget.Workspace);
  }
}

const tests = {
  "every contributed command is registered": async () => {
    await ready();
    const known = await vscode.commands.getCommands(true);
    for (const { command } of extension().packageJSON.contributes.commands) {
      assert.ok(known.includes(command), command);
    }
  },

  "hints stand at the ends of the def lines, in order": async () => {
    const document = await open("sample.py");
    const found = await hints(document, (list) => list.length >= 5);
    for (const hint of found) {
      const { text } = document.lineAt(hint.position.line);
      assert.match(text, /^\s*def /);
      assert.equal(hint.position.character, text.length);
      assert.ok([...label(hint)].length <= 25, label(hint));
    }
    const lines = found.map((hint) => hint.position.line);
    assert.deepEqual(lines, [...new Set(lines)].sort((a, b) => a - b));
  },

  "positions count UTF-16 units: emoji before the end of the line": async () => {
    const document = await open("unicode.py");
    for (const hint of await hints(document, (list) => list.length === 2)) {
      assert.equal(hint.position.character, document.lineAt(hint.position.line).text.length);
    }
  },

  "a file that does not parse keeps hints for what does": async () => {
    const document = await open("broken.py");
    const found = await hints(document, (list) => list.length > 0);
    assert.deepEqual(found.map((hint) => hint.position.line), [0]);
  },

  "an unsaved new document has hints": async () => {
    const document = await vscode.workspace.openTextDocument({ language: "python", content: "def untitled(nums: list[int]) -> int:\n    return max(nums)\n" });
    await vscode.window.showTextDocument(document);
    await hints(document, (list) => list.length === 1);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  // Until every extension has answered its first question about a document, VS Code hears no refresh of its hints.
  "hints are shown though another extension's come late": async () => {
    const asked = [];
    const late = vscode.languages.registerInlayHintsProvider({ scheme: "untitled" }, {
      onDidChangeInlayHints: new vscode.EventEmitter().event,
      provideInlayHints: (document) => new Promise((resolve) => {
        asked.push(document.uri);
        setTimeout(() => resolve([]), asked.length === 1 ? 5_000 : 0);
      }),
    });
    try {
      // So many that VS Code asks before all are forecast.
      const content = Array.from({ length: 20 }, (_, index) => `def late${index}(nums: list[int]) -> int:\n    return min(nums) + ${index}\n`).join("");
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "python", content }));
      const deadline = Date.now() + PATIENCE;
      while (asked.length < 2) {
        assert.ok(Date.now() < deadline, `asked ${asked.length} times`);
        await new Promise((resolve) => { setTimeout(resolve, 100); });
      }
    } finally {
      late.dispose();
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  },

  "the hover over a def tells memory and time": async () => {
    const document = await open("sample.py");
    await hints(document, (list) => list.length >= 5);
    const line = document.getText().split("\n").findIndex((text) => text.startsWith("def total"));
    const [hover] = await vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, new vscode.Position(line, 5));
    assert.match(hover.contents.map((content) => content.value).join("\n"), /memory/i);
  },

  "a budget that is exceeded is a diagnostic": async () => {
    const content = "# perfcast: peak < 1 B\ndef total(nums: list[int]) -> list[int]:\n    return sorted(nums)\n";
    const document = await vscode.workspace.openTextDocument({ language: "python", content });
    await vscode.window.showTextDocument(document);
    const found = await until(vscode.languages.onDidChangeDiagnostics, () =>
      vscode.languages.getDiagnostics(document.uri).find(({ source }) => source === "perfcast"));
    assert.equal(found.range.start.line, 1);
    assert.match(found.message, /1 B/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  "a budget of the settings holds for the files of its glob": async () => {
    const document = await open("sample.py");
    const other = await open("windows.py");
    const found = (uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "perfcast");
    await withSetting("budgets", [{ files: "**/sample.py", budget: "time < 0.001 ns" }], async () => {
      await vscode.window.showTextDocument(document);
      await until(vscode.languages.onDidChangeDiagnostics, () => (found(document.uri).length > 0 ? true : undefined));
      assert.deepEqual(found(other.uri), []);
    });
    await until(vscode.languages.onDidChangeDiagnostics, () => (found(document.uri).length === 0 ? true : undefined));
  },

  "the workload is written as a comment by a code action": async () => {
    const document = await open("sample.py");
    await hints(document, (list) => list.length >= 5);
    const line = document.getText().split("\n").findIndex((text) => text.startsWith("def total"));
    const actions = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, new vscode.Range(line, 5, line, 5));
    const action = actions.find(({ title }) => /Perfcast: Write the workload/.test(title));
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    assert.match(document.lineAt(line).text, /^# perfcast: nums: list\[int\] \* 5000/);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  },

  "settings take effect while the server runs": async () => {
    const document = await open("sample.py");
    const full = await hints(document, (list) => list.length >= 5);
    assert.ok(full.every((hint) => label(hint).includes("·")), full.map(label).join("\n"));
    await withSetting("hints.time", false, async () => {
      await hints(document, (list) => list.length >= 5 && list.every((hint) => !label(hint).includes("·")));
    });
    await withSetting("hints.style", "point", async () => {
      await hints(document, (list) => list.length >= 5 && list.every((hint) => label(hint).startsWith("≈") && !label(hint).includes("–")));
    });
    await withSetting("enable", false, async () => {
      const api = await extension().activate();
      await until(api.onDidChangeStatus, () => (api.status.state === "disabled" ? true : undefined));
      assert.deepEqual(await hintsOf(document), []);
    });
    await hints(document, (list) => list.length >= 5);
  },

  "the interpreter is the one selected in the Python extension, and changes with it": async () => {
    const api = await ready();
    const tell = async () => {
      await vscode.commands.executeCommand("perfcast.debugInformation");
      const text = vscode.window.activeTextEditor.document.getText();
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      return text;
    };
    assert.match(await tell(), /from the Python extension\): Python 3/);
    await vscode.commands.executeCommand("standInPython.select", "/nowhere/python");
    await until(api.onDidChangeStatus, () => (api.status.state === "error" ? true : undefined));
    assert.match(await tell(), /\/nowhere\/python \(from the Python extension\): there is no such program/);
    await vscode.commands.executeCommand("standInPython.select", process.env.PERFCAST_TEST_PYTHON);
    await hints(await open("sample.py"), (list) => list.length >= 5);
    assert.match(await tell(), /from the Python extension\): Python 3/);
  },

  "quick restarts leave one server that works": async () => {
    const document = await open("sample.py");
    await Promise.all([1, 2, 3, 4].map(() => vscode.commands.executeCommand("perfcast.restart")));
    await hints(document, (list) => list.length >= 5);
  },
};

exports.run = async function run() {
  const outcomes = [];
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      outcomes.push({ name });
    } catch (error) {
      outcomes.push({ name, error: String(error.stack ?? error) });
    }
    fs.writeFileSync(process.env.PERFCAST_TEST_RESULTS, JSON.stringify(outcomes));
  }
  if (outcomes.some(({ error }) => error !== undefined)) {
    throw new Error("some tests failed");
  }
};
