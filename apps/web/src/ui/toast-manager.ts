/** A message about something that just happened. */
export interface ToastMessage {
  title: string;
  type: "success" | "failure";
  /** Undoes the action. */
  undo?: (() => void) | undefined;
}

let waiting: readonly ToastMessage[] = [];
const listeners = new Set<() => void>();

function enqueue(message: ToastMessage): void {
  waiting = [...waiting, message];
  for (const listener of listeners) listener();
}

/**
 * Shows messages: a success for five seconds, a failure until it is dismissed. A success with an undo button stays for ten seconds, or
 * until the next one.
 */
export const toast = {
  success: (sentence: string, undo?: ToastMessage["undo"]) => enqueue({ title: sentence, type: "success", undo }),
  failure: (sentence: string) => enqueue({ title: sentence, type: "failure" }),
};

/** Queue of messages to show, for `toast-list.tsx`. */
export const toastQueue = {
  /** Returns all queued messages and clears the queue. */
  take(): readonly ToastMessage[] {
    const queued = waiting;
    waiting = [];
    return queued;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
