import { setTimeout as sleep } from "node:timers/promises";
import { lastLogLines, type PartName, titles } from "./part.ts";
import { explain } from "./user-facing-error.ts";

const shortestPauseMs = 1000;
const longestPauseMs = 30_000;
const settledMs = 60_000;

/** A started process. */
export interface Running {
  pid?: number | undefined;
  /** Resolves when it is no longer running. */
  ended: Promise<unknown>;
  stop: () => Promise<void>;
}

/** A part of the product that can be restarted. */
export interface Supervised<Started extends Running> {
  name: PartName;
  start: () => Promise<Started>;
  /** Resolves when the part is ready, rejects when it fails to start. */
  ready?: (running: Started) => Promise<void>;
}

/** Keeps parts running and stops them in reverse order: the first part, which the others depend on, stops last. */
export class Supervisor {
  readonly #running = new Map<PartName, Running>();
  readonly #starting = new Set<Promise<unknown>>();
  readonly #printLine: (line: string) => void;
  readonly #onChange: (pids: number[]) => Promise<void>;
  #stopping = false;

  /** `printLine` gets lines for the terminal, `onChange` the ids of the running processes after each start. */
  constructor(printLine: (line: string) => void, onChange: (pids: number[]) => Promise<void>) {
    this.#printLine = printLine;
    this.#onChange = onChange;
  }

  /** Starts a part and returns it when it is ready. From then on restarts it whenever it ends. */
  async keepRunning<Started extends Running>(part: Supervised<Started>): Promise<Started> {
    const running = await this.#begin(part);
    void this.#watch(part, running);
    return running;
  }

  /** Runs a part once, to its end. `ready` decides whether it succeeded. */
  async runOnce<Started extends Running>(part: Supervised<Started>): Promise<void> {
    const running = await this.#begin(part);
    await running.ended;
    this.#running.delete(part.name);
  }

  /** Stops everything, and prevents further starts. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#stopRunning();
    await Promise.allSettled(this.#starting);
    await this.#stopRunning();
  }

  async #stopRunning(): Promise<void> {
    const [first, ...others] = [...this.#running.values()];
    await Promise.all(others.map((running) => running.stop()));
    await first?.stop();
  }

  #isStopping(): boolean {
    return this.#stopping;
  }

  #begin<Started extends Running>(part: Supervised<Started>): Promise<Started> {
    const begun = this.#startAndWait(part);
    this.#starting.add(begun);
    return begun.finally(() => this.#starting.delete(begun));
  }

  async #startAndWait<Started extends Running>(part: Supervised<Started>): Promise<Started> {
    if (this.#stopping) throw new Error("Hearth is stopping.");
    const running = await part.start();
    this.#running.delete(part.name);
    this.#running.set(part.name, running);
    try {
      await this.#onChange([...this.#running.values()].flatMap(({ pid }) => pid ?? []));
      await part.ready?.(running);
      return running;
    } catch (error) {
      await running.stop();
      throw error;
    }
  }

  async #watch<Started extends Running>(part: Supervised<Started>, first: Started): Promise<void> {
    let running: Started | undefined = first;
    for (let pause = shortestPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      const since = Date.now();
      await running?.ended;
      if (this.#isStopping()) return;
      if (running !== undefined) {
        await running.stop();
        this.#printLine(
          `\n${titles[part.name]} ended unexpectedly. Its last lines, from .data/logs/${part.name}.log:\n${await lastLogLines(part.name, 6)}`,
        );
      }
      if (Date.now() - since > settledMs) pause = shortestPauseMs;
      this.#printLine(`${titles[part.name]} is started again in ${pause / 1000} s.`);
      await sleep(pause);
      if (this.#isStopping()) return;
      running = await this.#begin(part).catch((error: unknown) => {
        this.#printLine(explain(error));
        return undefined;
      });
      if (running !== undefined) this.#printLine(`${titles[part.name]} is running again.`);
    }
  }
}
