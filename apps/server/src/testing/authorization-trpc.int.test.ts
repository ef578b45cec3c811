import { HearthError } from "@hearth/domain/errors";
import { callTRPCProcedure, TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveActor } from "../features/auth/sessions/sessions.service.ts";
import { listProcedures, type ProcedureInfo } from "../trpc/procedure-meta.ts";
import { appRouter } from "../trpc/root.ts";
import { makeWeakCallers, type WeakCaller } from "./rule-refusals.ts";
import {
  type Answer,
  type AuthorizationWorld,
  expectAdmissions,
  expectRefusals,
  hashTables,
  openAuthorizationWorld,
} from "./who-may-call.ts";

let world: AuthorizationWorld;
let weakCallers: WeakCaller[];
beforeAll(async () => {
  world = await openAuthorizationWorld();
  weakCallers = await makeWeakCallers(world.harness);
  world.held.rows = await hashTables(world.harness.db);
});
afterAll(() => world.harness.close());

const callOf = (procedure: ProcedureInfo) => (input: unknown, authorization: string | undefined) =>
  (procedure.type === "subscription" ? subscribe : request)(procedure, input, authorization);

// Refusals first: each one reads all rows to check that nothing changed, and there are fewest rows before anybody is admitted.
describe.each(listProcedures())("at the tRPC interface, $path ($meta.policy)", (procedure) => {
  it("refuses other callers, and changes nothing", () => expectRefusals(world, procedure, world.callers, callOf(procedure)));
});

describe.each(listProcedures())("at the tRPC interface, $path ($meta.policy)", (procedure) => {
  it("refuses callers whose standing its rules do not allow, before it reads their input", async () => {
    for (const { name, authorization, refusal } of weakCallers.filter(({ policy }) => policy === procedure.meta?.policy)) {
      const expected = refusal(procedure);
      const isException = name.includes("suspended") && procedure.type === "mutation";
      if (expected === null && !isException) continue;
      const { code } = await callOf(procedure)({ unknown: "field" }, authorization);
      if (expected === null) expect(code, `${procedure.path} by ${name}`).not.toBe("BUSINESS_SUSPENDED");
      else expect(code, `${procedure.path} by ${name}`).toBe(expected);
    }
  });
});

it("a refusal by the rules changes nothing", async () => {
  expect(await hashTables(world.harness.db)).toEqual(world.held.rows);
});

describe.each(listProcedures())("at the tRPC interface, $path ($meta.policy)", (procedure) => {
  it("admits the callers that its policy allows", () => expectAdmissions(world, procedure, world.callers, callOf(procedure)));
});

async function request(procedure: ProcedureInfo, input: unknown, authorization: string | undefined): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(authorization !== undefined && { authorization }) };
  const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const url = `/trpc/${procedure.path}`;
  const write = { method: "POST" as const, url, headers, payload: JSON.stringify(input ?? {}) };
  const answer = await world.harness.app.inject(procedure.type === "query" ? { url: url + query, headers } : write);
  return { code: answer.json().error?.data.code ?? "ok", body: answer.body };
}

/** An event stream never ends, so its first event or its refusal is the answer. */
async function subscribe({ path }: ProcedureInfo, input: unknown, authorization: string | undefined): Promise<Answer> {
  const { deps } = world.harness;
  const bearer = authorization?.startsWith("Bearer ") ? authorization.slice(7) : null;
  const actor = await resolveActor(deps, bearer);
  const origin = { requestId: "test", ip: "127.0.0.1", userAgent: null, timeZone: "UTC", idempotencyKey: null, uploads: [] };
  const abort = new AbortController();
  const call = { router: appRouter, path, type: "subscription" as const, batchIndex: 0, signal: abort.signal };
  try {
    const events: AsyncIterable<unknown> = await callTRPCProcedure({
      ...call,
      ctx: { ...origin, deps, actor },
      getRawInput: async () => input,
    });
    for await (const event of events) return { code: "ok", body: JSON.stringify(event) };
    return { code: "ended", body: "" };
  } catch (error) {
    const failure = error instanceof TRPCError ? error.cause : error;
    const code = failure instanceof HearthError ? failure.code : "INTERNAL";
    return { code, body: code };
  } finally {
    abort.abort();
  }
}
