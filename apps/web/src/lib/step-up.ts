/** In which area somebody is asked to show who they are; each has a session of its own. */
export type StepUpArea = "auth" | "admin";

/** Who waits for somebody to show who they are. */
export interface StepUpRequest {
  area: StepUpArea;
  /** Says how it ended: whether they did. */
  end(isShown: boolean): void;
}

/** Keeps what waits until somebody has shown who they are; several calls of one area wait for one answer. */
function createStepUp() {
  const listeners = new Set<() => void>();
  let current: (StepUpRequest & { answer: Promise<boolean> }) | null = null;

  function change(next: typeof current): void {
    current = next;
    for (const listener of listeners) listener();
  }

  async function ask(area: StepUpArea): Promise<boolean> {
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

/** What the pages' calls and the dialog that asks have in common. */
export const stepUp = createStepUp();
