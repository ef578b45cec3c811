/** Coalesces concurrent requests: a caller during a request with the same key gets its answer or failure. Does not cache answers. */
export function shareAsked<Key, Answer>(ask: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const onTheWay = new Map<Key, Promise<Answer>>();
  return (key) => {
    const known = onTheWay.get(key);
    if (known !== undefined) return known;
    const answer = ask(key).finally(() => onTheWay.delete(key));
    onTheWay.set(key, answer);
    return answer;
  };
}

/**
 * Sends a request at once if none is in flight. Requests during one wait for it, at most `mostWaitMs`, and are then sent together. A single
 * caller never waits, and a crowd shares round trips to the provider.
 */
export function gatherAsked<Key, Answer>(
  ask: (key: Key, how: "alone" | "together") => Promise<Answer>,
  mostWaitMs: number,
): (key: Key) => Promise<Answer> {
  let onTheWay = 0;
  let gathering: PromiseWithResolvers<void> | null = null;
  const gather = (): Promise<void> => {
    if (gathering !== null) return gathering.promise;
    const own = Promise.withResolvers<void>();
    gathering = own;
    setTimeout(() => {
      if (gathering === own) send();
    }, mostWaitMs);
    return own.promise;
  };
  const send = () => {
    gathering?.resolve();
    gathering = null;
  };
  return async (key) => {
    const how = onTheWay === 0 ? "alone" : "together";
    if (how === "together") await gather();
    onTheWay += 1;
    try {
      return await ask(key, how);
    } finally {
      onTheWay -= 1;
      if (onTheWay === 0) send();
    }
  };
}
