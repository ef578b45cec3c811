import type { SessionArea } from "./call-area.ts";

/** A pending request to prove the user's identity. */
export interface StepUpRequest {
  /** Area whose session needs the step-up. */
  area: SessionArea;
  /** Ends the request. `isShown`: true if the user proved it. */
  end(isShown: boolean): void;
}

/** Holds calls until the user has proved their identity. Concurrent calls of an area share one request. */
function createStepUp() {
  const listeners = new Set<() => void>();
  let current: (StepUpRequest & { answer: Promise<boolean> }) | null = null;

  function change(next: typeof current): void {
    current = next;
    for (const listener of listeners) listener();
  }

  async function ask(area: SessionArea): Promise<boolean> {
    if (current?.area === area) return current.answer;
    current?.end(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const request = {
      area,
      answer: promise,
      end: (isShown: boolean) => {
        if (current === request) change(null);
        resolve(isShown);
      },
    };
    change(request);
    return promise;
  }

  return {
    ask,
    get: (): StepUpRequest | null => current,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Shared by the API client and the dialog. */
export const stepUp = createStepUp();
