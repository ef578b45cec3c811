import { HearthError } from "@hearth/domain/errors";
import { afterEach } from "vitest";

/** Counts the accepted submits of a form that is rendered alone. Resets before each test. */
export function countSubmits() {
  let times = 0;
  afterEach(() => {
    times = 0;
  });
  return {
    taken: () => times,
    /** Accepts a submit. */
    take: (): Promise<{ ok: true }> => {
      times += 1;
      return Promise.resolve({ ok: true });
    },
  };
}

/** Answer that fails a call, so that nothing happens after a success. */
export function refuse(): never {
  throw new HearthError("INTERNAL");
}
