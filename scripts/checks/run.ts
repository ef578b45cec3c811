import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runProgram } from "@hearth/processes/run-program";
import { root } from "../launch/settings.ts";

/** What a step of the tests found. */
export interface Outcome {
  passed: number;
  failed: number;
  /** What a person needs to see, shown when something failed. */
  output?: string;
  /** What failed and why, in a few lines each; shown again at the very end, where a long run's reader looks first. */
  failures?: string[];
  /** What failed and then passed when it was made once more, and why it failed; shown at the very end as well, though it is no failure. */
  secondTries?: string[];
  /** The test files that ran, and how long each took by the clock. */
  files?: FileTime[];
}

/** How long a test file took, its imports and its hooks included. */
export interface FileTime {
  /** From the project's folder. */
  file: string;
  milliseconds: number;
}

/** What somebody is working on: the files that differ from the state it began with. */
export interface Change {
  /** The commit it began with. */
  base: string;
  /** From the project's folder; deleted ones are left out. */
  files: string[];
}

/** One step of the tests. */
export interface Check {
  name: string;
  /** Installs what the step needs from the system. The CPU seconds of this are not counted. */
  prepare?: () => Promise<unknown>;
  /** `paths` narrow it down, where the step can be narrowed. */
  run: (paths: string[]) => Promise<Outcome>;
  /** The part of it that a change reaches most directly; a step without it is too slow to be run while one works. */
  changed?: (change: Change) => Promise<Outcome>;
}

/** How to run a program. */
export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Shows what it prints while it runs. */
  live?: boolean;
  /** Stands before each line that is shown live. */
  prefix?: string;
}

const stopping = new AbortController();

/** Runs a program of one of the packages on this Node; answers its exit code and, unless it was live, what it printed. */
export function runNode(program: string, args: string[], options: RunOptions = {}): Promise<{ code: number; output: string }> {
  return run(process.execPath, [join(root, program), ...args], options);
}

/** Runs a program; one that cannot be started answers code 127 and the reason. */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<{ code: number; output: string }> {
  const live = options.live === true;
  return runProgram([command, ...args], {
    cwd: options.cwd ?? root,
    env: { ...(options.env ?? process.env), ...(live ? {} : { NO_COLOR: "1" }) },
    live,
    ...(options.prefix !== undefined && { prefix: options.prefix }),
    cancelSignal: stopping.signal,
  });
}

/** Ends whatever runs at the moment, because this program got the signal; nothing runs after that. */
export function signalRunning(signal: NodeJS.Signals): void {
  stopping.abort(new Error(`Stopped by ${signal}`));
}

/** The beginning of an error's text, enough to know it by, without a terminal's colours. */
export function firstLines(text: string): string {
  return stripVTControlCharacters(text).trim().split("\n").slice(0, 12).join("\n  ");
}
