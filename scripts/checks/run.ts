import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runProgram } from "@hearth/processes/run-program";
import { root } from "../launch/settings.ts";

/** The result of a step. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Output to print when something failed. */
  output?: string;
  /** Failures with their reasons, a few lines each; printed again at the very end. */
  failures?: string[];
  /** Tests that passed only at the second attempt, with the reason of the first failure; also printed at the very end. */
  secondTries?: string[];
  /** The test files that ran, with their durations. */
  files?: FileTime[];
}

/** The duration of a test file, including imports and hooks. */
export interface FileTime {
  /** Path from the project's folder. */
  file: string;
  milliseconds: number;
}

/** The changed files since a base commit. */
export interface Change {
  /** The base commit. */
  base: string;
  /** Paths from the project's folder; deleted files are left out. */
  files: string[];
}

/** A step of the tests. */
export interface Check {
  name: string;
  /** Installs what the step needs from the system. The CPU seconds of this are not counted. */
  prepare?: () => Promise<unknown>;
  /** Runs the step, narrowed to `paths` if the step supports that. */
  run: (paths: string[]) => Promise<Outcome>;
  /** Runs the part that a change affects most directly. Missing for steps that are too slow for this. */
  changed?: (change: Change) => Promise<Outcome>;
}

/** Options for running a program. */
export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Prints the program's output while it runs. */
  live?: boolean;
  /** A prefix for each line that is printed live. */
  prefix?: string;
}

const stopping = new AbortController();

/** Runs a program of one of the packages with this Node. Returns its exit code and, unless live, its output. */
export function runNode(program: string, args: string[], options: RunOptions = {}): Promise<{ code: number; output: string }> {
  return run(process.execPath, [join(root, program), ...args], options);
}

/** Runs a program. If it cannot be started, returns code 127 and the reason. */
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

/** Stops all running programs after this program got a signal, and prevents further ones. */
export function signalRunning(signal: NodeJS.Signals): void {
  stopping.abort(new Error(`Stopped by ${signal}`));
}

/** Returns the first lines of an error's text, without terminal colours. */
export function firstLines(text: string): string {
  return stripVTControlCharacters(text).trim().split("\n").slice(0, 12).join("\n  ");
}
