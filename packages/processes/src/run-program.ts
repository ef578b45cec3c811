import { execa } from "execa";

/** How a program is run. */
export interface RunOptions {
  cwd?: string;
  /** The whole environment of the program; the starter's own when left out. */
  env?: NodeJS.ProcessEnv;
  /** What is typed or piped into it; nothing when left out. */
  input?: string;
  /** Shows what it prints while it runs, instead of answering it. */
  live?: boolean;
  /** Stands before each line that is shown live, where several programs show theirs at once; empty lines are left out then. */
  prefix?: string;
  /** Ends it before its time. */
  cancelSignal?: AbortSignal;
}

/** What a program left behind. */
export interface ProgramResult {
  /** 127 when it could not be started, and 1 when a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
  /** What the program printed to either stream, in the order of its coming, or the reason why it could not be started. */
  output: string;
}

/** Runs a program to its end, whatever that is; it is ended when this process ends before. Never rejects. */
export async function runProgram([command = "", ...args]: string[], options: RunOptions = {}): Promise<ProgramResult> {
  const { cwd, env, input, live = false, prefix, cancelSignal } = options;
  const shown = live ? liveOutput(prefix) : "pipe";
  const result = await execa(command, args, {
    ...(cwd !== undefined && { cwd }),
    ...(cancelSignal !== undefined && { cancelSignal }),
    ...(input === undefined ? { stdin: "ignore" } : { input }),
    ...(env !== undefined && { env, extendEnv: false }),
    stdout: shown,
    stderr: shown,
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
