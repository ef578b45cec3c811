import type { AppRouter } from "@hearth/server/router";
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";

/**
 * Streams that all windows of a browser may have open at once. Over HTTP/1.1 a browser opens six connections to a server, and each stream
 * takes one of them for as long as it is open.
 */
const slots = ["hearth-stream-1", "hearth-stream-2", "hearth-stream-3"];

/** Time after which a stream gives its slot up if another window waits for one, in milliseconds. */
const turnMs = 5_000;

interface Slot {
  name: string;
  leave: () => void;
}

interface SlotOptions {
  /** The browser's locks, which all its windows share. Undefined in a page without a secure context. */
  locks?: LockManager | undefined;
  turnMs?: number;
}

/**
 * Opens each subscription of a link only while it has one of the browser's slots, so that any number of windows loads and stays up to date.
 * A subscription that waits for a slot is `connecting`. Each view is complete, so a window that takes turns misses nothing.
 */
export function inSlots(link: TRPCLink<AppRouter>, options: SlotOptions = {}): TRPCLink<AppRouter> {
  const { locks = (navigator as Partial<Navigator>).locks, turnMs: ownTurnMs = turnMs } = options;
  return locks === undefined ? link : takingTurns(link, locks, ownTurnMs);
}

function takingTurns(link: TRPCLink<AppRouter>, locks: LockManager, ownTurnMs: number): TRPCLink<AppRouter> {
  return (runtime) => {
    const open = link(runtime);
    return (call) =>
      observable((observer) => {
        const end = new AbortController();

        /** Holds a slot until another window waits for it. Returns false once the subscription is over. */
        function take({ name, leave }: Slot): Promise<boolean> {
          const { promise, resolve } = Promise.withResolvers<boolean>();
          const giveUp = () => resolve(false);
          end.signal.addEventListener("abort", giveUp);
          let isOver = false;
          // A stream that is closed still completes.
          const subscription = open(call).subscribe({
            next: (value) => isOver || observer.next(value),
            error: (error) => isOver || observer.error(error),
            complete: () => isOver || observer.complete(),
          });
          const timer = setInterval(() => void isAwaited(locks, name).then((isDue) => isDue && resolve(true)), ownTurnMs);
          return promise.finally(() => {
            isOver = true;
            clearInterval(timer);
            end.signal.removeEventListener("abort", giveUp);
            subscription.unsubscribe();
            leave();
          });
        }

        async function run() {
          for (;;) {
            const slot = await enter(locks, end.signal);
            if (slot === null) return;
            if (end.signal.aborted) return slot.leave();
            if (!(await take(slot))) return;
            observer.next({ result: { type: "state", state: "connecting", error: null } });
          }
        }

        void run();
        return () => end.abort();
      });
  };
}

/** Takes a free slot, or waits for any. Windows get them in the order in which they asked. Null if the signal aborts before. */
async function enter(locks: LockManager, signal: AbortSignal): Promise<Slot | null> {
  for (const name of slots) {
    const slot = await new Promise<Slot | null>((resolve) => {
      const hold = (lock: Lock | null) => (lock === null ? resolve(null) : new Promise<void>((leave) => resolve({ name, leave })));
      void locks.request(name, { ifAvailable: true }, hold);
    });
    if (slot) return slot;
  }
  return waitForAny(locks, signal);
}

function waitForAny(locks: LockManager, signal: AbortSignal): Promise<Slot | null> {
  const { promise, resolve } = Promise.withResolvers<Slot | null>();
  const asking = new AbortController();
  const giveUp = () => {
    asking.abort();
    resolve(null);
  };
  if (signal.aborted) giveUp();
  else signal.addEventListener("abort", giveUp);
  for (const name of slots) {
    const hold = () => {
      if (asking.signal.aborted) return;
      asking.abort();
      signal.removeEventListener("abort", giveUp);
      return new Promise<void>((leave) => resolve({ name, leave }));
    };
    locks.request(name, { signal: asking.signal }, hold).catch(() => undefined); // Given up, or another slot was free
  }
  return promise;
}

/** True if a window waits for the slot. */
async function isAwaited(locks: LockManager, name: string): Promise<boolean> {
  const { pending = [] } = await locks.query();
  return pending.some((request) => request.name === name);
}
