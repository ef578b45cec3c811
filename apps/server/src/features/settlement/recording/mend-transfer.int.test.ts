import { auditLog } from "@hearth/db/schema/audit-log";
import { transfers } from "@hearth/db/schema/transfers";
import { makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { desc, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";
import { checkInvariants } from "../checking/check-invariants.ts";
import { areCompletionsStopped } from "../counting/completions.service.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";

let fixture: PaymentFixture;
let operations: ReturnType<PaymentFixture["harness"]["caller"]>["operations"];
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  const { harness } = fixture;
  const admin = await makeUser(harness.db, { role: "admin" });
  operations = harness.caller(await harness.signIn(admin.id, "admin")).operations;
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const db = () => fixture.harness.db;
const livingAlarms = async () => (await listLivingAlarms(db())).map(({ key }) => key).toSorted();
const rowOf = async (paymentId: string) => {
  const [row] = await db().select().from(transfers).where(eq(transfers.paymentId, paymentId));
  if (!row) throw new Error("Nothing paid it");
  return row;
};

/** `count` tenants pay the same rent, in final blocks. */
async function paidRents(count: number) {
  const paid = [];
  for (let number = 0; number < count; number++) {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, checkout);
    paid.push({ tenant, ...checkout });
  }
  await fixture.mine(70);
  await fixture.watch();
  return paid;
}

/** Swaps the facts of two equal payments' rows, like an old reader that identified a row by its log index alone. */
async function swap(first: string, second: string) {
  const [one, other] = [await rowOf(first), await rowOf(second)];
  const facts = ({ fromAddress, binding }: typeof one) => ({ fromAddress, binding });
  await db().update(transfers).set(facts(other)).where(eq(transfers.id, one.id));
  await db().update(transfers).set(facts(one)).where(eq(transfers.id, other.id));
  return [one, other] as const;
}

describe("rows that differ from their logs", () => {
  it("are reported by the comparison and by the invariants, do not stop other payments, and are repaired from the chain", async () => {
    const [first, second] = await paidRents(2);
    if (!first || !second) throw new Error("Two have paid");
    const rows = await swap(first.uuid, second.uuid);
    expect(await checkInvariants(db())).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`Payment ${first.uuid} has transfer ${rows[0].id}, but it does not have the reference`),
      ]),
    );
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ missing: 0, invented: 0, differing: 2, isDone: true });
    expect(await areCompletionsStopped(fixture.harness.deps)).toBe(false);
    const ids = rows.map(({ id }) => publicId("transfer", id));
    expect(await livingAlarms()).toEqual(ids.map((id) => `ledger-differs-${id}`).toSorted());
    const next = await fixture.tenant();
    const checkout = await fixture.checkout(next);
    await fixture.transfer(next.account, checkout);
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.payment(next, checkout.paymentId)).status).toBe("completed");
    for (const transferId of ids)
      expect(await operations.mendTransfer({ transferId, reason: "An explorer shows another sender" })).toMatchObject({
        takenBack: 1,
        recorded: 1,
      });
    const [entry] = await db().select().from(auditLog).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({ action: "transfer.mended", subject: ids[1], data: { reason: "An explorer shows another sender" } });
    await fixture.watch();
    for (const { tenant, uuid, paymentId } of [first, second]) {
      expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
      const standing = await db().select().from(transfers).where(eq(transfers.paymentId, uuid));
      expect(standing.filter(({ reorgedAt }) => reorgedAt === null)).toMatchObject([{ fromAddress: tenant.account.address }]);
    }
    expect(await livingAlarms()).toEqual([]);
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ missing: 0, invented: 0, differing: 0, isDone: true });
  });

  it("no longer raise an alarm once somebody else has repaired them", async () => {
    const [first, second] = await paidRents(2);
    if (!first || !second) throw new Error("Two have paid");
    await swap(first.uuid, second.uuid);
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ differing: 2 });
    await swap(first.uuid, second.uuid);
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ differing: 0 });
    expect(await livingAlarms()).toEqual([]);
  });

  it("stop completions above a small number, because reading itself is then in doubt", async () => {
    await paidRents(11);
    const final = await db().select().from(transfers).where(isNull(transfers.reorgedAt));
    const newest = final
      .toSorted((left, right) => Number(right.blockNumber - left.blockNumber) || right.logIndex - left.logIndex)
      .slice(0, 11);
    for (const { id, blockTime } of newest)
      await db()
        .update(transfers)
        .set({ blockTime: new Date(blockTime.getTime() + 1_000) })
        .where(eq(transfers.id, id));
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ invented: 11, differing: 0, isDone: false });
    expect(await areCompletionsStopped(fixture.harness.deps)).toBe(true);
    for (const { id, blockTime } of newest) await db().update(transfers).set({ blockTime }).where(eq(transfers.id, id));
    expect(await operations.resumeCompletions({ reason: "The rows are put right" })).toMatchObject({ areCompletionsStopped: false });
  });

  it("are not changed when the ledger is already right, the transfer is unknown, or the chain lacks the transaction", async () => {
    const [paid] = await paidRents(1);
    const row = await rowOf(paid?.uuid ?? "");
    const [transferId, reason] = [publicId("transfer", row.id), "To see"];
    await expect(operations.mendTransfer({ transferId, reason })).rejects.toThrow("The ledger already says what the chain says");
    await expect(operations.mendTransfer({ transferId: "trf_nothing", reason })).rejects.toMatchObject({ cause: { code: "NOT_FOUND" } });
    await db()
      .update(transfers)
      .set({ txHash: `0x${"ab".repeat(32)}` })
      .where(eq(transfers.id, row.id));
    await expect(operations.mendTransfer({ transferId, reason })).rejects.toThrow("hearth chain repair --to-block");
    await db().update(transfers).set({ txHash: row.txHash }).where(eq(transfers.id, row.id));
  });
});
