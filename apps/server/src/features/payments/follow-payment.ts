import type { Deps } from "../../deps.ts";

/**
 * Yields what `load` reads now, and again whenever something happens to the payment, each with a mark that differs. Listening begins before
 * the first read, so that nothing falls between the two. Ends when the listener goes.
 */
export async function* follow<View>(
  deps: Deps,
  paymentUuid: string,
  load: () => Promise<View>,
  signal: AbortSignal | undefined,
): AsyncGenerator<[mark: string, view: View]> {
  const ended = signal ?? new AbortController().signal;
  const wakes = deps.paymentEvents.subscribe(paymentUuid, ended)[Symbol.asyncIterator]();
  let next = wakes.next();
  for (let turn = 1; !ended.aborted; turn++) {
    yield [String(turn), await load()];
    if ((await next).done) return;
    next = wakes.next();
  }
}
