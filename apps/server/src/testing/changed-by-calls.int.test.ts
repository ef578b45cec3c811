import { isChangedBy } from "@hearth/domain/changed-by-calls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { restRows } from "../rest/rows.ts";
import type { Policy } from "../trpc/init.ts";
import { listProcedures, policyOf } from "../trpc/procedure-meta.ts";
import { type ContractCase, type ContractWorld, openContractWorld } from "./contract-world.ts";
import { procedureInputs } from "./procedure-inputs.ts";

let world: ContractWorld;
beforeAll(async () => {
  world = await openContractWorld();
});
afterAll(() => world.close());

/** Files that are made when somebody asks for them, data that a stream of events keeps up to date, and the log of everything. */
const notKept = /[eE]xport|File$|[sS]tatement|document|\.(notifications|callback|auditLog)$/;

const procedures = listProcedures();
const queries = procedures.filter(({ path, type }) => type === "query" && !notKept.test(path));
/** Administrators last, because they refuse the business that the others belong to. */
const mutations = procedures
  .filter(({ type, meta }) => type === "mutation" && meta?.policy !== "public")
  .toSorted((one, other) => Number(one.meta?.policy === "admin") - Number(other.meta?.policy === "admin"));

/** Calls a procedure with a token. Returns the status and the body. */
async function call(path: string, type: string, { input, token }: Pick<ContractCase, "input" | "token">) {
  const headers = { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) };
  const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const read = { url: `/trpc/${path}${query}`, headers };
  const write = { method: "POST" as const, url: `/trpc/${path}`, headers, payload: JSON.stringify(input ?? {}) };
  const { statusCode, body } = await world.harness.app.inject(type === "query" ? read : write);
  return { statusCode, body };
}

/** Calls a mutation, again while a provider does not answer in time on a busy machine: such a call changes nothing. Returns the status. */
async function mutate(path: string, made: ContractCase): Promise<number> {
  for (let tries = 1; ; tries++) {
    const { statusCode } = await call(path, "mutation", made);
    if (statusCode !== 503 || tries === 20) return statusCode;
  }
}

/** Policies of the queries that the pages of a caller ask. */
const asked: Record<Policy, readonly Policy[]> = { public: [], user: ["user"], merchant: ["merchant", "user"], admin: ["admin"] };

/** Lists the queries that the pages of the mutation's caller ask. */
function askedBeside(mutation: string): string[] {
  const policies = asked[policyOf(mutation)];
  return queries.flatMap(({ path, meta }) => (meta !== undefined && policies.includes(meta.policy) ? [path] : []));
}

/** Asks these queries about the case's rows. Leaves out those that are refused. */
async function readAll(paths: Iterable<string>, { subject, token }: ContractCase): Promise<Map<string, string>> {
  const answers = await Promise.all(
    [...paths].map(async (path) => {
      const { statusCode, body } = await call(path, "query", { input: procedureInputs[path]?.(subject), token });
      return statusCode === 200 ? [[path, body] as const] : [];
    }),
  );
  return new Map(answers.flat());
}

/** Names the queries whose answers differ. A query that was refused before or after has no answer to compare. */
function changedOf(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].flatMap(([path, body]) => (before.has(path) && before.get(path) !== body ? [path] : []));
}

/** A call of the mutation: the documented one that should succeed, or one with the input of the authorization tests. */
async function caseOf(path: string): Promise<ContractCase> {
  const row = restRows.find(({ procedure, method }) => procedure === path && method !== "GET");
  if (row) return world.succeeding(row);
  const subject = await world.subject(procedureInputs[path]);
  return { input: procedureInputs[path]?.(subject), token: await world.tokenOf(path), subject };
}

/**
 * Mutations that are refused here, because they need what the test does not have: a ceremony on a device, a code, or a step before.
 * They change nothing, so nothing is read around them.
 */
const refused = new Set([
  "account.close",
  ...["auth", "admin"].flatMap((area) =>
    [
      "addPasskey",
      "renamePasskey",
      "removePasskey",
      "beginPasskeyProof",
      "stepUpWithPasskey",
      "setUpSecondFactor",
      "confirmSecondFactor",
      "endSecondFactor",
      "renewRecoveryCodes",
    ].map((name) => `${area}.${name}`),
  ),
  "auth.setPassword",
  "invitations.accept",
  "invitations.follow",
  ...["merchant", "admin"].map((area) => `${area}.creditTenant`),
  "merchant.signPayeeCard",
  "merchant.undoTenantCredit",
  "merchant.sendBackTransfer",
  "merchant.refundDispute",
  "merchant.askPayer",
  "merchant.proveRefundWallet",
  "merchant.sendRefund",
  ...["begin", "create", "addPasskey", "reuse", "beginProof", "stepUp", "beginExport", "recordUse", "send"].map(
    (name) => `passkeyWallet.${name}`,
  ),
  "payments.topUp",
  "payments.claim",
  "refunds.nameWallet",
  "staff.join",
  "wallet.prove",
  "admin.detachTransfer",
  ...["resumeCompletions", "repairChain", "mendTransfer", "retryJob", "retrySetAside"].map((name) => `operations.${name}`),
]);

const seen = new Map<string, string[]>();

it.each(mutations)("$path changes only the answers that its entry names", async ({ path }) => {
  const made = await caseOf(path);
  const before = await readAll(refused.has(path) ? [] : askedBeside(path), made);
  const statusCode = await mutate(path, made);
  if (statusCode === 503 && path === "payments.buy") return; // the test's exchange may not answer
  expect(statusCode === 200, `${path} answered ${statusCode}: keep the list of refused mutations true`).toBe(!refused.has(path));
  if (refused.has(path)) return;
  const after = await readAll(before.keys(), made);
  const changed = changedOf(before, after);
  seen.set(path, changed);
  const unnamed = changed.filter((query) => !isChangedBy(path, query));
  const unsteady = unnamed.length === 0 ? [] : changedOf(after, await readAll(unnamed, made));
  expect(unnamed.filter((query) => !unsteady.includes(query))).toEqual([]);
});

it("has seen most mutations change what their caller sees", () => {
  const count = [...seen.values()].filter((changed) => changed.length > 0).length;
  expect(count).toBeGreaterThanOrEqual(Math.floor(seen.size * 0.7));
});
