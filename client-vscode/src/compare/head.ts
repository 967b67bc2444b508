import { execFile } from "node:child_process";
import * as path from "node:path";
import * as vscode from "vscode";

const TIMEOUT_MS = 10_000;
const LARGEST = 20_000_000;
/** A repository's own configuration must make git neither run nor fetch anything. */
const CONFIGURATION = ["-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"];
const ENVIRONMENT = { GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };

/** The text of a file at git's HEAD; rejects with the reason where there is none. */
export async function textAtHead(uri: vscode.Uri): Promise<string> {
  if (uri.scheme !== "file") {
    throw new Error("only files on disk are known to git");
  }
  // Git reads the repository's configuration, which can name programs to run.
  if (!vscode.workspace.isTrusted) {
    throw new Error("git is asked in trusted workspaces alone");
  }
  const { dir, base } = path.parse(uri.fsPath);
  return new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: LARGEST, windowsHide: true, env: { ...process.env, ...ENVIRONMENT } };
    const args = ["--no-pager", "-C", dir, ...CONFIGURATION, "cat-file", "blob", `HEAD:./${base}`];
    execFile("git", args, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const [line = ""] = stderr.trim().split("\n");
      reject(new Error(error.code === "ENOENT" ? "there is no git" : line.replace(/^fatal: /, "") || error.message));
    });
  });
}
