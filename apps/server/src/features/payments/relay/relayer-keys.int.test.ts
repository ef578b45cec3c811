import { createRelayer } from "@hearth/chain/relayer";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { relays } from "@hearth/db/schema/relays";
import { createAnvilClient } from "@hearth/simulator/anvil/client";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { eq, getTableColumns } from "drizzle-orm";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Deps } from "../../../deps.ts";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";
import { expirePayments } from "../checkout/end-payment.ts";
import { eraseLeftSignatures } from "./end-relays.ts";
import { watchFormerKeys } from "./follow-former-keys.ts";
import { relayAuthorizations } from "./relay-authorizations.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true, env: { RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey } }));
});
afterEach(async () => {
  await fixture.expectSound();
  await fixture.pass(0);
});
afterAll(() => fixture.harness.close());

/** A server with this relayer key on the same database and chain; null for no relayer. */
async function serverWith(key: Hex | null): Promise<Deps> {
  const { deps, chain } = fixture.harness;
  if (key === null) return { ...deps, relayer: null };
  await chain.fundGas(privateKeyToAccount(key).address);
  return { ...deps, relayer: createRelayer({ network: deps.network, rpcUrl: chain.rpcUrl, signer: key }) };
}

const old = () => fixture.harness.deps;
const anotherKey = () => serverWith(generatePrivateKey());

async function authorized() {
  const tenant = await fixture.tenant();
  const checkout = await fixture.checkout(tenant);
  await fixture.authorize(tenant, checkout.reference);
  return { tenant, ...checkout };
}

const relayOf = async (uuid: string) => {
  const { txHash, accountNonce } = getTableColumns(relayTransactions);
  const rows = await fixture.harness.db
    .select({ ...getTableColumns(relays), txHash, accountNonce })
    .from(relays)
    .leftJoin(relayTransactions, eq(relayTransactions.id, relays.transactionId))
    .where(eq(relays.paymentId, uuid))
    .orderBy(relays.id);
  return rows.at(-1);
};
const statusOf = async ({ tenant, paymentId }: { tenant: Tenant; paymentId: string }) => (await fixture.payment(tenant, paymentId)).status;
const anvil = () => createAnvilClient(fixture.harness.chain.rpcUrl);
const drop = async (uuid: string) => anvil().dropTransaction({ hash: (await relayOf(uuid))?.txHash ?? "0x" });

/** Advances time in small steps; in each, a server reads the chain and runs a relayer step. */
async function goOn(server: Deps, turns = 6): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    fixture.harness.clock.advance({ seconds: 13 });
    await fixture.pass(0);
    await fixture.watch();
    await relayAuthorizations(server);
  }
}

/** Does the same while the former key's transaction is kept out of every block, like a node that forgot it. */
async function goOnWithout(uuid: string, server: Deps, turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await drop(uuid);
    fixture.harness.clock.advance({ seconds: 13 });
    await fixture.pass(0);
    await fixture.watch();
    await relayAuthorizations(server);
  }
}

