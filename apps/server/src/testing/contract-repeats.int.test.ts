import { idempotencyKeys } from "@hearth/db/schema/idempotency-keys";
import { like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRows } from "../rest/rows.ts";
import type { RestRow } from "../rest/wire.ts";
import { appRouter } from "../trpc/root.ts";
import { expectDescribed, expectRefusal, send } from "./contract-calls.ts";
import { type ContractWorld, openContractWorld } from "./contract-world.ts";
import { restRequest } from "./rest-request.ts";

let world: ContractWorld;
beforeAll(async () => {
  world = await openContractWorld();
});
afterAll(() => world.close());

/** Inputs that differ from the usual ones, for calls that name no subject. */
const others: Record<string, object> = {
  "payments.createCheckout": { amount: "9.13" },
  "auth.completeEnrollment": { phoneNumber: "556" },
};

async function keyed(row: RestRow, key: string, change: object = {}) {
  const { input, token } = await world.succeeding(row);
  const request = restRequest(row, { ...Object(input), ...change });
  return { token, request: { ...request, headers: { ...request.headers, "idempotency-key": key } } };
}

describe.each(restRows.filter(({ repeatable }) => repeatable))("$method $path by $procedure with an idempotency key", (row) => {
  const key = `once-${row.procedure}`;

  it("returns the first answer for a repeat, and refuses the key for another input", async () => {
    const { request, token } = await keyed(row, key);
    const first = await send(world, request, token);
    expect([200, 201], first.body).toContain(first.statusCode);
    const repeat = await send(world, request, token);
    expect([repeat.statusCode, repeat.body]).toEqual([first.statusCode, first.body]);
    expectDescribed(row, repeat);
    const other = await keyed(row, key, others[row.procedure]);
    expect(other.request, `Give ${row.procedure} another input in \`others\``).not.toEqual(request);
    expectRefusal(row, await send(world, other.request, token), "IDEMPOTENCY_KEY_REUSED");
  });
});

describe("an idempotency key", () => {
  it("is stored with the name of an existing procedure", async () => {
    const filed = await world.harness.db.selectDistinct().from(idempotencyKeys).where(like(idempotencyKeys.key, "once-%"));
    expect(filed.length).toBeGreaterThan(0);
    const unknown = filed.filter(({ procedure }) => !Object.hasOwn(appRouter._def.procedures, procedure));
    expect(unknown.map(({ key, procedure }) => [key, procedure])).toEqual([]);
  });

  it("belongs to an account: another account can use the same key", async () => {
    const row = restRows.find(({ procedure }) => procedure === "auth.completeEnrollment");
    if (!row) throw new Error("The row is gone");
    const mine = await keyed(row, "everybody-has-this-key");
    const theirs = await keyed(row, "everybody-has-this-key", { phoneNumber: "557" });
    const answers = [
      await send(world, mine.request, await world.tokenFor(row, world.userIds.payer)),
      await send(world, theirs.request, await world.tokenFor(row, world.userIds.otherPayer)),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().phoneNumber])).toEqual([
      [200, "555"],
      [200, "557"],
    ]);
  });
});
