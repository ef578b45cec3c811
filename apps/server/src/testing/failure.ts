import { expect } from "vitest";

/** Returns the error that a refused call carries. Fails the test if the call goes through. */
export function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("It went through"),
    (error: { cause: unknown }) => error.cause,
  );
}
