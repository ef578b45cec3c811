import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** From being ready to having answered whoever waited for it. */
const settleMs = 3_000;

/**
 * Gives back what loading the program left behind, once: nearly half of what a fresh process holds is an empty heap that V8 keeps until there is more to do, and
 * that only this kind of collection returns. It takes a tenth of a second.
 */
export function returnMemoryOfStart(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
  }, settleMs).unref();
}
