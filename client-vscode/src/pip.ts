// The command lines that install perfcast, as data and as text.
import { environmentPython } from "./interpreter";

/** What is run, one command line each, in order. */
export type Commands = readonly (readonly string[])[];

export function installInto(python: readonly string[], requirement: string): Commands {
  return [[...python, "-m", "pip", "install", requirement]];
}

export function installPrivately(python: readonly string[], environment: string, requirement: string): Commands {
  return [
    [...python, "-m", "venv", "--clear", environment],
    ...installInto([environmentPython(environment, process.platform)], requirement),
  ];
}

/** As one would type it in a shell. */
export function commandText(commands: Commands): string {
  return commands.map((command) => command.map(quoted).join(" ")).join(" && ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(word) ? word : `"${word.replace(/(["$`])/g, "\\$1")}"`;
}
