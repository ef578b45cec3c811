/** A sentence about what has just happened. */
export interface Said {
  title: string;
  type: "success" | "failure";
  /** Takes back what has just happened. */
  undo?: (() => void) | undefined;
}

let waiting: readonly Said[] = [];
const listeners = new Set<() => void>();

function say(said: Said): void {
  waiting = [...waiting, said];
  for (const listener of listeners) listener();
}

/**
 * Says for five seconds what has just happened, or until it is dismissed for what went wrong. What can be taken back stands for ten seconds with
 * a button that does it, and gives way to the next of them.
 */
export const toast = {
  success: (sentence: string, undo?: Said["undo"]) => say({ title: sentence, type: "success", undo }),
  failure: (sentence: string) => say({ title: sentence, type: "failure" }),
};

/** What was said and is not shown yet, for `toast.tsx` alone. */
export const toSay = {
  /** Takes all of it, to show it. */
  take(): readonly Said[] {
    const taken = waiting;
    waiting = [];
    return taken;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
