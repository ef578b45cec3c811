import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Delay from being ready until the first waiting requests are answered. */
const settleMs = 3_000;

/**
 * Returns the memory used while loading to the system, once. Nearly half of a fresh process's memory is an empty heap that V8 keeps for
 * later. Only this kind of collection returns it; it takes a tenth of a second.
 */
export function releaseStartupHeap(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
  }, settleMs).unref();
}
