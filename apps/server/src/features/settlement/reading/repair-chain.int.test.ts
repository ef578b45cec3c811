import { auditLog } from "@hearth/db/schema/audit-log";
import { makeUser } from "@hearth/db/testing/factories";
import { desc } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "@hearth/db/testing/random";
import { startHarness } from "../../../testing/harness.ts";
import { type LyingNode, startLyingNode } from "../../../testing/lying-node.ts";
import { faultKinds } from "../../../testing/node-faults.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";
import { findCursor } from "../../ledger/chain-cursor.repo.ts";
import { reconcileLedger } from "../recording/reconcile-ledger.ts";

let node: LyingNode;
let fixture: PaymentFixture;
let admin: ReturnType<PaymentFixture["harness"]["caller"]>;
beforeAll(async () => {
  node = await startLyingNode();
  fixture = await openPaymentFixture(await startHarness({ chain: true, env: { RPC_URL: node.url } }));
  node.target = fixture.harness.chain.rpcUrl;
  const user = await makeUser(fixture.harness.db, { role: "admin" });
  admin = fixture.harness.caller(await fixture.harness.signIn(user.id, "admin"));
  await fixture.mine(130);
  await fixture.watch();
});
afterEach(async () => {
  node.fault = null;
  await fixture.expectSound();
});
afterAll(async () => {
  await fixture.harness.close();
  await node.close();
});

const reason = "The provider told what was not so";
const fault = (name: string) => {
  const kind = faultKinds.find((each) => each.name === name);
  if (!kind) throw new Error(`There is no fault that ${name}`);
  return kind;
};
const standing = async () => {
  const cursor = await findCursor(fixture.harness.db, fixture.harness.deps.network.chainId);
  if (!cursor) throw new Error("Nothing was read");
  return cursor;
};

/** A payment that was paid and completed. */
async function paid() {
  const tenant = await fixture.tenant();
  const open = await fixture.checkout(tenant);
  await fixture.transfer(tenant.account, open);
  await fixture.mine(2);
  await fixture.watch();
  const read = () => fixture.payment(tenant, open.paymentId);
  expect((await read()).status).toBe("completed");
  return read;
}

describe("repairing the chain's cursor", () => {
  it("reverses what a single provider invented, and leaves what the chain has", async () => {
    const before = await standing();
    const right = await paid();
    const tenant = await fixture.tenant();
    const open = await fixture.checkout(tenant);
    const invention = { to: fixture.payeeAddress, usdcUnits: open.usdcUnits, binding: open.binding };
    node.fault = fault("invents a transfer").make(createRandom("repair"), invention);
    await fixture.mine(1);
    await fixture.watch();
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.payment(tenant, open.paymentId)).status).toBe("completed");
    node.fault = null;
    const { blockNumber } = await standing();
    const repair = await admin.operations.repairChain({ toBlock: String(before.blockNumber), reason });
    expect(repair).toEqual({ from: String(blockNumber), to: String(before.blockNumber), takenBack: 1 });
    const [audit] = await fixture.harness.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(audit).toMatchObject({ action: "chain.repaired", data: { ...repair, reason } });
    await fixture.mine(1);
    await fixture.watch();
    const undone = await fixture.payment(tenant, open.paymentId);
    expect(undone).toMatchObject({ status: "pending", transactionHash: null });
    expect((await right()).timeline.map(({ type }) => type)).toEqual(["created", "seen", "completed"]);
    await fixture.mine(70);
    await fixture.watch();
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ missing: 0, invented: 0, isDone: true });
  });

  it("reopens a payment when one of its parts was invented, and keeps the other part as short", async () => {
    const { blockNumber } = await standing();
    const tenant = await fixture.tenant({ proven: false });
    const open = await fixture.checkout(tenant, "900.00");
    const invention = { to: fixture.payeeAddress, usdcUnits: 400_000_000n, binding: open.binding };
    node.fault = fault("invents a transfer").make(createRandom("part"), invention);
    await fixture.mine(1);
    await fixture.watch();
    node.fault = null;
    const { checkoutURL } = await fixture.harness.caller(tenant.token).payments.topUp({ paymentId: open.paymentId });
    const { binding } = await fixture.harness.caller().payments.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
    await fixture.transfer(tenant.account, { usdcUnits: 500_000_000n, binding });
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.payment(tenant, open.paymentId)).status).toBe("completed");
    expect(await admin.operations.repairChain({ toBlock: String(blockNumber), reason })).toMatchObject({ takenBack: 1 });
    await fixture.mine(1);
    await fixture.watch();
    const undone = await fixture.payment(tenant, open.paymentId);
    expect(undone).toMatchObject({ status: "pending", transactionHash: null, parts: [], short: { received: 500, missing: 400 } });
  });

  it("leads back from a branch that was read as final", async () => {
    const { deps, db } = fixture.harness;
    node.fault = fault("has other blocks under the right chain's id").make(createRandom("branch"), {
      to: fixture.payeeAddress,
      usdcUnits: 1n,
      binding: `0x${"00".repeat(32)}`,
    });
    await expect(fixture.watch()).rejects.toMatchObject({ name: "ChainReplaced" });
    expect((await listLivingAlarms(db)).map(({ key }) => key)).toEqual(["chain-replaced"]);
    await expect(admin.operations.repairChain({ reason })).rejects.toThrow("Name the block to go back to");
    const { blockNumber } = await standing();
    await admin.operations.repairChain({ toBlock: String(blockNumber - 100n), reason });
    await fixture.watch();
    node.fault = null;
    await expect(fixture.watch()).rejects.toMatchObject({ name: "ChainReplaced" });
    await admin.operations.repairChain({ toBlock: String(blockNumber - 100n), reason });
    const read = await paid();
    expect((await read()).status).toBe("completed");
    expect((await standing()).blockHash).toBe((await deps.chain.head()).hash);
    expect(await listLivingAlarms(db)).toEqual([]);
  });

  it("goes back to the newest block that the chain still has when none is named, and changes nothing when all is well", async () => {
    const read = await paid();
    const cursor = await standing();
    expect(await admin.operations.repairChain({ reason })).toEqual({
      from: String(cursor.blockNumber),
      to: String(cursor.blockNumber),
      takenBack: 0,
    });
    expect(await standing()).toMatchObject({ blockNumber: cursor.blockNumber, blockHash: cursor.blockHash });
    expect((await read()).status).toBe("completed");
  });

  it("is refused for a block not yet read, and waits while the node lacks the block", async () => {
    const { blockNumber } = await standing();
    await expect(admin.operations.repairChain({ toBlock: String(blockNumber + 1n), reason })).rejects.toThrow("it can only go back");
    node.fault = fault("has no receipts").make(createRandom("receipts"), { to: fixture.payeeAddress, usdcUnits: 1n, binding: "0x" });
    await expect(admin.operations.repairChain({ toBlock: "1", reason })).rejects.toMatchObject({ cause: { code: "CHAIN_UNAVAILABLE" } });
    expect((await standing()).blockNumber).toBe(blockNumber);
  });
});
