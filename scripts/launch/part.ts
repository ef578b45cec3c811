import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "./problem.ts";
import { logsDir, root } from "./settings.ts";

const dieWithParent = pathToFileURL(join(root, "scripts", "die-with-parent.ts")).href;
const stopLimitMs = 15_000;

/** How one of the product's programs is run. */
export interface PartOptions {
  name: PartName;
  /** The program and its arguments, for Node. */
  script: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
}

/** A program that has been started. */
export interface Part {
  name: PartName;
  pid: number | undefined;
  /** Resolves with its exit code, or with the signal that ended it. */
  ended: Promise<number | string>;
  /** Asks it to end, waits, and ends by force what is then left of it and of its own children. */
  stop: () => Promise<void>;
}

/** The parts' names, as their logs are called, and what they are called in sentences. */
export const titles = {
  postgresql: "PostgreSQL",
  simulator: "The simulator",
  "demo-data": "The program that fills in the demo data",
  "web-build": "The build of the web pages",
  "web-pages": "The web pages' server",
  server: "The server",
} as const;

/** The name of a part. */
export type PartName = keyof typeof titles;

/** Moves the log of the run before aside (`<name>.previous.log`), so that a log tells of one run. */
export async function beginLog(name: PartName): Promise<string> {
  const file = logFile(name);
  await rename(file, join(logsDir, `${name}.previous.log`)).catch(() => undefined);
  return file;
}

/** The last lines of a part's log. */
export async function lastLogLines(name: PartName, count = 12): Promise<string> {
  const text = await readFile(logFile(name), "utf8").catch(() => "");
  return text === "" ? "(it wrote nothing)" : text.trimEnd().split("\n").slice(-count).join("\n");
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C in the terminal reaches only the launcher, which then stops the
 * parts in order. What it prints goes to its log.
 */
export async function startPart(options: PartOptions): Promise<Part> {
  const log = await open(logFile(options.name), "a");
  const child = spawn(process.execPath, ["--import", dieWithParent, ...options.script], {
    cwd: options.cwd ?? root,
    env: options.env,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log.fd, log.fd, "ipc"],
  });
  await log.close();
  const ended = new Promise<number | string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  return { name: options.name, pid: child.pid, ended, stop: () => stop(child) };
}

/**
 * Waits until a part that does one thing has done it.
 * @throws Problem with its last lines when it fails.
 */
export async function finished(part: Part): Promise<void> {
  const result = await part.ended;
  if (result !== 0) throw await endedTooEarly(part, result);
}

/**
 * Waits until a part answers 200 at the address.
 * @throws Problem with its last lines when it ends before, or takes longer than the limit.
 */
export async function answering(part: Part, url: string, limitMs = 90_000): Promise<void> {
  let result: number | string | undefined;
  void part.ended.then((code) => (result = code));
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(100)) {
    if (result !== undefined) throw await endedTooEarly(part, result);
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok === true) return;
  }
  throw new Problem(
    `${titles[part.name]} did not answer at ${url} within ${limitMs / 1000} s. Its last lines:`,
    await lastLogLines(part.name),
  );
}

async function endedTooEarly(part: Part, result: number | string): Promise<Problem> {
  const lines = await lastLogLines(part.name);
  if (/ENOSPC|no space left/i.test(lines)) return new Problem(`There is no space left on the disk. Free some and start again.`);
  return new Problem(`${titles[part.name]} ended too early (${result}). Its last lines, from .data/logs/${part.name}.log:`, lines);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    if (process.platform === "win32") child.disconnect();
    else child.kill("SIGTERM");
    await Promise.race([exited, sleep(stopLimitMs, undefined, { ref: false })]);
  }
  killGroup(child.pid);
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // Nothing is left of it, which is what was wanted.
  }
}

function logFile(name: PartName): string {
  return join(logsDir, `${name}.log`);
}
