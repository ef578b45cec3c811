import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../launch/settings.ts";

/** What a step of the tests found. */
export interface Outcome {
  passed: number;
  failed: number;
  /** What a person needs to see, shown when something failed. */
  output?: string;
  /** What failed and why, in a few lines each; shown again at the very end, where a long run's reader looks first. */
  failures?: string[];
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
}

const running = new Set<ChildProcess>();

/** Runs a program of one of the packages on this Node; answers its exit code and, unless it was live, what it printed. */
export function runNode(program: string, args: string[], options: RunOptions = {}): Promise<{ code: number; output: string }> {
  return run(process.execPath, [join(root, program), ...args], options);
}

/** Runs a program; one that cannot be started answers code 127 and the reason. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...(options.env ?? process.env), ...(options.live === true ? {} : { NO_COLOR: "1" }) },
      stdio: options.live === true ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("error", (error) => resolve({ code: 127, output: error.message }));
    child.once("close", (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Passes a signal on to whatever runs at the moment. */
export function signalRunning(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}

/** The beginning of an error's text, enough to know it by, without a terminal's colours. */
export function firstLines(text: string): string {
  return stripVTControlCharacters(text).trim().split("\n").slice(0, 12).join("\n  ");
}
