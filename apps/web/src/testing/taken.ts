import { HearthError } from "@hearth/domain/errors";
import { afterEach } from "vitest";

/** Counts how often a form that is shown alone was taken; every test begins at none. */
export function takings() {
  let times = 0;
  afterEach(() => {
    times = 0;
  });
  return {
    taken: () => times,
    /** Takes a form. */
    take: (): Promise<{ ok: true }> => {
      times += 1;
      return Promise.resolve({ ok: true });
    },
  };
}

/** An answer that ends a call without what follows a success. */
export function refuse(): never {
  throw new HearthError("INTERNAL");
}
