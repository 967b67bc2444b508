// Hints in files of every kind.
import assert from "node:assert/strict";
import { HINT } from "./sample.mjs";

/** In a window with the fixture's two roots. */
export async function files(report, workbench) {
  const check = (name, act) => report.check(name, act, workbench.page);

  await check("emoji, CJK and one-line bodies: the hint stands behind the header's line", async () => {
    await workbench.openFile("unicode.py");
    const sources = ['def größe(text: str = "日本語🎉") -> int: return len(text.encode())', 'def 合計(nums: list[int], emoji: str = "👩‍👩‍👧") -> dict[int, str]:'];
    const [first, second] = await workbench.waitForHints(sources);
    assert.match(first, /B/);
    assert.match(second, HINT);
    await workbench.screenshot("unicode");
  });

  await check("a file with Windows line ends", async () => {
    await workbench.openFile("windows.py");
    for (const hint of await workbench.waitForHints(["def first(nums: list[int]) -> list[int]:", "def second(nums: list[int]) -> set[int]:"])) {
      assert.match(hint, HINT);
    }
  });

  await check("the cells of a notebook", async () => {
    await workbench.openFile("notebook.ipynb");
    await workbench.waitForHints(["def roots(nums: list[int]) -> list[float]:"]);
    await workbench.screenshot("notebook");
  });

  await check("a file of the second root", async () => {
    await workbench.openFile("other.py");
    const [hint] = await workbench.waitForHints(["def squares(nums: list[int]) -> list[int]:"]);
    assert.match(hint, HINT);
  });
}
