import { users } from "@hearth/db/schema/users";
import { makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRows } from "../rest/rows.ts";
import type { RestRow } from "../rest/wire.ts";
import { listProcedures, type ProcedureInfo } from "../trpc/procedure-meta.ts";
import type { Caller } from "./callers.ts";
import { expectRefusal } from "./contract-calls.ts";
import { restRequest } from "./rest-request.ts";
import { type Answer, type AuthorizationWorld, expectRefusals, openAuthorizationWorld, policyRefusal } from "./who-may-call.ts";

let world: AuthorizationWorld;
beforeAll(async () => {
  world = await openAuthorizationWorld();
});
afterAll(() => world.harness.close());

const refusals = ["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND"];

function procedureOf(row: RestRow): ProcedureInfo {
  const procedure = listProcedures().find(({ path }) => path === row.procedure);
  if (!procedure) throw new Error(`${row.procedure} does not exist`);
  return procedure;
}

const callersOf = (row: RestRow) => world.callers.filter((one) => !isForAnotherRow(row, one));
const callOf = (row: RestRow) => (input: unknown, authorization: string | undefined) => ask(row, input, authorization);

// Admissions are proven at the tRPC interface, whose procedures these rows call, and each row's own success in contract.int.test.ts.
describe.each(restRows)("at the documented interface, $method $path by $procedure", (row) => {
  it("refuses other callers, and changes nothing", () => expectRefusals(world, procedureOf(row), callersOf(row), callOf(row)));
});

/** Makes a call. Checks a refusal's status and shape, and that the row documents its code. */
async function ask(row: RestRow, input: unknown, authorization: string | undefined): Promise<Answer> {
  const request = restRequest(row, input);
  if (authorization !== undefined) request.headers["authorization"] = authorization;
  const answer = await world.harness.app.inject(request);
  const code = answer.statusCode < 400 ? "ok" : answer.json().code;
  if (refusals.includes(code)) expectRefusal(row, answer, code);
  return { code, body: answer.body };
}

/** True for a caller who is admitted by another row of the same method and path. */
function isForAnotherRow(row: RestRow, caller: Caller): boolean {
  const admits = (path: string) =>
    listProcedures().some((one) => one.path === path && policyRefusal(one, { ...caller, staffRole: null, isReadOnly: false }) === null);
  const others = restRows.filter((other) => other !== row && other.method === row.method && other.path === row.path);
  return !admits(row.procedure) && others.some(({ procedure }) => admits(procedure));
}

describe("a change of role or status", () => {
  it("takes effect on the next call, with the same token", async () => {
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