describe("another relayer key", () => {
  it("relays what was queued under the former key", async () => {
    const payment = await authorized();
    await goOn(await anotherKey());
    expect(await statusOf(payment)).toBe("completed");
  });

  it("notices that the former key's transaction was mined", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    await goOn(await anotherKey(), 3);
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "mined" });
    expect(await statusOf(payment)).toBe("completed");
  });

  it("relays what the former key sent and nobody mined, and the payer pays once", async () => {
    const payment = await authorized();
    const before = await fixture.harness.chain.usdcBalance(fixture.payeeAddress);
    await relayAuthorizations(old());
    const lost = await relayOf(payment.uuid);
    const server = await anotherKey();
    await goOnWithout(payment.uuid, server);
    await goOn(server);
    expect(await statusOf(payment)).toBe("completed");
    expect((await relayOf(payment.uuid))?.txHash).not.toBe(lost?.txHash);
    // The former key's transaction appears after all. The token accepts the authorization only once.
    const [row] = await fixture.harness.db
      .select()
      .from(relayTransactions)
      .where(eq(relayTransactions.txHash, lost?.txHash ?? "0x"));
    expect(row?.status).toBe("lost");
    expect((await fixture.harness.chain.usdcBalance(fixture.payeeAddress)) - before).toBe(payment.usdcUnits);
  });

  it("relays several authorizations of one transaction of the former key", async () => {
    const payments = [await authorized(), await authorized(), await authorized()];
    await relayAuthorizations(old());
    const server = await anotherKey();
    await goOnWithout(payments[0]?.uuid ?? "", server);
    await goOn(server);
    for (const payment of payments) expect(await statusOf(payment)).toBe("completed");
  });

  it("relays again when the former key's block left the chain", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    await fixture.mine(2);
    await relayAuthorizations(old());
    await fixture.watch();
    expect(await statusOf(payment)).toBe("completed");
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    await goOn(await anotherKey());
    expect(await statusOf(payment)).toBe("completed");
  });

  it("pays once while two servers with two keys run in parallel", async () => {
    const payments = [await authorized(), await authorized()];
    const before = await fixture.harness.chain.usdcBalance(fixture.payeeAddress);
    const server = await anotherKey();
    for (let turn = 0; turn < 6; turn += 1) {
      fixture.harness.clock.advance({ seconds: 13 });
      await Promise.all([relayAuthorizations(old()), relayAuthorizations(server)]);
      await fixture.pass(0);
      await fixture.watch();
    }
    const due = payments.reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
    for (const payment of payments) expect(await fixture.payment(payment.tenant, payment.paymentId)).toMatchObject({ status: "completed" });
    expect((await fixture.harness.chain.usdcBalance(fixture.payeeAddress)) - before).toBe(due);
  });

  it("gives up expired authorizations in flight, so that the payment ends and can be paid again", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    await drop(payment.uuid);
    await fixture.pass(13);
    await fixture.watch();
    const server = await anotherKey();
    await goOn(server, 2);
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "failed", failure: "expired" });
    await expirePayments(server);
    expect(await statusOf(payment)).toBe("failed");
    await expect(fixture.checkout(payment.tenant)).resolves.not.toMatchObject({ paymentId: payment.paymentId });
  });

  it("continues with its own transactions when the key is restored", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    await drop(payment.uuid);
    await relayAuthorizations(await serverWith(null));
    await goOn(old());
    expect(await statusOf(payment)).toBe("completed");
  });

  it("uses no account nonce of the former key's queue: both keys work after being swapped", async () => {
    const first = await authorized();
    await relayAuthorizations(old());
    await goOn(await anotherKey(), 3);
    const second = await authorized();
    await goOn(old());
    expect([await statusOf(first), await statusOf(second)]).toEqual(["completed", "completed"]);
  });
});

describe("a mined batch that nobody followed for hours", () => {
  it("ends by the read blocks and does not stop the queue", async () => {
    const payments = [await authorized(), await authorized()];
    await relayAuthorizations(old());
    await fixture.mine(1);
    await anvil().mine({ blocks: 2_100 });
    fixture.harness.clock.set(new Date((await old().chain.head()).time.getTime() + 1_000));
    await fixture.watch();
    await goOn(old(), 2);
    for (const { uuid } of payments) expect(await relayOf(uuid)).toMatchObject({ status: "mined" });
    const next = await authorized();
    await goOn(old());
    expect(await statusOf(next)).toBe("completed");
  });
});

