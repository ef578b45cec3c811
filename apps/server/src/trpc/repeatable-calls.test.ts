import { isHarmless, isRepeatable } from "@hearth/domain/repeatable-calls";
import { expect, it } from "vitest";
import { appRouter } from "./root.ts";

/** The mutations, and whether their input takes an idempotency key. */
const mutations = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { type, inputs = [] } = Object(procedure)._def;
  const takesKey = inputs.some((input: unknown) => "idempotencyKey" in Object(Object(input).shape));
  return type === "mutation" ? [{ path, takesKey }] : [];
});

it("calls exactly the mutations repeatable that take an idempotency key", () => {
  const keyed = mutations.flatMap(({ path, takesKey }) => (takesKey ? [path] : []));
  expect(keyed.length).toBeGreaterThan(40);
  expect(mutations.flatMap(({ path }) => (isRepeatable(path) ? [path] : []))).toEqual(keyed);
});

it("tells writes from calls that only sign in or check", () => {
  expect(isHarmless("auth.login")).toBe(true);
  expect(isHarmless("payments.authorize")).toBe(false);
  expect(isHarmless("rent.addCharge")).toBe(false);
});
