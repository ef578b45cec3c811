import { setTimeout as sleep } from "node:timers/promises";
import type { RunningProcess } from "./start-process.ts";

const pauseMs = 50;
const answerLimitMs = 2_000;

/** A process did not get to work; the message holds the newest of what it printed. */
export class NotReady extends Error {
  /** The exit code, or the signal or reason, that the process ended with; undefined when it still runs, and only took too long. */
  readonly ending: number | string | undefined;
  constructor(ending: number | string | undefined, limitMs: number, output: string) {
    super(
      `${ending === undefined ? `It was not ready within ${limitMs / 1000} s` : `It ended (${ending}) before it was ready`}:\n${output}`,
    );
    this.name = "NotReady";
    this.ending = ending;
  }
}

/**
 * Waits until a process is at work.
 * @throws NotReady when it ends before, or takes longer than the limit; it is not stopped here.
 */
export async function untilReady(running: RunningProcess, isReady: () => Promise<boolean>, limitMs: number): Promise<void> {
  let ending: number | string | undefined;
  void running.ended.then((result) => (ending = result));
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(pauseMs)) {
    const ready = await isReady();
    if (ending !== undefined) throw new NotReady(ending, limitMs, running.output());
    if (ready) return;
  }
  throw new NotReady(undefined, limitMs, running.output());
}

/** Whether an address answers with success, at once or within two seconds. */
export async function answers(url: string, request: RequestInit = {}): Promise<boolean> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(answerLimitMs) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}
