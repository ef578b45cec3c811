import type { Deps } from "../../../deps.ts";
import { watchChain } from "./watch-chain.ts";

/** Limit per call, because the caller waits. */
const mostPages = 50;

/** The running read, and the one queued behind it. */
interface Readings {
  underway: Promise<void> | null;
  next: Promise<void> | null;
}

const readings = new WeakMap<Deps["chain"], Readings>();

/**
 * Reads the chain up to its head, at most 50 pages. The read starts after the call. Concurrent callers share one running read and one
 * queued read. Throws ChainUnavailable.
 */
export function readToHead(deps: Deps): Promise<void> {
  const known = readings.get(deps.chain) ?? { underway: null, next: null };
  readings.set(deps.chain, known);
  if (known.underway === null) return begin(deps, known);
  known.next ??= known.underway
    .catch(() => {})
    .then(() => {
      known.next = null;
      return begin(deps, known);
    });
  return known.next;
}

function begin(deps: Deps, known: Readings): Promise<void> {
  known.underway = readPages(deps).finally(() => {
    known.underway = null;
  });
  return known.underway;
}

async function readPages(deps: Deps): Promise<void> {
  for (let page = 0; page < mostPages; page++) if (!(await watchChain(deps)).more) return;
}
