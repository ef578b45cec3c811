import { openCountingDatabase } from "@hearth/db/testing/counting-database";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { checkInvariants } from "../checking/check-invariants.ts";
import { settleTransfers } from "../counting/settle-transfers.ts";
import { watchChain } from "../reading/watch-chain.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
});
afterAll(() => fixture.harness.close());

/** So many people pay in one block, which is read, with some database, and one block short of being deep enough. */
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

it("takes as many statements to write down what pays many payments as for one", async () => {
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

it("pays each payment once where its reference came twice in a block, and the second time beside it", async () => {
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

it("takes as many statements to count many payments as for one", async () => {
  const { deps } = fixture.harness;
  const counting = openCountingDatabase(deps.env.databaseUrl);
  const statementsFor = async (count: number) => {
    const paid = await payers(count);
    // The next block is read, and the counting is left to what is measured.
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

it("completes all others where one of them cannot be counted", async () => {
  const paid = await payers(3);
  const { db } = fixture.harness;
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  await db.execute(
    sql.raw(`create trigger refuse before update on payments for each row when (new.id = '${paid[1]?.uuid}') execute function refuse()`),
  );
  await fixture.mine(1);
  await expect(fixture.watch()).rejects.toThrow();
  expect(await statusesOf(paid)).toEqual(["completed", "pending", "completed"]);
  await db.execute(sql`drop trigger refuse on payments`);
  await fixture.watch();
  expect(await statusesOf(paid)).toEqual(["completed", "completed", "completed"]);
});
