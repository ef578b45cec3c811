/** Coalesces concurrent requests: a caller during a request with the same key gets its answer or failure. Does not cache answers. */
export function coalesceRequests<Key, Answer>(ask: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const inFlight = new Map<Key, Promise<Answer>>();
  return (key) => {
    const known = inFlight.get(key);
    if (known !== undefined) return known;
    const answer = ask(key).finally(() => inFlight.delete(key));
    inFlight.set(key, answer);
    return answer;
  };
}

/**
 * Sends a request at once if none is in flight. Requests during one wait for it, at most `mostWaitMs`, and are then sent together. A single
 * caller never waits, and a crowd shares round trips to the provider.
 */
export function batchConcurrent<Key, Answer>(
  ask: (key: Key, how: "alone" | "together") => Promise<Answer>,
  mostWaitMs: number,
): (key: Key) => Promise<Answer> {
  let inFlight = 0;
  let nextBatch: PromiseWithResolvers<void> | null = null;
  const joinBatch = (): Promise<void> => {
    if (nextBatch !== null) return nextBatch.promise;
    const batch = Promise.withResolvers<void>();
    nextBatch = batch;
    setTimeout(() => {
      if (nextBatch === batch) send();
    }, mostWaitMs);
    return batch.promise;
  };
  const send = () => {
    nextBatch?.resolve();
    nextBatch = null;
  };
  return async (key) => {
    const how = inFlight === 0 ? "alone" : "together";
    if (how === "together") await joinBatch();
    inFlight += 1;
    try {
      return await ask(key, how);
    } finally {
      inFlight -= 1;
      if (inFlight === 0) send();
    }
  };
}
