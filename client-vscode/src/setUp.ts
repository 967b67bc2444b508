// What the user is offered where no interpreter can run the server.
import * as vscode from "vscode";
import { run } from "./install";
import { describe, type Found, type Probed } from "./interpreter";
import { commandText, installInto, installPrivately, type Commands } from "./pip";
import { interpreterSetting, setInterpreter } from "./settings";

const PACKAGE = "perfcast";

export interface SetUpParts {
  log: vscode.LogOutputChannel;
  /** A folder without Python files, in which the commands run. */
  cwd: string;
  privateEnvironment: string;
  restart: (reason: string) => Promise<void>;
}

interface Choice extends vscode.QuickPickItem {
  act: () => Promise<void>;
}

/** One message a start: why there is no server, and what can be done. */
export async function reportNotFound(found: Found, parts: SetUpParts): Promise<void> {
  const first = found.tried[0];
  const reason = first === undefined ? "no Python was found" : `${first.candidate.command.join(" ")}: ${first.problem ?? ""}`;
  const choice = await vscode.window.showErrorMessage(`Perfcast cannot start (${reason}).`, "Set Up…", "Show Logs");
  if (choice === "Set Up…") {
    await setUp(found, parts);
  } else if (choice === "Show Logs") {
    parts.log.show();
  }
}

export async function setUp(found: Found, parts: SetUpParts): Promise<void> {
  const choices = [...pythons(found).flatMap((python) => installChoices(python, parts)), chooseInterpreter()];
  const choice = await vscode.window.showQuickPick(choices, {
    title: "Perfcast: Set Up",
    placeHolder: "Which Python shall forecast? It needs the package perfcast.",
    matchOnDetail: true,
  });
  await choice?.act();
}

/** The interpreters that are there and new enough: those that pip can install into. */
function pythons(found: Found): Probed[] {
  return found.tried.filter((probed) => probed.executable !== undefined && (probed.perfcast !== undefined || probed.problem?.includes("not installed") === true));
}

function installChoices(python: Probed, parts: SetUpParts): Choice[] {
  const { command, origin } = python.candidate;
  const into = (requirement: string): Commands => installInto(command, requirement);
  const privately = (requirement: string): Commands => installPrivately(command, parts.privateEnvironment, requirement);
  return [
    {
      label: "$(package) Create a private environment",
      description: `with ${python.executable ?? ""}`,
      detail: commandText(privately(PACKAGE)),
      act: async () => {
        if (await install(privately, parts)) {
          await useInstead(parts);
        }
      },
    },
    {
      label: "$(desktop-download) Install with pip",
      description: `into the Python from ${origin}`,
      detail: commandText(into(PACKAGE)),
      act: async () => {
        if (await install(into, parts)) {
          await parts.restart("perfcast was installed");
        }
      },
    },
    {
      label: "$(copy) Copy the pip command",
      description: describe(python),
      act: async () => {
        await vscode.env.clipboard.writeText(commandText(into(PACKAGE)));
      },
    },
  ];
}

/** After an installation into the private environment: that is not looked at where the setting names another Python. */
async function useInstead(parts: SetUpParts): Promise<void> {
  const named = interpreterSetting();
  if (named.length > 0) {
    const clear = "Clear the Setting";
    const choice = await vscode.window.showWarningMessage(
      `Perfcast was installed, but the setting perfcast.interpreter names ${named.join(" ")}, which is used in its place.`,
      clear,
    );
    if (choice === clear) {
      // The change of the setting starts the server.
      await setInterpreter(undefined);
    }
    return;
  }
  await parts.restart("perfcast was installed");
}

/** Whether it succeeded. */
async function install(commands: (requirement: string) => Commands, parts: SetUpParts): Promise<boolean> {
  const requirement = await vscode.window.showInputBox({
    title: "Perfcast: Set Up",
    prompt: "What pip installs: the package's name, or the path of a folder or wheel",
    value: PACKAGE,
    validateInput: (text) => (text.trim() === "" || text.trim().startsWith("-") ? "A name or a path" : undefined),
  });
  if (requirement === undefined) {
    return false;
  }
  if (await run(commands(requirement.trim()), parts.cwd, parts.log)) {
    return true;
  }
  const choice = await vscode.window.showErrorMessage("Perfcast was not installed.", "Show Logs");
  if (choice !== undefined) {
    parts.log.show();
  }
  return false;
}

function chooseInterpreter(): Choice {
  return {
    label: "$(folder-opened) Choose an interpreter…",
    description: "sets perfcast.interpreter",
    act: async () => {
      const [file] = (await vscode.window.showOpenDialog({ title: "A Python with perfcast", canSelectMany: false })) ?? [];
      if (file !== undefined) {
        // The change of the setting starts the server.
        await setInterpreter([file.fsPath]);
      }
    },
  };
}
