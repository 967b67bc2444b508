// Which Python runs the server. Free of the editor's API, so that it is tested without one.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import * as path from "node:path";

import { messageOf } from "./messages";

export const MINIMUM_PYTHON = [3, 11] as const;
const PROBE_TIMEOUT_MS = 20_000;

/** A command line that should start Python, and where it comes from, in words for messages and the log. */
export interface Candidate {
  command: readonly string[];
  origin: string;
}

export interface Probed {
  candidate: Candidate;
  /** The interpreter's own path and version, where it could be started. */
  executable?: string;
  python?: string;
  /** The version of perfcast that it can import. */
  perfcast?: string;
  /** Why the server cannot run there; absent if it can. */
  problem?: string;
}

export interface Sources {
  setting: readonly string[];
  active?: Candidate | undefined;
  privateEnvironment: string;
  platform: NodeJS.Platform;
}

/** In order of preference. What the user has set is never replaced by something else. */
export function candidates(sources: Sources): Candidate[] {
  if (sources.setting.length > 0) {
    return [{ command: sources.setting, origin: "the setting perfcast.interpreter" }];
  }
  const found: Candidate[] = [];
  if (sources.active !== undefined) {
    found.push(sources.active);
  }
  const own = environmentPython(sources.privateEnvironment, sources.platform);
  if (existsSync(own)) {
    found.push({ command: [own], origin: "Perfcast's private environment" });
  }
  const names = sources.platform === "win32" ? [["py", "-3"], ["python"]] : [["python3"], ["python"]];
  return [...found, ...names.map((command) => ({ command, origin: "PATH" }))];
}

export function environmentPython(environment: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? path.join(environment, "Scripts", "python.exe") : path.join(environment, "bin", "python");
}

/** Replaces `${workspaceFolder}`, `${userHome}`, `${env:NAME}` and a leading `~` in one part of a command. */
export function expand(text: string, known: { workspaceFolder?: string | undefined; home: string; env: NodeJS.ProcessEnv }): string {
  return text
    .replace(/^~(?=[/\\]|$)/, () => known.home)
    .replace(/\$\{userHome\}/g, () => known.home)
    .replace(/\$\{workspaceFolder\}/g, (whole) => known.workspaceFolder ?? whole)
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => known.env[name] ?? "");
}

const PROBE = `
import importlib.metadata, importlib.util, json, sys
found = importlib.util.find_spec("perfcast") is not None
try:
    version = importlib.metadata.version("perfcast") if found else None
except importlib.metadata.PackageNotFoundError:
    version = "unknown"
print(json.dumps([sys.executable, list(sys.version_info[:3]), version]))
`;

/**
 * Starts the candidate and asks it for its version and for perfcast. `cwd` is a folder without Python files: `python -c`
 * looks for modules there, and the workspace's own files must never be imported.
 */
export function probe(candidate: Candidate, cwd: string): Promise<Probed> {
  const [program, ...args] = candidate.command;
  if (program === undefined || program === "") {
    return Promise.resolve({ candidate, problem: "the command is empty" });
  }
  return new Promise((resolve) => {
    try {
      execFile(program, [...args, "-c", PROBE], { cwd, timeout: PROBE_TIMEOUT_MS, windowsHide: true }, (error, stdout, stderr) => {
        if (error !== null) {
          resolve({ candidate, problem: startProblem(error, stderr) });
          return;
        }
        resolve({ candidate, ...readProbe(stdout) });
      });
    } catch (error) {
      // Some failures, such as a path that leads through a file, are thrown at once.
      resolve({ candidate, problem: `it cannot be started (${messageOf(error)})` });
    }
  });
}

function startProblem(error: { code?: unknown; killed?: boolean }, stderr: string): string {
  if (error.code === "ENOENT") {
    return "there is no such program";
  }
  if (error.killed === true) {
    return `it did not answer within ${PROBE_TIMEOUT_MS / 1000} s`;
  }
  const lastLine = stderr.trim().split("\n").at(-1) ?? "";
  return `it cannot be started${lastLine === "" ? "" : ` (${lastLine})`}`;
}

export function readProbe(stdout: string): Omit<Probed, "candidate"> {
  let answer: unknown;
  try {
    answer = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  } catch {
    answer = undefined;
  }
  if (!Array.isArray(answer) || answer.length !== 3) {
    return { problem: "it is not a Python interpreter" };
  }
  const [executable, version, perfcast] = answer as [string, [number, number, number], string | null];
  const known = { executable, python: version.join(".") };
  const [major, minor] = MINIMUM_PYTHON;
  if (version[0] < major || (version[0] === major && version[1] < minor)) {
    return { ...known, problem: `it is Python ${known.python}, and Perfcast needs ${major}.${minor} or newer` };
  }
  if (perfcast === null) {
    return { ...known, problem: "perfcast is not installed in it" };
  }
  return { ...known, perfcast };
}

export interface Found {
  usable?: Probed;
  tried: Probed[];
}

/** Probes in order up to the first that can run the server. */
export async function firstUsable(list: readonly Candidate[], check: (candidate: Candidate) => Promise<Probed>): Promise<Found> {
  const tried: Probed[] = [];
  for (const candidate of list) {
    const probed = await check(candidate);
    tried.push(probed);
    if (probed.problem === undefined) {
      return { usable: probed, tried };
    }
  }
  return { tried };
}

export function describe(probed: Probed): string {
  const name = probed.executable ?? probed.candidate.command.join(" ");
  const outcome = probed.problem ?? `Python ${probed.python ?? "?"} with perfcast ${probed.perfcast ?? "?"}`;
  return `${name} (from ${probed.candidate.origin}): ${outcome}`;
}
