import { execa } from "execa";

/** Options for running a program. */
export interface RunOptions {
  cwd?: string;
  /** The program's whole environment. Defaults to the starter's own. */
  env?: NodeJS.ProcessEnv;
  /** Standard input. Empty by default. */
  input?: string;
  /** Shows the output while the program runs, instead of returning it. */
  live?: boolean;
  /** Prefix of each live line, for several programs that print at once. Empty lines are then left out. */
  prefix?: string;
  /** Ends the program early. */
  cancelSignal?: AbortSignal;
}

/** The result of a program. */
export interface ProgramResult {
  /** 127 if it could not be started, and 1 if a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
  /** Both streams in the order of printing, or the reason it could not be started. */
  output: string;
}

/** Runs a program to its end. Ends it if this process ends first. Never rejects. */
export async function runProgram([command = "", ...args]: string[], options: RunOptions = {}): Promise<ProgramResult> {
  const { cwd, env, input, live = false, prefix, cancelSignal } = options;
  const stdio = live ? liveOutput(prefix) : "pipe";
  const result = await execa(command, args, {
    ...(cwd !== undefined && { cwd }),
    ...(cancelSignal !== undefined && { cancelSignal }),
    ...(input === undefined ? { stdin: "ignore" } : { input }),
    ...(env !== undefined && { env, extendEnv: false }),
    stdout: stdio,
    stderr: stdio,
    all: true,
    stripFinalNewline: false,
    reject: false,
  });
  const couldStart = result.exitCode !== undefined || result.signal !== undefined;
  return {
    code: result.exitCode ?? (couldStart ? 1 : 127),
    stdout: result.stdout ?? "",
    stderr: result.stderr ?? "",
    output: couldStart ? (result.all ?? "") : (result.shortMessage ?? ""),
  };
}

function liveOutput(prefix: string | undefined) {
  if (prefix === undefined) return "inherit";
  const prefixed = function* (line: unknown) {
    if (String(line) !== "") yield `${prefix}${String(line)}`;
  };
  return [prefixed, "inherit"] as const;
}
