import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { type RunningProcess, startNode } from "@hearth/processes/start-process";
import { answers, NotReady, untilReady } from "@hearth/processes/until-ready";
import { UserFacingError } from "./user-facing-error.ts";
import { logsDir, root } from "./settings.ts";

/** Options for running one of the product's programs. */
export interface PartOptions {
  name: PartName;
  /** The program and its arguments, for Node. */
  script: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
}

/** A started program, with the name of its log. */
export interface Part extends RunningProcess {
  name: PartName;
}

/** Names of the parts: the name of the log, and the name in sentences. */
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

/** Renames the previous log to `<name>.previous.log`, so that each log covers one run. */
export async function rotateLog(name: PartName): Promise<string> {
  const file = logFile(name);
  await rename(file, join(logsDir, `${name}.previous.log`)).catch(() => undefined);
  return file;
}

/** Returns the last lines of a part's log. */
export async function lastLogLines(name: PartName, count = 12): Promise<string> {
  const text = await readFile(logFile(name), "utf8").catch(() => "");
  return text === "" ? "(it wrote nothing)" : text.trimEnd().split("\n").slice(-count).join("\n");
}

/** Starts a program and writes its output to its log. */
export async function startPart({ name, script, env, cwd = root }: PartOptions): Promise<Part> {
  return { name, ...(await startNode(script, { cwd, env, logFile: logFile(name) })) };
}

/**
 * Waits until a part that runs once has finished.
 * @throws UserFacingError with its last lines when it fails.
 */
export async function untilFinished(part: Part): Promise<void> {
  const result = await part.ended;
  if (result !== 0) throw await endedTooEarly(part, result);
}

/**
 * Waits until a part answers 200 at the address.
 * @throws UserFacingError with its last lines when it ends before, or takes longer than the limit.
 */
export async function untilAnswers(part: Part, url: string, limitMs = 300_000): Promise<void> {
  try {
    await untilReady(part, () => answers(url), limitMs);
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    if (error.ending !== undefined) throw await endedTooEarly(part, error.ending);
    const sentence = `${titles[part.name]} did not answer at ${url} within ${limitMs / 1000} s. Its last lines:`;
    throw new UserFacingError(sentence, await lastLogLines(part.name));
  }
}

async function endedTooEarly(part: Part, result: number | string): Promise<UserFacingError> {
  const lines = await lastLogLines(part.name);
  if (/ENOSPC|no space left/i.test(lines)) return new UserFacingError(`There is no space left on the disk. Free some and start again.`);
  return new UserFacingError(`${titles[part.name]} ended too early (${result}). Its last lines, from .data/logs/${part.name}.log:`, lines);
}

function logFile(name: PartName): string {
  return join(logsDir, `${name}.log`);
}
