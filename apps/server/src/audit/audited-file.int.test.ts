import { auditLog } from "@hearth/db/schema/audit-log";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvFileView } from "../csv/export-rows.ts";
import { bookFileView } from "../features/rent/books/book-file.view.ts";
import { freshSubject } from "../testing/call-subject.ts";
import { type Harness, startHarness } from "../testing/harness.ts";
import { type CallSubject, procedureInputs } from "../testing/procedure-inputs.ts";
import { policyOf } from "../trpc/procedure-meta.ts";
import { appRouter } from "../trpc/root.ts";
import { schemaOfOutput } from "../trpc/synchronous.ts";

let harness: Harness;
let subject: CallSubject;
let accounts: Record<"user" | "merchant" | "admin", { id: string; token: string }>;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
  const { merchant, owner } = await makeMerchant(harness.db);
  const payer = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
  const admin = await makeUser(harness.db, { role: "admin" });
  subject = await freshSubject(harness, { payer, merchantId: merchant.id });
  accounts = {
    user: { id: payer.id, token: await harness.signIn(payer.id) },
    merchant: { id: owner.id, token: await harness.signIn(owner.id) },
    admin: { id: admin.id, token: await harness.signIn(admin.id, "admin") },
  };
});
afterAll(() => harness.close());

/** A payer's receipts of one payment, which other calls share no view with. */
const receipts = ["payments.receipt", "records.receipt"];
const views: unknown[] = [csvFileView, bookFileView];
const exports = Object.entries(appRouter._def.record).flatMap(([noun, procedures]) =>
  Object.entries(procedures).flatMap(([name, { _def }]) =>
    ("output" in _def && views.includes(schemaOfOutput(_def.output))) || receipts.includes(`${noun}.${name}`) ? [`${noun}.${name}`] : [],
  ),
);

async function call(path: string, input: unknown, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const url = `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return (await harness.app.inject({ url, headers })).statusCode;
}

const entries = async (actorId: string) => harness.db.select().from(auditLog).where(eq(auditLog.actorId, actorId));

describe("an exported file", () => {
  it("is of a known call", () => expect(exports.length).toBeGreaterThan(8));

  it.each(exports)("has one entry in the audit log, without words of the file: %s", async (path) => {
    const policy = policyOf(path);
    if (policy === "public") throw new Error(`${path} gives a file to anybody`);
    const { id, token } = accounts[policy];
    const input: object = receipts.includes(path) ? { paymentId: subject.paidId } : Object(procedureInputs[path]?.(subject));
    const searched = "search" in input || path === "admin.exportTransactions" ? { search: "Okafor" } : {};
    const before = (await entries(id)).length;
    expect(await call(path, { ...input, ...searched }, token)).toBe(200);
    const made = (await entries(id)).slice(before);
    expect(made).toEqual([expect.objectContaining({ action: "file.exported", actorId: id, ip: "127.0.0.1" })]);
    const { search: _, ...range } = { search: "", ...input };
    expect(made[0]?.data).toEqual({ call: path, ...range, ...(Object.keys(searched).length > 0 && { filter: "search" }) });
    expect(JSON.stringify(made)).not.toContain("Okafor");
  });

  it("that is refused has no entry", async () => {
    const { id, token } = accounts.user;
    const before = (await entries(id)).length;
    expect(await call("payments.exportHistory", { status: "unknown" }, token)).toBe(400);
    expect(
      await call("rent.ownStatement", { leaseId: "lse_01h455vb4pex5vsknk084sn02q", startDate: "2026-01-01", endDate: "2026-12-31" }, token),
    ).toBe(404);
    expect((await entries(id)).length).toBe(before);
  });
});
