import { auditLog } from "@hearth/db/schema/audit-log";
import { payments } from "@hearth/db/schema/payments";
import { setAside as setAsideRows } from "@hearth/db/schema/set-aside";
import { transfers } from "@hearth/db/schema/transfers";
import { makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { desc, eq } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../testing/payment-fixture.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { endSetAside, forgetUntried, setAside } from "../../jobs/work-list.ts";
import { reconcileLedger } from "../settlement/recording/reconcile-ledger.ts";
import { listLivingAlarms } from "../alarms/alarms.repo.ts";
import { watchChain } from "../settlement/reading/watch-chain.ts";
import { stateRules } from "./check-state.ts";

let fixture: PaymentFixture;
let admin: ReturnType<PaymentFixture["harness"]["caller"]>;
beforeAll(async () => {
  const harness = await startHarness({ chain: true });
  fixture = await openPaymentFixture(harness);
  const { id } = await makeUser(harness.db, { role: "admin" });
  admin = harness.caller(await harness.signIn(id, "admin"));
});
afterAll(() => fixture.harness.close());

const contradictions = () => checkWholeState(fixture.harness.db, stateRules);
const living = async () => (await listLivingAlarms(fixture.harness.db)).map(({ key }) => key);
const lastAudit = async () => (await fixture.harness.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

/** Creates a payment that was paid on the chain, and that the server has not read yet. */
async function paidOnChain() {
  const tenant = await fixture.tenant();
  const checkout = await fixture.checkout(tenant);
  const txHash = await fixture.transfer(tenant.account, checkout);
  await fixture.mine(2);
  return { ...checkout, tenant, txHash };
}

describe("rechecking a payment on the chain", () => {
  it("completes it if its money has arrived, and audits who asked", async () => {
    const { paymentId, txHash } = await paidOnChain();
    expect(await admin.operations.recheck({ transactionId: paymentId })).toMatchObject({ status: "completed", transactionHash: txHash });
    expect(await lastAudit()).toMatchObject({ action: "payment.rechecked", subject: paymentId });
  });
});

describe("comparing ledger and chain", () => {
  it("reports nothing where they agree", async () => {
    await fixture.mine(70);
    await fixture.watch();
    expect(await admin.operations.reconcile({})).toMatchObject({ isDone: true, missing: 0, invented: 0, areCompletionsStopped: false });
  });

  it("records missing transfers again when started from the first block", async () => {
    const stranger = await fixture.tenant({ proven: false });
    const txHash = await fixture.transfer(stranger.account, { usdcUnits: 7_000_000n });
    await fixture.mine(70);
    // Read from, and compare with, a node that does not list it.
    const { deps } = fixture.harness;
    const blind = {
      ...deps,
      chain: {
        ...deps.chain,
        transfersInvolving: async (_ends: unknown, _from: bigint, upTo: bigint) => ({ transfers: [], upTo, isWhole: true }),
      },
    };
    while ((await watchChain(blind)).more);
    await reconcileLedger(blind);
    expect(await deps.db.$count(transfers, eq(transfers.txHash, txHash))).toBe(0);
    expect(await admin.operations.reconcile({})).toMatchObject({ missing: 0 });
    expect(await admin.operations.reconcile({ fromBlock: "0" })).toMatchObject({ isDone: true, missing: 1 });
    expect(await living()).toEqual(["ledger-missed"]);
    const [alarm] = (await admin.admin.alarms({})).items;
    expect(alarm?.message).toBe("1 transfer had been missed and was recorded by the comparison with the chain.");
    await admin.admin.acknowledgeAlarm({ alarmId: alarm?._id ?? "" });
    expect(await living()).toEqual([]);
    const [row] = await deps.db.select().from(transfers).where(eq(transfers.txHash, txHash));
    expect(row?.verdict).toBe("unmatched");
    expect(await contradictions()).toEqual([]);
    expect(await admin.operations.invariants({ at: { part: "spans", after: null } })).toEqual({ broken: [], next: null });
  });

  it("stops completions for a transfer that the chain does not have, until it is mended and an admin resumes them", async () => {
    const { db } = fixture.harness;
    const { uuid, paymentId } = await paidOnChain();
    await admin.operations.recheck({ transactionId: paymentId });
    const [row] = await db.select().from(transfers).where(eq(transfers.paymentId, uuid));
    if (!row) throw new Error("The transfer was not kept");
    const { id: _, ...unchanged } = row;
    const forged = {
      ...unchanged,
      logIndex: 77,
      paymentId: null,
      binding: null,
      boundBy: null,
      verdict: "unmatched" as const,
      countedAt: null,
    };
    const stand = (reorgedAt: Date | null) => db.update(transfers).set({ reorgedAt }).where(eq(transfers.logIndex, forged.logIndex));
    const takeOut = () => stand(new Date());
    await db.insert(transfers).values({ ...forged, reorgedAt: new Date() });
    const forge = () => stand(null);
    await expect(admin.operations.resumeCompletions({ reason: "Nothing is wrong" })).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    await forge();
    await fixture.mine(70);
    await fixture.watch();
    expect(await admin.operations.reconcile({})).toMatchObject({ isDone: false, invented: 1, areCompletionsStopped: true });
    expect(await living()).toEqual(["ledger-invented"]);
    const [broken] = await contradictions();
    expect(broken).toContain("its transfers");
    await expect(admin.operations.resumeCompletions({ reason: "I hope" })).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    const waiting = await paidOnChain();
    await fixture.watch();
    const statusOf = async () => (await db.select().from(payments).where(eq(payments.id, waiting.uuid)))[0]?.status;
    expect(await statusOf()).toBe("pending");
    await takeOut();
    expect(await admin.operations.resumeCompletions({ reason: "The row is put right" })).toMatchObject({ areCompletionsStopped: false });
    expect(await living()).toEqual([]);
    expect(await lastAudit()).toMatchObject({ action: "completions.resumed", data: { reason: "The row is put right" } });
    await fixture.watch();
    expect(await statusOf()).toBe("completed");
    // Repeats this with blocks compared long ago, found by rereading everything.
    await forge();
    const everything = await admin.operations.reconcile({ fromBlock: "0" });
    expect(everything).toMatchObject({ isDone: false, invented: 1, areCompletionsStopped: true });
    await reconcileLedger(fixture.harness.deps);
    expect(await living()).toEqual(["ledger-invented"]);
    await expect(admin.operations.resumeCompletions({ reason: "I hope" })).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    await takeOut();
    expect(await admin.operations.resumeCompletions({ reason: "Put right" })).toMatchObject({ areCompletionsStopped: false });
    expect(await living()).toEqual([]);
    await fixture.expectSound();
  });
});

describe("background jobs", () => {
  it("that failed for good are listed with their error, and can be retried", async () => {
    const boss = new PgBoss({ connectionString: fixture.harness.deps.env.databaseUrl, supervise: false, schedule: false });
    await boss.start();
    await boss.createQueue("count-the-rent", { retryLimit: 0 });
    const jobId = (await boss.send("count-the-rent", {})) ?? "";
    await boss.fetch("count-the-rent");
    await boss.fail("count-the-rent", jobId, { message: "The abacus broke" });
    expect(await admin.operations.jobs({})).toMatchObject([{ _id: jobId, state: "failed", error: "The abacus broke" }]);
    expect(await admin.operations.retryJob({ jobId })).toEqual({ message: "The job count-the-rent runs again in a moment" });
    expect((await boss.fetch("count-the-rent")).map(({ id }) => id)).toEqual([jobId]);
    await expect(admin.operations.retryJob({ jobId })).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    expect(await admin.operations.jobs({})).toEqual([]);
    await boss.stop({ graceful: false });
  });
});

describe("an item that a job has set aside", () => {
  it("is listed with its error, shown, and can be retried", async () => {
    const { db, deps, clock } = fixture.harness;
    const item = { id: "0198a000-0000-4000-8000-000000000000", name: "lse_one", merchantId: fixture.merchantId };
    await setAside(deps, "late-fees", item, new Error("The abacus broke"));
    const inAMinute = new Date(clock.now().getTime() + 60_000).toISOString();
    const unchanged = {
      list: "late-fees",
      name: "lse_one",
      merchantId: publicId("merchant", fixture.merchantId),
      error: "Error: The abacus broke",
    };
    expect(await admin.operations.setAside({ list: "late-fees" })).toMatchObject([{ ...unchanged, tries: 1, nextTryAt: inAMinute }]);
    expect(await admin.operations.setAside({ list: "log" })).toEqual([]);
    await setAside(deps, "late-fees", item, new Error("x".repeat(5_000)));
    expect(await admin.operations.setAside({ name: "lse_one" })).toMatchObject([{ tries: 2, firstFailedAt: clock.now().toISOString() }]);
    expect(await admin.operations.retrySetAside({ list: "late-fees", name: "lse_one" })).toEqual({
      message: "lse_one is tried again with the next run of its job",
    });
    expect(await lastAudit()).toMatchObject({ action: "setAside.retried", subject: "lse_one", data: { list: "late-fees" } });
    expect(await admin.operations.setAside({ name: "lse_one" })).toMatchObject([{ nextTryAt: clock.now().toISOString() }]);
    await endSetAside({ db, clock }, "late-fees", [item.id]);
    await expect(admin.operations.retrySetAside({ list: "late-fees", name: "lse_one" })).rejects.toMatchObject({
      cause: { code: "CONFLICT" },
    });
    expect(await living()).not.toContain("set-aside-late-fees-lse_one");
  });

  it("raises at most twenty alarms, and one for the others, which is cleared when few are left", async () => {
    const { db, deps, clock } = fixture.harness;
    const ids = Array.from({ length: 22 }, (_, number) => String(number));
    for (const id of ids) await setAside(deps, "block", { id, name: id }, new Error("The abacus broke"));
    const ofBlocks = async () => (await living()).filter((key) => key.startsWith("set-aside-"));
    expect(await ofBlocks()).toHaveLength(21);
    expect(await ofBlocks()).toContain("set-aside-others");
    await endSetAside({ db, clock }, "block", ids.slice(0, 5));
    expect(await ofBlocks()).toHaveLength(15);
    await endSetAside({ db, clock }, "block", ids);
    expect(await ofBlocks()).toEqual([]);
  });

  it("is deleted with its alarm when no job has tried it for a day", async () => {
    const { db, deps, clock } = fixture.harness;
    await setAside(deps, "block", { id: "7", name: "7" }, new Error("The abacus broke"));
    await forgetUntried({ db, clock });
    expect(await living()).toContain("set-aside-block-7");
    clock.advance({ minutes: 1_442 });
    await forgetUntried({ db, clock });
    expect(await living()).not.toContain("set-aside-block-7");
    expect(await db.$count(setAsideRows)).toBe(0);
  });
});
