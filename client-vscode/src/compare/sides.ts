// The two sides of a comparison: where a function is, and its source as it is shown.
import * as vscode from "vscode";
import { isKernel, nearest, outline, sourceOf } from "../outline";
import { reasonOf } from "../reasons";
import { located, type Target } from "../target";
import { type Side } from "./answer";
import { textAtHead } from "./head";
import { type ShownSide } from "./page";

/** Kernels are compared with kernels; of a text that was pasted, nobody knows whether it is one. */
export type ComparedSide = ShownSide & { side: Side; isKernel?: boolean };

export function compared({ document, found }: Target): ComparedSide {
  const text = document.getText();
  return {
    title: found.name,
    source: sourceOf(text, found),
    side: { uri: document.uri.toString(), name: found.name, line: found.line + 1 },
    isKernel: isKernel(text, found),
  };
}

/** The side as it is now: a document may have been edited since it was chosen. */
export async function current(chosen: ComparedSide): Promise<ComparedSide> {
  const { side } = chosen;
  if (!("uri" in side) || side.revision !== undefined) {
    return chosen;
  }
  const target = await located(side).catch(() => undefined);
  return target === undefined ? chosen : compared(target);
}

/** The same function at git's HEAD; where it is not there, the user is told. */
export async function sideAtHead({ document, found: { name, line } }: Target): Promise<ComparedSide | undefined> {
  try {
    const text = await textAtHead(document.uri);
    const found = nearest(outline(text), name, line);
    if (found === undefined) {
      throw new Error("it is not there");
    }
    return {
      title: `${name} at HEAD`,
      source: sourceOf(text, found),
      side: { uri: document.uri.toString(), name, line: found.line + 1, revision: "HEAD" },
    };
  } catch (error) {
    void vscode.window.showWarningMessage(`Perfcast: ${name} at git's HEAD: ${reasonOf(error)}.`);
    return undefined;
  }
}
