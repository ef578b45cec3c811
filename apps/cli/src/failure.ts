import { readApiFailure } from "@hearth/client/api-failure";
import { errorStatus, HearthError } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";
import { type ExitCode, exitCodes } from "./exit-codes.ts";

/** An expected failure. The message says what to do. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
  }
}

/** A failure as reported to the user. */
export interface Explanation {
  /** The server's error code, or one of this program's own. */
  code: string;
  /** One sentence, or one for each invalid field. */
  message: string;
  exitCode: ExitCode;
}

const exitCodeOfStatus: Record<number, ExitCode> = {
  400: exitCodes.usage,
  401: exitCodes.notSignedIn,
  403: exitCodes.notSignedIn,
  404: exitCodes.notFound,
  503: exitCodes.unreachable,
};

/** Codes of failures that this program reports itself. The server's codes are in its catalogue. */
const codeOfExit: Partial<Record<ExitCode, string>> = {
  [exitCodes.usage]: "USAGE",
  [exitCodes.notSignedIn]: "UNAUTHENTICATED",
  [exitCodes.unreachable]: "UNREACHABLE",
  [exitCodes.stopped]: "STOPPED",
};

/** The failure when nobody is signed in at a server, or the sign-in has ended. */
export function notSignedIn(server: string): CommandFailure {
  return new CommandFailure(`Not signed in at ${server}. Run: hearth login --email <your email>`, exitCodes.notSignedIn);
}

/** The way on for a call that needs a recent sign-in: this program asks for no step-up of its own. */
const signInAgain = "This needs a sign-in of the last ten minutes. Run: hearth login --email <your email>, and try again.";

/** Converts any error thrown by a command to its message and exit code. */
export function explainFailure(thrown: unknown, server: string): Explanation {
  const error = rootOf(thrown);
  if (error instanceof CommandFailure) {
    return { code: codeOfExit[error.exitCode] ?? "FAILED", message: error.message, exitCode: error.exitCode };
  }
  if (error instanceof HearthError) return fromServer(error.code, Object.values(error.fields ?? {}), error.message);
  const failure = readApiFailure(error);
  if (failure?.code === "UNAUTHENTICATED") return explainFailure(notSignedIn(server), server);
  if (failure?.code === "STEP_UP_REQUIRED") return fromServer(failure.code, [], signInAgain);
  if (failure) {
    const message = failure.requestId === null ? failure.message : `${failure.message} (request ${failure.requestId})`;
    return fromServer(failure.code, Object.values(failure.fields), message);
  }
  if (error instanceof TRPCClientError) {
    const message = `Hearth does not answer at ${server}. Is it running? Another server: --server <address> or HEARTH_SERVER.`;
    return explainFailure(new CommandFailure(message, exitCodes.unreachable), server);
  }
  return {
    code: "UNEXPECTED",
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    exitCode: exitCodes.failed,
  };
}

function fromServer(code: Parameters<typeof errorStatus>[0], fields: string[], message: string): Explanation {
  const exitCode = exitCodeOfStatus[errorStatus(code)] ?? exitCodes.failed;
  return { code, message: fields.length > 0 ? [...new Set(fields)].join("\n") : message, exitCode };
}

/** Formats a failure for a person, or as JSON for a program. */
export function formatFailure(explanation: Explanation, isJson: boolean): string {
  return `${isJson ? JSON.stringify({ error: explanation }) : explanation.message}\n`;
}

/** Unwraps the errors that the router wrapped. */
function rootOf(thrown: unknown): unknown {
  const isKnown = thrown instanceof TRPCClientError || thrown instanceof CommandFailure || thrown instanceof HearthError;
  return !isKnown && thrown instanceof Error && thrown.name === "TRPCError" && thrown.cause !== undefined ? rootOf(thrown.cause) : thrown;
}
