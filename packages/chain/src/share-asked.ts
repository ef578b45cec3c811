/**
 * Asks once what several want to know in the same moment: whoever asks while the same question is on its way gets its answer, or its failure. What
 * was answered is not kept.
 */
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
 * Asks at once where no question is on its way. What is asked while one is waits until it is answered, `mostWaitMs` at most, and then goes together
 * with all that waited: who asks alone waits for nobody, and a crowd costs one trip to the provider for many.
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
