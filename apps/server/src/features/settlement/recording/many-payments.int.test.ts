import { openCountingDatabase } from "@hearth/db/testing/counting-database";
import { publicId } from "@hearth/domain/ids";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { refuseWrites } from "../../../testing/refuse-writes.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { clearAlarm, listLivingAlarms } from "../../alarms/alarms.repo.ts";
import { checkInvariants } from "../checking/check-invariants.ts";
import { finalizeTransfers } from "../counting/finalize-transfers.ts";
import { settleTransfers } from "../counting/settle-transfers.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { watchChain } from "../reading/watch-chain.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true, onLog: () => {} }));
});
afterAll(() => fixture.harness.close());

/** `count` payers whose transfers are in one block, read, and one block short of the required depth. */
async function payers(count: number, db = fixture.harness.db) {
  const opened = [];
  for (let number = 0; number < count; number++) {
    const tenant = await fixture.tenant();
    opened.push({ tenant, checkout: await fixture.checkout(tenant) });
  }
  await fixture.watch();
  for (const { tenant, checkout } of opened) await fixture.transfer(tenant.account, checkout);
  await fixture.mine(1);
  await watchChain({ ...fixture.harness.deps, db });
  return opened.map(({ tenant, checkout: { uuid, paymentId } }) => ({
    uuid,
    status: async () => (await fixture.payment(tenant, paymentId)).status,
  }));
}

const statusesOf = (paid: { status(): Promise<string> }[]) => Promise.all(paid.map(({ status }) => status()));

it("records the transfers of many payments in as many statements as of one", async () => {
  const counting = openCountingDatabase(fixture.harness.deps.env.databaseUrl);
  const statementsFor = async (count: number) => {
    const before = counting.statements.length;
    await payers(count, counting.db);
    return counting.statements.length - before;
  };
  try {
    const ofOne = await statementsFor(1);
    expect(ofOne).toBeGreaterThan(0);
    expect(await statementsFor(5)).toBe(ofOne);
  } finally {
    await counting.close();
  }
});

it("completes each payment once when its reference occurs twice in a block; the second transfer is a duplicate", async () => {
  const { harness } = fixture;
  const [tenant, other] = [await fixture.tenant(), await fixture.tenant()];
  const [twice, once] = [await fixture.checkout(tenant), await fixture.checkout(other)];
  await fixture.transfer(tenant.account, twice);
  await fixture.transfer(tenant.account, twice);
  await fixture.transfer(other.account, once);
  await fixture.mine(2);
  await fixture.watch();
  const paid = await fixture.payment(tenant, twice.paymentId);
  expect(paid).toMatchObject({ status: "completed", others: [{ verdict: "duplicate" }] });
  expect(await fixture.payment(other, once.paymentId)).toMatchObject({ status: "completed", others: [] });
  expect(await checkInvariants(harness.db)).toEqual([]);
});

it("counts many payments in as many statements as one", async () => {
  const { deps } = fixture.harness;
  const counting = openCountingDatabase(deps.env.databaseUrl);
  const statementsFor = async (count: number) => {
    const paid = await payers(count);
    // Reads the next block while completions are stopped, so that the measured step does the counting.
    await counting.db.execute(sql`update chain_cursors set completions_stopped_at = now()`);
    await fixture.mine(1);
    await fixture.watch();
    await counting.db.execute(sql`update chain_cursors set completions_stopped_at = null`);
    expect(new Set(await statusesOf(paid))).toEqual(new Set(["pending"]));
    const before = counting.statements.length;
    await settleTransfers({ ...deps, db: counting.db });
    const sent = counting.statements.length - before;
    expect(new Set(await statusesOf(paid))).toEqual(new Set(["completed"]));
    return sent;
  };
  try {
    const ofOne = await statementsFor(1);
    expect(await statementsFor(5)).toBe(ofOne);
  } finally {
    await counting.close();
  }
});

it("completes the others when one payment cannot be counted, names it in an alarm, and counts it later", async () => {
  const paid = await payers(3);
  const [, refused] = paid;
  const allowWrites = await refuseWrites(fixture.harness.db, "payments", `new.id = '${refused?.uuid}'`);
  await fixture.mine(1);
  await fixture.watch();
  expect(await statusesOf(paid)).toEqual(["completed", "pending", "completed"]);
  const key = `set-aside-payment-${publicId("payment", refused?.uuid ?? "")}`;
  expect(await livingAlarms()).toEqual([key]);
  await allowWrites();
  await fixture.pass(1);
  await fixture.watch();
  expect(await statusesOf(paid)).toEqual(["completed", "completed", "completed"]);
  expect(await livingAlarms()).toEqual([]);
});

it("counts the others together beside a payment that failed before", async () => {
  const { deps, db } = fixture.harness;
  const counting = openCountingDatabase(deps.env.databaseUrl);
  const allow: (() => Promise<void>)[] = [];
  const statementsBeside = async (count: number) => {
    const [refused] = await payers(1);
    allow.push(await refuseWrites(db, "payments", `new.id = '${refused?.uuid}'`));
    await fixture.mine(1);
    await fixture.watch();
    const paid = await payers(count);
    await db.execute(sql`update chain_cursors set completions_stopped_at = now()`);
    await fixture.mine(1);
    await fixture.pass(2);
    await fixture.watch();
    await db.execute(sql`update chain_cursors set completions_stopped_at = null`);
    const before = counting.statements.length;
    await settleTransfers({ ...deps, db: counting.db });
    const sent = counting.statements.length - before;
    expect(new Set(await statusesOf(paid))).toEqual(new Set(["completed"]));
    for (const end of allow.splice(0)) await end();
    await fixture.pass(10);
    await fixture.watch();
    return sent;
  };
  try {
    const besideTwo = await statementsBeside(2);
    expect(await statementsBeside(6)).toBe(besideTwo);
  } finally {
    await counting.close();
  }
});

