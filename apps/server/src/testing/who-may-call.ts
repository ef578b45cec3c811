import type { Database } from "@hearth/db/client";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePasskey } from "@hearth/db/testing/second-factor-factories";
import { users } from "@hearth/db/schema/users";
import { publicId } from "@hearth/domain/ids";
import { includesRole } from "@hearth/domain/merchants/staff-roles";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { ProcedureInfo } from "../trpc/procedure-meta.ts";
import { freshSubject, missingSubject, partsRead, type Parties, renewSubject } from "./call-subject.ts";
import { expectNamedEffects, isAudited, readTraces } from "./call-effects.ts";
import { type Caller, makeCallers } from "./callers.ts";
import { type Harness, startHarness } from "./harness.ts";
import { type CallSubject, procedureInputs } from "./procedure-inputs.ts";

/** A server with two parties, all kinds of callers, and a shared subject for calls that change nothing. */
export interface AuthorizationWorld {
  harness: Harness;
  parties: Parties;
  callers: Caller[];
  shared: CallSubject;
  /** A token of each caller for refused calls, and the hash of each table at the last check. */
  held: { tokens: Map<Caller, string | undefined>; rows: Record<string, string> };
}

/** The result of a call: `ok`, or the code of the refusal. */
export interface Answer {
  code: string;
  body: string;
}

/** Calls a procedure with an input, with or without an `Authorization` header. */
export type Call = (input: unknown, authorization: string | undefined) => Promise<Answer>;

/** Starts the server and creates the accounts. Close its harness at the end. */
export async function openAuthorizationWorld(): Promise<AuthorizationWorld> {
  const harness = await startHarness({ env: { RATE_LIMITS: "off" } });
  const { merchant, owner } = await makeMerchant(harness.db);
  const payer = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
  const callers = await makeCallers(harness, { payerId: payer.id, payeeOwnerId: owner.id });
  await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() });
  const parties = { payer, merchantId: merchant.id };
  const shared = await subjectWithPasskey(harness, parties);
  const tokens = new Map<Caller, string | undefined>();
  for (const caller of callers) tokens.set(caller, await caller.authorization());
  return { harness, parties, callers, shared, held: { tokens, rows: await hashTables(harness.db) } };
}

/**
 * Checks a procedure's policy for callers who must be refused. They share one subject and one token each, learn no more than if the subject did not exist, and
 * change no row of the database.
 */
export async function expectRefusals(
  { harness, shared, held }: AuthorizationWorld,
  procedure: ProcedureInfo,
  callers: Caller[],
  call: Call,
): Promise<void> {
  // A policy refuses before anything is read, so all its refusals of a kind are equal.
  const findings = new Map<string, string>();
  const absent = missingSubject(shared);
  for (const caller of callers) {
    const refusal = refusalFor(procedure, caller, shared);
    if (refusal === null) continue;
    const label = `${procedure.path} by ${caller.name}`;
    const authorization = held.tokens.get(caller);
    const answer = await call(inputFor(procedure.path, shared), authorization);
    const isEach = refusal === "NOT_FOUND" && answersEach.has(procedure.path);
    expect(answer.code, label).toBe(isEach ? "ok" : refusal);
    const kind = [refusal, caller.staffRole !== null, caller.isReadOnly].join(" ");
    const missing = findings.get(kind) ?? (await call(inputFor(procedure.path, absent), authorization)).body;
    if (refusal !== "NOT_FOUND") findings.set(kind, missing);
    // Answers about each item repeat the lease's id that was sent.
    expect(isEach ? answer.body.replaceAll(shared.leaseId, absent.leaseId) : answer.body, label).toBe(missing);
    if (!mayKnow(procedure, caller)) expectNoTrace(answer, shared, label);
  }
  const before = held.rows;
  held.rows = await hashTables(harness.db);
  expect(held.rows, `${procedure.path} changed something for someone whom it refused`).toEqual(before);
}

