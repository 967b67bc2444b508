// The workspace that the tests open: fixture/, and files that no tool for Python should meet in the repository.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { SLOW } from "./sample.mjs";

const UNICODE = `def größe(text: str = "日本語🎉") -> int: return len(text.encode())


def 合計(nums: list[int], emoji: str = "👩‍👩‍👧") -> dict[int, str]:
    return {n: emoji * n for n in nums}
`;

const WINDOWS = `def first(nums: list[int]) -> list[int]:
    return [n * n for n in nums]


def second(nums: list[int]) -> set[int]:
    return {n % 7 for n in nums}
`;

const BROKEN = `def fine(nums: list[int]) -> list[int]:
    return nums[::-1]


def unfinished(nums: list[int]:
`;

const code = (source) => ({ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source });
const NOTEBOOK = {
  cells: [
    { cell_type: "markdown", metadata: {}, source: "# A notebook" },
    code("%matplotlib inline\nimport math"),
    code("def roots(nums: list[int]) -> list[float]:\n    return [math.sqrt(n) for n in nums]"),
  ],
  metadata: { language_info: { name: "python" } },
  nbformat: 4,
  nbformat_minor: 5,
};

export function writeFixture(folder) {
  fs.cpSync(path.join(import.meta.dirname, "../fixture"), folder, { recursive: true });
  const write = (name, text) => fs.writeFileSync(path.join(folder, "first", name), text);
  write("unicode.py", UNICODE);
  write("windows.py", WINDOWS.replaceAll("\n", "\r\n"));
  write("broken.py", BROKEN);
  write("slow.py", `${SLOW}\n    while seconds:\n        seconds += 1\n`);
  write("notebook.ipynb", JSON.stringify(NOTEBOOK));
  const git = (...args) => execFileSync("git", ["-C", folder, "-c", "user.name=test", "-c", "user.email=test@localhost", ...args], { stdio: "ignore" });
  git("init");
  git("add", ".");
  git("commit", "--no-gpg-sign", "--message", "all");
}
