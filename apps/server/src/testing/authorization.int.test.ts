import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { HearthError } from "@hearth/domain/errors";
import { callTRPCProcedure, TRPCError } from "@trpc/server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveActor } from "../features/auth/sessions.service.ts";
import { restRows } from "../rest/rows.ts";
import type { RestRow } from "../rest/wire.ts";
import { listProcedures, type ProcedureInfo } from "../trpc/procedure-meta.ts";
import { appRouter } from "../trpc/root.ts";
import { freshSubject, missingSubject } from "./call-subject.ts";
import { type Caller, makeCallers } from "./callers.ts";
import { type Harness, startHarness } from "./harness.ts";
import { type CallSubject, procedureInputs } from "./procedure-inputs.ts";
import { restRequest } from "./rest-request.ts";

let harness: Harness;
let payer: { id: string; email: string };
let merchantId: string;
let callers: Caller[];
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
  const { merchant, owner } = await makeMerchant(harness.db);
  merchantId = merchant.id;
  payer = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
  callers = await makeCallers(harness, { payerId: payer.id, payeeOwnerId: owner.id });
});
afterAll(() => harness.close());

interface Answer {
  code: string;
  body: string;
}

/** Whether an input names something that belongs to somebody. */
function isAbout(input: unknown, { merchantId, ...subject }: CallSubject): boolean {
  const { paymentId, disputeId, sessionId, transferId, paidId, refundId } = subject;
  const text = JSON.stringify(input ?? {});
  return [paymentId, disputeId, sessionId, transferId, paidId, refundId, `"merchantId":"${merchantId}"`].some((id) => text.includes(id));
}

function inputFor(procedure: string, subject: CallSubject): unknown {
  const make = procedureInputs[procedure];
  if (!make) throw new Error(`Give ${procedure} an input in procedure-inputs.ts`);
  return make(subject);
}

async function viaTrpc(procedure: ProcedureInfo, input: unknown, authorization: string | undefined): Promise<Answer> {
  if (procedure.type === "subscription") return viaSubscription(procedure, input, authorization);
  const headers = { "content-type": "application/json", ...(authorization !== undefined && { authorization }) };
  const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const url = `/trpc/${procedure.path}`;
  const write = { method: "POST" as const, url, headers, payload: JSON.stringify(input ?? {}) };
  const answer = await harness.app.inject(procedure.type === "query" ? { url: url + query, headers } : write);
  return { code: answer.json().error?.data.code ?? "ok", body: answer.body };
}

