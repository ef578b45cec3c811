import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runProgram } from "@hearth/processes/run-program";
import { root } from "../launch/settings.ts";

/** Result of a step of the tests. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Output for people, shown if something failed. */
  output?: string;
  /** Failures with their reasons, a few lines each. Shown again at the end, where the reader of a long run looks first. */
  failures?: string[];
  /**
   * Tests that failed and then passed on a retry, with the failures' reasons. Also shown at the end, though they do not count as failures.
   */
  secondTries?: string[];
  /** The executed test files with their durations. */
  files?: FileTime[];
}

/** Duration of a test file, including its imports and hooks. */
export interface FileTime {
  /** Path from the project's folder. */
  file: string;
  milliseconds: number;
}

/** The files that differ from a base commit. */
export interface Change {
  /** The base commit. */
  base: string;
  /** Paths from the project's folder, without deleted files. */
  files: string[];
}

/** A step of the tests. */
export interface Check {
  name: string;
  /** Installs missing system dependencies of the step. Not part of its measured time. */
  prepare?: () => Promise<unknown>;
  /** Runs the step, limited to `paths` if the step supports that. */
  run: (paths: string[]) => Promise<Outcome>;
  /** Runs the part that a change affects most directly. A step without it is too slow to run while working. */
  changed?: (change: Change) => Promise<Outcome>;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Prints the output while the program runs. */
  live?: boolean;
  /** Prefix of each line printed live. */
  prefix?: string;
}

const stopping = new AbortController();

/** Runs a program of one of the packages on this Node. Returns its exit code and, unless `live`, its output. */
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

/** Ends all running programs because this process received the signal. No program can be run after that. */
export function signalRunning(signal: NodeJS.Signals): void {
  stopping.abort(new Error(`Stopped by ${signal}`));
}

/** Returns the first lines of an error's text without terminal colours, enough to recognise it. */
export function firstLines(text: string): string {
  return stripVTControlCharacters(text).trim().split("\n").slice(0, 12).join("\n  ");
}
