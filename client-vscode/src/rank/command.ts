// Ranking the configurations of a Triton kernel: asks for a GPU and for sizes, and shows what the server says.
import * as vscode from "vscode";
import { reasonOf } from "../reasons";
import { ask, isEnded } from "../requests";
import { type Server } from "../server";
import { gpuSetting } from "../settings";
import { targetOf } from "../target";
import { type Question, RANK_COMMAND, type Ranking } from "./answer";
import { deviceChoices } from "./devices";
import { RankingDocuments } from "./documents";
import { sizesIn } from "./sizes";

const OTHER = "Other…";
const TOP = 50;

export function registerRankCommand(server: Server): vscode.Disposable {
  const documents = new RankingDocuments();
  return vscode.Disposable.from(documents, vscode.commands.registerCommand("perfcast.rank", (...args: unknown[]) => rank(server, documents, args)));
}

/** Ranks the kernel that the arguments name, or the one around the cursor. */
async function rank(server: Server, documents: RankingDocuments, args: readonly unknown[]): Promise<void> {
  const target = await targetOf(args);
  if (target === undefined) {
    return;
  }
  const { document, found: { name, line } } = target;
  const title = `Rank Configurations of ${name}`;
  const device = await askDevice(title, gpuSetting(document));
  const sizes = device === undefined ? undefined : await askSizes(`${title} on ${device}`);
  if (device === undefined || sizes === undefined) {
    return;
  }
  const question: Question = { uri: document.uri.toString(), name, line: line + 1, device, sizes, top: TOP };
  const progress = { location: vscode.ProgressLocation.Window, title: `Perfcast: ranking ${name}` };
  try {
    const ranking = await vscode.window.withProgress(progress, () => ask<Ranking>(server, RANK_COMMAND, question));
    await documents.show(document.uri, ranking);
  } catch (error) {
    if (!isEnded(error)) {
      const reason = reasonOf(error);
      void vscode.window.showErrorMessage(`Perfcast: ${reason.startsWith(`${name}: `) ? reason : `${name}: ${reason}`}`);
    }
  }
}

async function askDevice(title: string, setting: string): Promise<string | undefined> {
  const chosen = await vscode.window.showQuickPick([...deviceChoices(setting), OTHER], { title, placeHolder: "The GPU that it is to run on" });
  if (chosen !== OTHER) {
    return chosen;
  }
  const prompt = "A GPU by its name, or by its figures, such as MyGPU: capability=9.0, sms=132, bandwidth=3350e9, fp32=67e12, fp16=989e12";
  const entered = await vscode.window.showInputBox({ title, prompt, placeHolder: "RTX 4090" });
  return entered?.trim() === "" ? undefined : entered?.trim();
}

async function askSizes(title: string): Promise<Record<string, number> | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: "Sizes to rank for; empty for those of the file",
    placeHolder: "M=4096,N=4096",
    validateInput: (value) => {
      try {
        sizesIn(value);
        return undefined;
      } catch (error) {
        return reasonOf(error);
      }
    },
  });
  return text === undefined ? undefined : sizesIn(text);
}
