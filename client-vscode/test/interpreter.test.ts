import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { suite, test, before, after } from "node:test";
import { candidates, describe, expand, firstUsable, probe, readProbe, type Candidate, type Probed } from "../src/interpreter";

let folder = "";
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "perfcast-test-"));
});
after(() => {
  rmSync(folder, { recursive: true });
});

function program(name: string, script: string): Candidate {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return { command: [file], origin: "a test" };
}

suite("candidates", () => {
  const active = { command: ["/envs/a/bin/python"], origin: "the Python extension" };

  test("a setting stands alone", () => {
    const list = candidates({ setting: ["/opt/py", "-X", "dev"], active, privateEnvironment: folder, platform: "linux" });
    assert.deepEqual(list.map(({ command }) => command), [["/opt/py", "-X", "dev"]]);
  });

  test("else the selected environment, then PATH", () => {
    const list = candidates({ setting: [], active, privateEnvironment: path.join(folder, "none"), platform: "linux" });
    assert.deepEqual(list.map(({ command }) => command), [["/envs/a/bin/python"], ["python3"], ["python"]]);
  });

  test("the private environment stands before PATH once it is there", () => {
    const environment = path.join(folder, "environment");
    mkdirSync(path.join(environment, "bin"), { recursive: true });
    writeFileSync(path.join(environment, "bin", "python"), "");
    const list = candidates({ setting: [], privateEnvironment: environment, platform: "linux" });
    assert.equal(list[0]?.command[0], path.join(environment, "bin", "python"));
  });

  test("Windows has its own names", () => {
    const list = candidates({ setting: [], privateEnvironment: folder, platform: "win32" });
    assert.deepEqual(list.map(({ command }) => command), [["py", "-3"], ["python"]]);
  });
});

suite("expand", () => {
  const known = { workspaceFolder: "/w", home: "/home/me", env: { CONDA_PREFIX: "/conda" } };

  test("replaces what it knows", () => {
    assert.equal(expand("${workspaceFolder}/.venv/bin/python", known), "/w/.venv/bin/python");
    assert.equal(expand("~/py", known), "/home/me/py");
    assert.equal(expand("${userHome}/${env:CONDA_PREFIX}", known), "/home/me//conda");
  });

  test("leaves the rest", () => {
    assert.equal(expand("a~b/$&", known), "a~b/$&");
    assert.equal(expand("${workspaceFolder}/x", { ...known, workspaceFolder: undefined }), "${workspaceFolder}/x");
  });
});

suite("probe", () => {
  test("a program that is not there", async () => {
    const { problem } = await probe({ command: [path.join(folder, "missing")], origin: "a test" }, folder);
    assert.equal(problem, "there is no such program");
  });

  test("a path that leads through a file", async () => {
    const { command } = program("file", "exit 0");
    const { problem } = await probe({ command: [path.join(command[0] ?? "", "python")], origin: "a test" }, folder);
    assert.match(problem ?? "", /^it cannot be started/);
  });

  test("a program that fails says its last line", async () => {
    const { problem } = await probe(program("failing", "echo one >&2; echo 'no module named encodings' >&2; exit 1"), folder);
    assert.equal(problem, "it cannot be started (no module named encodings)");
  });

  test("a program that is no Python", async () => {
    const { problem } = await probe(program("chatty", "echo hello"), folder);
    assert.equal(problem, "it is not a Python interpreter");
  });

  test("an empty command", async () => {
    assert.match((await probe({ command: [], origin: "a test" }, folder)).problem ?? "", /empty/);
  });

  test("arguments of the command come before the question", async () => {
    const probed = await probe(program("arguments", `printf '["%s", [3, 12, 1], "1.0"]' "$1"`), folder);
    assert.equal(probed.executable, "-c");
    const withOption = await probe({ command: [path.join(folder, "arguments"), "-X"], origin: "a test" }, folder);
    assert.equal(withOption.executable, "-X");
  });
});

suite("readProbe", () => {
  test("a usable interpreter", () => {
    assert.deepEqual(readProbe('["/p", [3, 11, 7], "0.1.0"]'), { executable: "/p", python: "3.11.7", perfcast: "0.1.0" });
  });

  test("text that a start-up file prints before is passed over", () => {
    assert.equal(readProbe('hello\n["/p", [3, 11, 7], "0.1.0"]\n').perfcast, "0.1.0");
  });

  test("too old", () => {
    assert.match(readProbe('["/p", [3, 9, 0], "0.1.0"]').problem ?? "", /3\.9\.0.*needs 3\.11/);
    assert.match(readProbe('["/p", [2, 11, 0], "0.1.0"]').problem ?? "", /needs 3\.11/);
  });

  test("without the package", () => {
    assert.match(readProbe('["/p", [3, 13, 0], null]').problem ?? "", /not installed/);
  });
});

suite("firstUsable", () => {
  const list = ["a", "b", "c"].map((name) => ({ command: [name], origin: "a test" }));

  test("stops at the first that works", async () => {
    const check = (candidate: Candidate): Promise<Probed> =>
      Promise.resolve(candidate.command[0] === "a" ? { candidate, problem: "no" } : { candidate, executable: "/b", python: "3.12.0", perfcast: "1" });
    const found = await firstUsable(list, check);
    assert.deepEqual(found.tried.map(({ candidate }) => candidate.command[0]), ["a", "b"]);
    assert.equal(found.usable?.executable, "/b");
    assert.deepEqual(found.tried.map(describe), ["a (from a test): no", "/b (from a test): Python 3.12.0 with perfcast 1"]);
  });

  test("tells of all where none works", async () => {
    const found = await firstUsable(list, (candidate) => Promise.resolve({ candidate, problem: "no" }));
    assert.equal(found.usable, undefined);
    assert.equal(found.tried.length, 3);
  });
});
