import { setTimeout as sleep } from "node:timers/promises";
import type { RunningProcess } from "./start-process.ts";

const pauseMs = 50;
const answerLimitMs = 2_000;

/** A process did not become ready. The message contains its newest output. */
export class NotReady extends Error {
  /** The exit code, signal or reason that the process ended with. Undefined if it is still running but took too long. */
  readonly ending: number | string | undefined;
  constructor(ending: number | string | undefined, limitMs: number, output: string) {
    super(
      `${ending === undefined ? `It was not ready within ${limitMs / 1000} s` : `It ended (${ending}) before it was ready`}:\n${output}`,
    );
    this.name = "NotReady";
    this.ending = ending;
  }
}

/** Waits until a process is ready. Does not stop it on failure. @throws NotReady if it ends first or takes longer than the limit. */
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

/** True if a URL responds with success within two seconds. */
export async function answers(url: string, request: RequestInit = {}): Promise<boolean> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(answerLimitMs) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}
