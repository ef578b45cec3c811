import { readApiFailure } from "@hearth/client/api-failure";
import { errorStatus, HearthError } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";
import { type ExitCode, exitCodes } from "./exit-codes.ts";

/** A failure that this program expects, with the sentence that says what to do about it. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
  }
}

/** A failure as it is told. */
export interface Explanation {
  /** The catalogue's code where the server answered one. */
  code: string;
  /** One sentence, or one for each wrong field. */
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

/** The codes of what this program refuses by itself, for programs; the server's are in its catalogue. */
const codeOfExit: Partial<Record<ExitCode, string>> = {
  [exitCodes.usage]: "USAGE",
  [exitCodes.notSignedIn]: "UNAUTHENTICATED",
  [exitCodes.unreachable]: "UNREACHABLE",
  [exitCodes.stopped]: "STOPPED",
};

/** Nobody is signed in at a server, or not any more. */
export function notSignedIn(server: string): CommandFailure {
  return new CommandFailure(`Not signed in at ${server}. Run: hearth login --email <your email>`, exitCodes.notSignedIn);
}

/** What to tell about whatever a command threw, and how the program ends. */
export function explainFailure(thrown: unknown, server: string): Explanation {
  const error = rootOf(thrown);
  if (error instanceof CommandFailure) {
    return { code: codeOfExit[error.exitCode] ?? "FAILED", message: error.message, exitCode: error.exitCode };
  }
  if (error instanceof HearthError) return fromServer(error.code, Object.values(error.fields ?? {}), error.message);
  const failure = readApiFailure(error);
  if (failure?.code === "UNAUTHENTICATED") return explainFailure(notSignedIn(server), server);
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

/** The line that a failure is told in, to a person or to a program. */
export function tellFailure(explanation: Explanation, isJson: boolean): string {
  return `${isJson ? JSON.stringify({ error: explanation }) : explanation.message}\n`;
}

/** The router wraps what a command throws; told is what is inside. */
function rootOf(thrown: unknown): unknown {
  const isTold = thrown instanceof TRPCClientError || thrown instanceof CommandFailure || thrown instanceof HearthError;
  return !isTold && thrown instanceof Error && thrown.name === "TRPCError" && thrown.cause !== undefined ? rootOf(thrown.cause) : thrown;
}
