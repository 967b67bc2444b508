import { ErrorCodes, ResponseError } from "vscode-languageclient/node";

import { messageOf } from "./messages";

/** What went wrong, in words for the user. */
export function reasonOf(error: unknown): string {
  if (error instanceof ResponseError && error.code === ErrorCodes.PendingResponseRejected) {
    return "the server ended before it answered";
  }
  return messageOf(error);
}
