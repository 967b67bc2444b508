// Questions to the server by its commands.
import { type CancellationToken } from "vscode";
import { ErrorCodes, ExecuteCommandRequest, LSPErrorCodes, ResponseError } from "vscode-languageclient/node";
import { type Server } from "./server";

/** The answer of a command of the server; rejects where no server runs, or where it says what is wrong. A start under way is waited for. */
export async function ask<Answer>(server: Server, command: string, question: unknown, token?: CancellationToken): Promise<Answer> {
  const client = await server.running();
  if (token?.isCancellationRequested === true) {
    throw new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
  }
  if (client === undefined) {
    throw new Error("The Perfcast server is not running.");
  }
  return (await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [question] }, token)) as Answer;
}

/** It was cancelled, or the server went away, of which the user is told elsewhere. */
export function isEnded(error: unknown): boolean {
  const codes: number[] = [LSPErrorCodes.RequestCancelled, ErrorCodes.PendingResponseRejected];
  return error instanceof ResponseError && codes.includes(error.code);
}
