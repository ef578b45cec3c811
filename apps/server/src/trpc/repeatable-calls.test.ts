import { appRouter } from "./root.ts";
import { expect, it } from "vitest";
import { isHarmless, isRepeatable } from "@hearth/domain/repeatable-calls";

interface Procedure {
  _def: { type: string; inputs: { shape?: object }[] };
}

it("calls exactly the mutations repeatable that take an idempotency key", () => {
  const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>).filter(
    ([, { _def }]) => _def.type === "mutation",
  );
  const keyed = mutations.flatMap(([path, { _def }]) =>
    _def.inputs.some(({ shape }) => shape !== undefined && "idempotencyKey" in shape) ? [path] : [],
  );
  expect(keyed.length).toBeGreaterThan(40);
  expect(mutations.flatMap(([path]) => (isRepeatable(path) ? [path] : [])).toSorted()).toEqual(keyed.toSorted());
});

it("tells writes from calls that only sign in or check", () => {
  expect(isHarmless("auth.login")).toBe(true);
  expect(isHarmless("payments.authorize")).toBe(false);
  expect(isHarmless("rent.addCharge")).toBe(false);
});