/** Checks a procedure's policy for callers who must be admitted, each with a subject of their own. */
export async function expectAdmissions(
  { harness, parties, shared }: AuthorizationWorld,
  procedure: ProcedureInfo,
  callers: Caller[],
  call: Call,
): Promise<void> {
  const outcomes: number[] = [];
  const isUsedUp = procedure.type === "mutation" && names(inputFor(procedure.path, shared), shared);
  for (const caller of callers.filter((known) => refusalFor(procedure, known, shared) === null)) {
    const subject = isUsedUp ? await renewed(harness, parties, shared, procedure) : shared;
    const authorization = await caller.authorization();
    const before = await readTraces(harness.db);
    const answer = await call(inputFor(procedure.path, subject), authorization);
    const label = `${procedure.path} by ${caller.name}`;
    if (procedure.type === "mutation") {
      const written = await expectNamedEffects(harness.db, procedure.path, before, label);
      if (answer.code === "ok") outcomes.push(written.length);
    }
    expect(["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "INTERNAL", "VALIDATION"], `${label}: ${answer.body}`).not.toContain(answer.code);
    if (!mayKnow(procedure, caller)) expectNoTrace(answer, subject, label);
  }
  if (outcomes.length > 0 && isAudited(procedure.path)) {
    expect(Math.max(...outcomes), `audit entries of ${procedure.path}`).toBeGreaterThan(0);
  }
}

async function subjectWithPasskey(harness: Harness, parties: Parties): Promise<CallSubject> {
  const passkey = await makePasskey(harness.db, { userId: parties.payer.id });
  return { ...(await freshSubject(harness, parties)), passkeyId: publicId("passkey", passkey.id) };
}

async function renewed(harness: Harness, parties: Parties, subject: CallSubject, { path }: ProcedureInfo): Promise<CallSubject> {
  const make = makerOf(path);
  const parts = await renewSubject(harness, parties, subject, make);
  if (!partsRead(make).has("passkeyId")) return parts;
  const passkey = await makePasskey(harness.db, { userId: parties.payer.id });
  return { ...parts, passkeyId: publicId("passkey", passkey.id) };
}

function inputFor(procedure: string, subject: CallSubject): unknown {
  return makerOf(procedure)(subject);
}

function makerOf(procedure: string): (subject: CallSubject) => unknown {
  const make = procedureInputs[procedure];
  if (!make) throw new Error(`Give ${procedure} an input in procedure-inputs.ts`);
  return make;
}

/** True when an input names any part of a subject, beyond the account that everybody shares. */
function names(input: unknown, subject: CallSubject): boolean {
  const text = JSON.stringify(input ?? {});
  return Object.entries(subject).some(([name, part]) => name !== "email" && text.includes(part));
}

/** True when an input names something that belongs to the parties. */
function isAbout(input: unknown, { merchantId, ...subject }: CallSubject): boolean {
  const { paymentId, disputeId, sessionId, transferId, claimId, paidId, refundId, payoutChangeId, passkeyId } = subject;
  const { walletPasskeyId, walletCredentialId } = subject;
  const { leaseId, chargeId, creditId, scheduledPaymentId, propertyId, unitId, staffId, invitationId, requestId, recordId } = subject;
  const text = JSON.stringify(input ?? {});
  const ids = [
    paymentId,
    disputeId,
    sessionId,
    transferId,
    claimId,
    paidId,
    refundId,
    payoutChangeId,
    passkeyId,
    walletPasskeyId,
    walletCredentialId,
    leaseId,
    chargeId,
    creditId,
    scheduledPaymentId,
    propertyId,
    unitId,
    staffId,
    invitationId,
    requestId,
    recordId,
    `"merchantId":"${merchantId}"`,
  ];
  return ids.some((id) => text.includes(id));
}

/** The expected refusal of a caller, about a thing of the two parties or about nothing in particular. Null for callers who are admitted. */
function refusalFor(procedure: ProcedureInfo, caller: Caller, shared: CallSubject): string | null {
  const isOurs = isAbout(inputFor(procedure.path, shared), shared);
  return policyRefusal(procedure, caller) ?? (isOurs && !owns(procedure, caller) ? "NOT_FOUND" : null);
}

/** Calls about several leases, which answer for each whether it was found. */
const answersEach = new Set(["rent.chargeMany", "rent.creditMany", "rent.renewMany", "rent.remindMany", "rent.remindPreview"]);

/** Calls that the policy opens to every signed-in account, and that admit consumers only. */
const consumersOnly = new Set(["auth.completeEnrollment", "rent.join", "invitations.accept", "invitations.follow", "payments.payBill"]);

/** The policy's refusal of a caller, before anything is read. */
export function policyRefusal(
  { path, type, meta }: ProcedureInfo,
  { kind, role, staffRole, isReadOnly }: Caller,
): "UNAUTHENTICATED" | "FORBIDDEN" | null {
  if (meta?.policy === "public") return null;
  if (kind !== (meta?.policy === "admin" ? "admin" : "auth")) return "UNAUTHENTICATED";
  const isConsumersOnly = consumersOnly.has(path);
  const requiredRole = isConsumersOnly ? "user" : meta?.policy;
  if ((meta?.policy !== "user" || isConsumersOnly) && role !== requiredRole) return "FORBIDDEN";
  if (meta?.policy === "admin" && isReadOnly && type === "mutation" && !meta.ownAccount) return "FORBIDDEN";
  const least = meta?.staff ?? (meta?.policy === "merchant" && type === "mutation" ? "owner" : "viewer");
  return staffRole !== null && !includesRole(staffRole, least) ? "FORBIDDEN" : null;
}

/** True when the subject is visible to a caller who passed the policy: consumers see what they pay, merchants what they are paid. */
function owns({ path, meta }: ProcedureInfo, { isPayer, isPayee }: Caller): boolean {
  // A passkey is visible to its holder alone, here the payer.
  if (path === "admin.renamePasskey" || path === "admin.removePasskey") return false;
  if (meta?.policy === "admin") return true;
  if (["disputes.get", "disputes.comment", "disputes.document"].includes(path)) return isPayer || isPayee;
  return meta?.policy === "merchant" ? isPayee : isPayer;
}

function mayKnow({ meta }: ProcedureInfo, { isPayer, isPayee, kind }: Caller): boolean {
  return meta?.policy === "public" || isPayer || isPayee || kind === "admin";
}

/** Expects an answer to another caller to contain nothing of the payer's. */
function expectNoTrace({ body }: Answer, subject: CallSubject, label: string): void {
  for (const secret of [subject.paymentId, subject.disputeId, subject.reference, subject.email]) expect(body, label).not.toContain(secret);
}

/** A hash of all rows of each table. Equal hashes mean that nothing was written in between. */
export async function hashTables(db: Database): Promise<Record<string, string>> {
  const tables = await db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`);
  const hashes = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash from ${sql.identifier(name)} t`,
  );
  const rows = await db.execute<{ name: string; hash: string }>(sql.join(hashes, sql` union all `));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
