import { users } from "@hearth/db/schema/users";
import { makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRows } from "../rest/rows.ts";
import type { RestRow } from "../rest/wire.ts";
import { listProcedures } from "../trpc/procedure-meta.ts";
import type { Caller } from "./callers.ts";
import { expectRefusal } from "./contract-calls.ts";
import { restRequest } from "./rest-request.ts";
import { type Answer, type AuthorizationWorld, expectRightAnswers, openAuthorizationWorld, policyRefusal } from "./who-may-call.ts";

let world: AuthorizationWorld;
beforeAll(async () => {
  world = await openAuthorizationWorld();
});
afterAll(() => world.harness.close());

const refusals = ["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND"];

describe("who may call what, at the documented interface", () => {
  for (const row of restRows) {
    it(`${row.method} ${row.path} by ${row.procedure}`, async () => {
      const procedure = listProcedures().find(({ path }) => path === row.procedure);
      if (!procedure) throw new Error(`${row.procedure} does not exist`);
      const callers = world.callers.filter((one) => !isForAnotherRow(row, one));
      await expectRightAnswers(world, procedure, callers, (input, authorization) => ask(row, input, authorization));
    });
  }
});

/** Asks, and holds a refusal to the status, the shape and the list of refusals that are documented for the row. */
async function ask(row: RestRow, input: unknown, authorization: string | undefined): Promise<Answer> {
  const request = restRequest(row, input);
  if (authorization !== undefined) request.headers["authorization"] = authorization;
  const answer = await world.harness.app.inject(request);
  const code = answer.statusCode < 400 ? "ok" : answer.json().code;
  if (refusals.includes(code)) expectRefusal(row, answer, code);
  return { code, body: answer.body };
}

/** A path that several kinds of callers share answers each with their own row. */
function isForAnotherRow(row: RestRow, caller: Caller): boolean {
  const admits = (path: string) =>
    listProcedures().some((one) => one.path === path && policyRefusal(one, { ...caller, staffRole: null, isReadOnly: false }) === null);
  const others = restRows.filter((other) => other !== row && other.method === row.method && other.path === row.path);
  return !admits(row.procedure) && others.some(({ procedure }) => admits(procedure));
}

describe("a change of role or status", () => {
  it("counts from the next call on, with the token that was given before", async () => {
    const { harness } = world;
    const user = await makeUser(harness.db);
    const headers = { authorization: `Bearer ${await harness.signIn(user.id)}` };
    const call = async () => (await harness.app.inject({ url: "/api/auth/me", headers })).statusCode;
    expect(await call()).toBe(200);
    await harness.db.update(users).set({ status: "inactive" }).where(eq(users.id, user.id));
    expect(await call()).toBe(401);
    await harness.db.update(users).set({ status: "active" }).where(eq(users.id, user.id));
    expect(await call()).toBe(200);
  });
});
