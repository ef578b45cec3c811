import { useEffect, useRef, useState } from "react";
import { windowStore } from "../../../../lib/browser-store.ts";
import { session } from "../../../../lib/session.ts";
import { errorMessage } from "../../../../lib/api-error.ts";

/** The result for one item: the id of the entry that was made, or the reason of its refusal. */
export interface Outcome {
  leaseId: string;
  _id: string | null;
  refused: string | null;
  /** The late fees that were voided with it. */
  feesVoided?: number;
}

/** A run over several leases: its items, and the outcomes so far in their order. */
export interface SeveralRun<Item> {
  items: readonly Item[];
  outcomes: readonly Outcome[];
}

/** Items in one call. The server takes at most as many. */
export const portionSize = 50;

/**
 * Sends the items of a run that have no outcome yet, in portions, and reports the run after each. Stops at the first portion without an answer
 * (throws its error), so that the next call goes on from there. The API client repeats a portion without an answer under its first
 * idempotency key, so nothing is done twice.
 */
export async function sendPortions<Item>(
  run: SeveralRun<Item>,
  send: (items: Item[]) => Promise<readonly Outcome[]>,
  onProgress: (run: SeveralRun<Item>) => void,
): Promise<void> {
  let { outcomes } = run;
  while (outcomes.length < run.items.length) {
    const portion = run.items.slice(outcomes.length, outcomes.length + portionSize);
    const answered = await send(portion);
    if (answered.length !== portion.length) throw new Error("The server did not answer for each lease");
    outcomes = [...outcomes, ...answered];
    onProgress({ items: run.items, outcomes });
  }
}

/**
 * A run over several leases, kept in this window until it is dismissed: a reload or a lost connection shows what is done, and `goOn` sends the
 * rest.
 */
export function usePortions<Item>(name: string, send: (items: Item[]) => Promise<readonly Outcome[]>) {
  // Another user of this window must not see or continue the run.
  const key = `several:${name}:${session.get().user?._id ?? ""}`;
  const [run, setRun] = useState<SeveralRun<Item> | null>(() => readRun<Item>(key));
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const latestSend = useRef(send);
  useEffect(() => {
    latestSend.current = send;
  });

  function keep(next: SeveralRun<Item> | null): void {
    setRun(next);
    if (next === null) windowStore.removeItem(key);
    else windowStore.setItem(key, JSON.stringify(next));
  }

  async function sendRest(from: SeveralRun<Item>): Promise<void> {
    // A second press comes before the button is shown as busy.
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(null);
    keep(from);
    try {
      await sendPortions(from, (items) => latestSend.current(items), keep);
    } catch (failure) {
      setError(errorMessage(failure));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  return {
    run,
    error,
    isBusy,
    start: (items: readonly Item[]) => sendRest({ items, outcomes: [] }),
    goOn: () => (run === null ? undefined : sendRest(run)),
    dismiss: () => {
      setError(null);
      keep(null);
    },
  };
}

function readRun<Item>(key: string): SeveralRun<Item> | null {
  try {
    const run: SeveralRun<Item> | null = JSON.parse(windowStore.getItem(key) ?? "null");
    return run !== null && Array.isArray(run.items) && Array.isArray(run.outcomes) ? run : null;
  } catch {
    return null;
  }
}