describe("no relayer at all", () => {
  const keys = async () => (await listLivingAlarms(fixture.harness.db)).map(({ key }) => key);

  it("returns what was queued, with the reason, and raises an alarm until a relayer is configured", async () => {
    const payment = await authorized();
    const none = await serverWith(null);
    await goOn(none, 6);
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "failed", failure: "relayer" });
    expect((await fixture.payment(payment.tenant, payment.paymentId)).timeline.at(-1)).toMatchObject({
      type: "relayFailed",
      note: "relayer",
    });
    expect(await keys()).toContain("relayer-left-behind");
    await fixture.harness.caller(payment.tenant.token).payments.cancel({ paymentId: payment.paymentId });
    await watchFormerKeys(old());
    expect(await keys()).not.toContain("relayer-left-behind");
  });

  it("rebroadcasts what was sent, because it is already signed", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    await drop(payment.uuid);
    await goOn(await serverWith(null), 3);
    expect(await statusOf(payment)).toBe("completed");
  });

  it("keeps what may still be mined, and gives it up once another transaction used its account nonce", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    await drop(payment.uuid);
    const none = await serverWith(null);
    const mute = { ...none, broadcaster: { ...none.broadcaster, send: async () => "known" as const } };
    await goOn(mute, 3);
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "sent" });
    await expect(fixture.harness.caller(payment.tenant.token).payments.cancel({ paymentId: payment.paymentId })).rejects.toThrow(
      "already seen on the network",
    );
    await fixture.send(privateKeyToAccount(demoAccounts.relayer.privateKey), demoAccounts.spare.address, "0x");
    await fixture.mine(1);
    await goOn(mute, 2);
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "failed", failure: "relayer" });
    await fixture.harness.caller(payment.tenant.token).payments.cancel({ paymentId: payment.paymentId });
    await watchFormerKeys(old());
  });

  it("raises an alarm for a transaction in flight for minutes, and clears it when the signature has expired", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    await drop(payment.uuid);
    const none = await serverWith(null);
    const mute = { ...none, broadcaster: { ...none.broadcaster, send: async () => "known" as const } };
    await fixture.pass(6);
    await fixture.watch();
    await watchFormerKeys(mute);
    expect(await keys()).toContain("relayer-left-behind");
    await fixture.pass(8);
    await fixture.watch();
    await goOn(mute, 2);
    await expirePayments(mute);
    expect(await statusOf(payment)).toBe("failed");
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "failed", failure: "expired" });
    await watchFormerKeys(mute);
    expect(await keys()).not.toContain("relayer-left-behind");
  });
});

describe("a payment whose signature has expired", () => {
  it("expires and can be cancelled although no worker follows the transaction any more", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    await drop(payment.uuid);
    await fixture.pass(13);
    await fixture.watch();
    await expirePayments(old());
    expect(await statusOf(payment)).toBe("failed");
    await goOn(old(), 2);
  });
});

describe("a signature", () => {
  it("is erased once it cannot be used any more, together with its transaction", async () => {
    const payment = await authorized();
    await relayAuthorizations(old());
    const sent = await relayOf(payment.uuid);
    await drop(payment.uuid);
    await fixture.cancelOnChain(payment.tenant, payment.binding);
    await goOn(old(), 2);
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "failed", failure: "cancelled", signature: "0x" });
    const [row] = await fixture.harness.db
      .select()
      .from(relayTransactions)
      .where(eq(relayTransactions.id, sent?.transactionId ?? ""));
    expect(row).toMatchObject({ status: "lost", rawTransaction: "0x" });
  });

  it("is erased when its payer cancels the payment before it was sent", async () => {
    const payment = await authorized();
    await fixture.harness.caller(payment.tenant.token).payments.cancel({ paymentId: payment.paymentId });
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "failed", failure: "cancelled", signature: "0x" });
  });

  it("left by a process of an earlier version is erased by the hourly job", async () => {
    const payment = await authorized();
    const { db } = fixture.harness;
    await db.update(relays).set({ status: "failed", failure: "gas" }).where(eq(relays.paymentId, payment.uuid));
    expect((await relayOf(payment.uuid))?.signature).not.toBe("0x");
    await eraseLeftSignatures(fixture.harness.deps);
    expect(await relayOf(payment.uuid)).toMatchObject({ status: "failed", signature: "0x" });
  });
});