/** An event stream has no end to wait for: its first event, or its refusal, says who may listen. */
async function viaSubscription({ path }: ProcedureInfo, input: unknown, authorization: string | undefined): Promise<Answer> {
  const bearer = authorization?.startsWith("Bearer ") ? authorization.slice(7) : null;
  const actor = await resolveActor(harness.deps, bearer);
  const origin = { requestId: "test", ip: "127.0.0.1", userAgent: null, timeZone: "UTC", idempotencyKey: null, uploads: [] };
  const abort = new AbortController();
  const call = { router: appRouter, path, type: "subscription" as const, batchIndex: 0, signal: abort.signal };
  try {
    const events: AsyncIterable<unknown> = await callTRPCProcedure({
      ...call,
      ctx: { ...origin, deps: harness.deps, actor },
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

describe("who may call what, at the tRPC door", () => {
  for (const procedure of listProcedures()) {
    it(`${procedure.path} (${procedure.meta?.policy})`, async () => {
      for (const caller of callers) {
        const subject = await freshSubject(harness, { payer, merchantId });
        const call = async (about: CallSubject) => viaTrpc(procedure, inputFor(procedure.path, about), await caller.authorization());
        await expectRightAnswers(procedure, caller, subject, call);
      }
    });
  }
});

describe("who may call what, at the documented door", () => {
  for (const row of restRows) {
    it(`${row.method} ${row.path}`, async () => {
      const procedure = listProcedures().find(({ path }) => path === row.procedure);
      if (!procedure) throw new Error(`${row.procedure} does not exist`);
      for (const caller of callers.filter((one) => !isForAnotherRow(row, one))) {
        const subject = await freshSubject(harness, { payer, merchantId });
        const call = async (about: CallSubject): Promise<Answer> => {
          const authorization = await caller.authorization();
          const request = restRequest(row, inputFor(row.procedure, about));
          if (authorization !== undefined) request.headers["authorization"] = authorization;
          const answer = await harness.app.inject(request);
          return { code: answer.statusCode < 400 ? "ok" : answer.json().code, body: answer.body };
        };
        await expectRightAnswers(procedure, caller, subject, call);
      }
    });
  }
});

/** A path that several kinds of callers share answers each with their own row. */
function isForAnotherRow(row: RestRow, caller: Caller): boolean {
  const admits = (path: string) => listProcedures().some((one) => one.path === path && refusalOf(one, caller) === null);
  const others = restRows.filter((other) => other !== row && other.method === row.method && other.path === row.path);
  return !admits(row.procedure) && others.some(({ procedure }) => admits(procedure));
}

async function expectRightAnswers(
  procedure: ProcedureInfo,
  caller: Caller,
  subject: CallSubject,
  call: (about: CallSubject) => Promise<Answer>,
): Promise<void> {
  const label = `${procedure.path} by ${caller.name}`;
  const answer = await call(subject);
  const isOurs = isAbout(inputFor(procedure.path, subject), subject);
  const refusal = refusalOf(procedure, caller) ?? (isOurs && !owns(procedure, caller) ? "NOT_FOUND" : null);
  if (refusal === null) {
    expect(["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "INTERNAL", "VALIDATION"], `${label}: ${answer.body}`).not.toContain(answer.code);
  } else {
    expect(answer.code, label).toBe(refusal);
    expect(answer.body, label).toBe((await call(missingSubject(subject))).body);
  }
  const mayKnow = procedure.meta?.policy === "public" || caller.isPayer || caller.isPayee || caller.kind === "admin";
  if (!mayKnow) expectNoTrace(answer, subject, label);
}

/** What the policy alone answers a caller with, before anything is looked at. */
function refusalOf({ path, meta }: ProcedureInfo, { kind, role }: Caller): "UNAUTHENTICATED" | "FORBIDDEN" | null {
  if (meta?.policy === "public") return null;
  if (kind !== (meta?.policy === "admin" ? "admin" : "auth")) return "UNAUTHENTICATED";
  const isConsumersOnly = path === "auth.completeEnrollment";
  const wanted = isConsumersOnly ? "user" : meta?.policy;
  return (meta?.policy !== "user" || isConsumersOnly) && role !== wanted ? "FORBIDDEN" : null;
}

/** Whether the payment is there for a caller who passed the policy: consumers see what they pay, merchants what they are paid. */
function owns({ path, meta }: ProcedureInfo, { isPayer, isPayee }: Caller): boolean {
  if (meta?.policy === "admin") return true;
  if (["disputes.get", "disputes.comment", "disputes.document"].includes(path)) return isPayer || isPayee;
  return meta?.policy === "merchant" ? isPayee : isPayer;
}

/** Nothing that is the payer's alone shows in what somebody else is told. */
function expectNoTrace({ body }: Answer, subject: CallSubject, label: string): void {
  for (const secret of [subject.paymentId, subject.disputeId, subject.reference, subject.email]) expect(body, label).not.toContain(secret);
}

describe("a change of role or status", () => {
  it("counts from the next call on, with the token that was given before", async () => {
    const user = await makeUser(harness.db);
    const headers = { authorization: `Bearer ${await harness.signIn(user.id)}` };
    const ask = async () => (await harness.app.inject({ url: "/api/auth/me", headers })).statusCode;
    expect(await ask()).toBe(200);
    await harness.db.update(users).set({ status: "inactive" }).where(eq(users.id, user.id));
    expect(await ask()).toBe(401);
    await harness.db.update(users).set({ status: "active" }).where(eq(users.id, user.id));
    expect(await ask()).toBe(200);
  });
});
