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
