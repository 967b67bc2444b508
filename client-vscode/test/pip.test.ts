import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { commandText, installInto, installPrivately } from "../src/pip";

suite("pip", () => {
  test("into an interpreter, with its arguments", () => {
    assert.deepEqual(installInto(["py", "-3"], "perfcast"), [["py", "-3", "-m", "pip", "install", "perfcast"]]);
  });

  test("a private environment is made before pip runs in it", () => {
    const commands = installPrivately(["python3"], "/store/environment", "/src/perfcast");
    assert.deepEqual(commands[0], ["python3", "-m", "venv", "--clear", "/store/environment"]);
    assert.match(commands[1]?.[0] ?? "", /^\/store\/environment/);
    assert.equal(commands[1]?.at(-1), "/src/perfcast");
  });

  test("the text can be pasted into a shell", () => {
    assert.equal(commandText([["/my envs/python", "-m", "x"], ["b", '$(rm)"']]), '"/my envs/python" -m x && b "\\$(rm)\\""');
  });
});
