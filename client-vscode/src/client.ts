import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  type InlayHintsMiddleware,
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
  WorkDoneProgressCancelNotification,
} from "vscode-languageclient/node";
import { CancellableProgress } from "./cancellableProgress";
import { LANGUAGES } from "./documents";
import { hoverWithLinks } from "./hoverLinks";
import { followServerOutput } from "./log";
import { SECTION, sectionAsData, traceSetting } from "./settings";

export interface ClientOptions {
  command: readonly string[];
  /** Where the server runs: not the workspace, whose files Python would import in place of the standard library's. */
  cwd: string;
  log: vscode.LogOutputChannel;
  version: string;
  /** The connection ended without having been asked to. */
  onClosed: () => void;
}

/**
 * VS Code draws whatever comes back, even if the text has changed meanwhile: hints would stand in wrong lines until the next
 * answer. So an answer for an older version of the text is not passed on; the question is asked again.
 */
const currentInlayHints: NonNullable<InlayHintsMiddleware["provideInlayHints"]> = async (document, range, token, next) => {
  for (;;) {
    const { version } = document;
    const hints = await next(document, range, token);
    if (document.version === version || token.isCancellationRequested) {
      return hints;
    }
  }
};

/** The protocol's client, whose messages go to the log alone: what the user is told, and how often, is decided in server.ts. */
export class PerfcastClient extends LanguageClient {
  private readonly progress: CancellableProgress;

  constructor({ command, cwd, log, version, onClosed }: ClientOptions) {
    const [program, ...args] = command;
    const progress = new CancellableProgress((token) => void this.sendNotification(WorkDoneProgressCancelNotification.type, { token }));
    super(
      SECTION,
      "Perfcast",
      {
        command: program ?? "",
        args: [...args, "-P", "-m", "perfcast", "serve"],
        transport: TransportKind.stdio,
        options: { cwd },
      },
      {
        documentSelector: LANGUAGES,
        outputChannel: log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        stdioOptions: { stdout: followServerOutput, stderr: followServerOutput },
        initializationOptions: () => ({
          settings: sectionAsData(),
          client: { name: "vscode", version, trusted: vscode.workspace.isTrusted },
        }),
        initializationFailedHandler: () => false,
        middleware: {
          provideInlayHints: currentInlayHints,
          provideHover: hoverWithLinks,
          handleWorkDoneProgress: (token, params, next) => { progress.handle(token, params, next); },
        },
        errorHandler: {
          error: (_error, _message, count) => ({
            action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
            handled: true,
          }),
          closed: () => {
            progress.dispose();
            onClosed();
            return { action: CloseAction.DoNotRestart, handled: true, message: "The connection to the server was closed." };
          },
        },
      },
    );
    this.progress = progress;
  }

  override async dispose(timeout?: number): Promise<void> {
    this.progress.dispose();
    await super.dispose(timeout);
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override trace(message: string, data?: unknown): void {
    if (traceSetting() !== "off") {
      super.trace(message, data);
    }
  }
}