it("reads and completes the others when one transfer cannot be recorded; the comparison with the chain records it later", async () => {
  const { db, deps, clock } = fixture.harness;
  const [tenant, other] = [await fixture.tenant(), await fixture.tenant()];
  const [refused, fine] = [await fixture.checkout(tenant), await fixture.checkout(other)];
  const allowWrites = await refuseWrites(fixture.harness.db, "transfers", `new.payment_id = '${refused.uuid}'`);
  const txHash = await fixture.transfer(tenant.account, refused);
  await fixture.transfer(other.account, fine);
  await fixture.mine(2);
  await fixture.watch();
  expect((await fixture.payment(other, fine.paymentId)).status).toBe("completed");
  expect(await livingAlarms()).toEqual([expect.stringMatching(new RegExp(`^set-aside-log-${txHash}-\\d+$`))]);
  await fixture.mine(70);
  await fixture.watch();
  const stopped = await reconcileLedger(deps);
  expect(stopped).toMatchObject({ missing: 0, invented: 0, isDone: false });
  await allowWrites();
  expect(await reconcileLedger(deps)).toMatchObject({ missing: 1, invented: 0, isDone: true });
  await fixture.watch();
  expect((await fixture.payment(tenant, refused.paymentId)).status).toBe("completed");
  expect(await livingAlarms()).toEqual(["ledger-missed"]);
  await clearAlarm(db, "ledger-missed", clock.now());
});

it("reverses the others when one transfer cannot be undone, names it, and reverses it when its height is final", async () => {
  const { chain } = fixture.harness;
  const paid = await payers(3);
  await fixture.mine(1);
  await fixture.watch();
  const allowWrites = await refuseWrites(fixture.harness.db, "payments", `new.id = '${paid[1]?.uuid}'`);
  await chain.reorg(2);
  await fixture.watch();
  expect(await statusesOf(paid)).toEqual(["pending", "completed", "pending"]);
  expect(await livingAlarms()).toEqual([expect.stringMatching(/^set-aside-transfer-trf_/)]);
  await allowWrites();
  await fixture.mine(70);
  await fixture.watch();
  expect(await statusesOf(paid)).toEqual(["pending", "pending", "pending"]);
  expect(await livingAlarms()).toEqual([]);
});

it("matches the transfers of the other proven wallets when one wallet fails, and that one's later", async () => {
  const tenants = [await fixture.tenant({ proven: false }), await fixture.tenant({ proven: false })];
  const checkouts: Awaited<ReturnType<PaymentFixture["checkout"]>>[] = [];
  for (const tenant of tenants) {
    const checkout = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits: checkout.usdcUnits });
    checkouts.push(checkout);
  }
  await fixture.mine(2);
  await fixture.watch();
  for (const tenant of tenants) await fixture.proveWallet(tenant);
  const allowWrites = await refuseWrites(fixture.harness.db, "transfers", `new.payment_id = '${checkouts[0]?.uuid}'`);
  await fixture.watch();
  const statuses = () =>
    Promise.all(tenants.map(async (tenant, at) => (await fixture.payment(tenant, checkouts[at]?.paymentId ?? "")).status));
  expect(await statuses()).toEqual(["pending", "completed"]);
  expect(await livingAlarms()).toEqual([`set-aside-wallet-${tenants[0]?.account.address}`]);
  await allowWrites();
  await fixture.pass(1);
  await fixture.watch();
  expect(await statuses()).toEqual(["completed", "completed"]);
  expect(await livingAlarms()).toEqual([]);
});

it("finalizes the other blocks when a transfer of one block fails, and that block later", async () => {
  const [refused] = await payers(1);
  const [fine] = await payers(1);
  await fixture.mine(1);
  await fixture.watch();
  const allowWrites = await refuseWrites(
    fixture.harness.db,
    "transfers",
    `new.payment_id = '${refused?.uuid}' and new.final_at is not null`,
  );
  await fixture.mine(70);
  await fixture.watch();
  const sealed = async () =>
    fixture.harness.db.execute<{ count: number }>(sql`
      select count(*)::int from transfers where final_at is not null and payment_id in (${refused?.uuid}, ${fine?.uuid})`);
  await finalizeTransfers(fixture.harness.deps);
  expect(await sealed()).toEqual([{ count: 1 }]);
  expect(await livingAlarms()).toEqual([expect.stringMatching(/^set-aside-block-\d+$/)]);
  await allowWrites();
  await fixture.pass(1);
  await finalizeTransfers(fixture.harness.deps);
  expect(await sealed()).toEqual([{ count: 2 }]);
  expect(await livingAlarms()).toEqual([]);
});

const livingAlarms = async () => (await listLivingAlarms(fixture.harness.db)).map(({ key }) => key);
