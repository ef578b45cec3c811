import type { AppRouter } from "@hearth/server/router";
import { readApiFailure } from "@hearth/client/api-failure";
import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { isHarmless, isRepeatable } from "@hearth/domain/repeatable-calls";
import type { NoAnswer } from "./api-error.ts";
import { isAboutShownData, refreshAfter, refreshAfterNoAnswer } from "./refresh-after.ts";
import { type KeyedWrite, noAnswer, unansweredWrites } from "./unanswered-writes.ts";

type WriteError = TRPCClientError<AppRouter>;

/** Waits before a write without an answer is sent again, in milliseconds. */
const repeatAfterMs = [500, 1_500];
/** Time after which a write counts as unanswered. */
const answerWithinMs = 30_000;

/** True if the answer does not say whether the write was done: none came, or the server failed meanwhile. */
function isUndecided(error: WriteError): boolean {
  const code = readApiFailure(error)?.code;
  return code === undefined || code === "INTERNAL";
}

/** Key of a mutation that needs none, because doing it twice makes no difference. */
const unkeyed: KeyedWrite = { key: "", isRepeat: false, settle: () => {}, refuse: () => {}, lose: () => {} };

/**
 * Sends each write with an idempotency key that belongs to its content. Repeats a write without an answer where the server runs it once.
 * Without an answer it fails with `NoAnswer`, which says whether anything was sent. Passes an answer on once the shown data that the write
 * changed is up to date. `who`: returns the account that keys belong to.
 */
export const writeLink =
  (who: () => string): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    if (op.type !== "mutation") return next(op);
    const isKeyed = !isHarmless(op.path);
    return observable((observer) => {
      let stop = () => {};
      let isStopped = false;
      const stopped = () => isStopped;

      async function run() {
        const write = isKeyed ? await unansweredWrites.begin(who(), op.path, op.input) : unkeyed;
        for (let attempt = 0; !stopped(); attempt++) {
          const wasOffline = !navigator.onLine;
          const error = await send(write);
          if (error === null) return;
          if (!isKeyed) return observer.error(error);
          if (!isUndecided(error)) {
            write.refuse();
            if (isAboutShownData(readApiFailure(error)?.status)) await refreshAfter(op.path);
            return observer.error(error);
          }
          const waitMs = repeatAfterMs[attempt];
          if (waitMs !== undefined && !wasOffline && readApiFailure(error) === null && isRepeatable(op.path)) {
            write.lose();
            await new Promise((resolve) => setTimeout(resolve, waitMs));
            continue;
          }
          const isUnsent = wasOffline && attempt === 0 && !write.isRepeat;
          if (isUnsent) write.settle();
          else {
            write.lose();
            refreshAfterNoAnswer();
          }
          const kind = isUnsent ? "unsent" : isRepeatable(op.path) ? "repeatable" : "unknown";
          return observer.error(withoutAnswer(error, noAnswer(kind)));
        }
      }

      /** Sends the write once. Returns null after passing the answer on, or the error. */
      function send({ key, isRepeat, settle }: KeyedWrite): Promise<WriteError | null> {
        const { promise, resolve } = Promise.withResolvers<WriteError | null>();
        let refreshed = Promise.resolve();
        const timer = setTimeout(() => {
          sent.unsubscribe();
          resolve(TRPCClientError.from(new Error("No answer in time")));
        }, answerWithinMs);
        const context = isKeyed ? { ...op.context, idempotencyKey: key } : op.context;
        const sent = next({ ...op, context }).subscribe({
          next(value) {
            clearTimeout(timer);
            settle();
            if (isRepeat) unansweredWrites.notifyRepeat();
            refreshed = refreshAfter(op.path).then(() => observer.next(value));
          },
          complete() {
            clearTimeout(timer);
            void refreshed.then(() => {
              observer.complete();
              resolve(null);
            });
          },
          error(error) {
            clearTimeout(timer);
            resolve(error);
          },
        });
        stop = () => {
          clearTimeout(timer);
          sent.unsubscribe();
          resolve(null);
        };
        return promise;
      }

      run().catch((cause: unknown) => observer.error(TRPCClientError.from(new Error("The write could not be sent", { cause }))));
      return () => {
        isStopped = true;
        stop();
      };
    });
  };

/** The error with the sentence for people. Keeps the server's code and request id. */
function withoutAnswer(error: WriteError, cause: NoAnswer): WriteError {
  const { shape, meta } = error;
  if (!shape) return TRPCClientError.from(cause, meta ? { meta } : {});
  return new TRPCClientError(cause.message, { result: { error: shape }, cause, ...(meta && { meta }) });
}
