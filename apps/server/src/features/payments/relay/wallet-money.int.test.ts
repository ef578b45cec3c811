import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { passkeyWalletPasskeys } from "@hearth/db/schema/passkey-wallet-passkeys";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { payees } from "@hearth/db/schema/payees";
import { relays } from "@hearth/db/schema/relays";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { transfers } from "@hearth/db/schema/transfers";
import { makeUser, makeWallet } from "@hearth/db/testing/factories";
import { makeLease, makeScheduledPayment } from "@hearth/db/testing/rent-factories";
import { makePasskeyWallet, makeWalletPasskey } from "@hearth/db/testing/second-factor-factories";
import { limits } from "@hearth/domain/limits";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { and, eq, ne } from "drizzle-orm";
import { type Address, type Hex, pad, zeroAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { relayAuthorizations } from "./relay-authorizations.ts";
import { watchRelayerGas } from "./relayer-gas.ts";

const network = networks.local;
const twenty = 20_000_000n;
let fixture: PaymentFixture;
beforeAll(async () => {
  const env = { RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey, WALLET_ORIGIN: "http://wallet.localhost:5000" };
  fixture = await openPaymentFixture(await startHarness({ chain: true, env }));
});
afterEach(async () => {
  await fixture.expectSound();
  await fixture.pass(0); // the chain's clock catches up with the server's
});
afterAll(() => fixture.harness.close());

const step = () => relayAuthorizations(fixture.harness.deps);
const somebody = () => privateKeyToAccount(generatePrivateKey()).address;
let nonces = 0;

/** A tenant whose wallet is a passkey wallet with $50,000.00 and no ETH. */
async function holder(): Promise<Tenant> {
  const tenant = await fixture.tenant();
  await makePasskeyWallet(fixture.harness.db, { userId: tenant.user.id, address: tenant.account.address });
  await fixture.harness.chain.fundGas(tenant.account.address, 0n);
  return tenant;
}

interface Sending {
  to?: Address;
  usdcUnits?: bigint;
  nonce?: Hex;
  validBefore?: number;
  signer?: Tenant["account"];
}

/** The input of a send, as the wallet's page signs it. */
async function signed({ account }: Tenant, { to = somebody(), usdcUnits = twenty, signer = account, ...rest }: Sending = {}) {
  nonces += 1;
  const now = Math.floor(fixture.harness.clock.now().getTime() / 1_000);
  const { nonce = pad(`0x${nonces.toString(16)}`), validBefore = now + limits.walletSendSeconds } = rest;
  const auth = { from: account.address, to, usdcUnits, validAfter: 0n, validBefore: BigInt(validBefore), nonce };
  const signature = await signer.signTypedData(transferAuthorizationTypedData({ network, ...auth }));
  return { to, usdcUnits: String(usdcUnits), validAfter: 0, validBefore, nonce, signature };
}

const call = ({ token }: Tenant) => fixture.harness.caller(token).passkeyWallet;
const send = async (tenant: Tenant, sending: Sending = {}) => call(tenant).send(await signed(tenant, sending));
const newest = async (tenant: Tenant) => (await call(tenant).sends()).sends[0];
const balanceOf = (address: Address) => fixture.harness.chain.usdcBalance(address);

/** Has the relayer send what waits, and mines it. */
async function carry(): Promise<void> {
  await step();
  await fixture.mine(2);
  await step();
  await fixture.watch();
}

/** Returns the notifications of a person's mails about sends, oldest first. */
async function mailed({ user }: Tenant) {
  const rows = await fixture.harness.db.select().from(mails).where(eq(mails.userId, user.id)).orderBy(mails.id);
  return rows.map(({ event }) => event).filter(({ kind }) => kind === "walletSent" || kind === "walletSendFailed");
}

describe("sending money out of a passkey wallet", () => {
  it("moves it to any address without gas of its owner, and shows the transaction", async () => {
    const tenant = await holder();
    const to = somebody();
    expect(await send(tenant, { to })).toMatchObject({ to, usdcUnits: "20000000", status: "sending", failure: null, txHash: null });
    await carry();
    expect(await balanceOf(to)).toBe(twenty);
    const sent = await newest(tenant);
    expect(sent).toMatchObject({ status: "arrived", failure: null, txHash: expect.stringMatching(/^0x[\da-f]{64}$/) });
  });

  it("tells its owner by mail, and is audited", async () => {
    const tenant = await holder();
    const to = somebody();
    await send(tenant, { to });
    expect(await mailed(tenant)).toMatchObject([{ kind: "walletSent", usdc: "20.00", to }]);
    const ofTenant = and(eq(auditLog.actorId, tenant.user.id), eq(auditLog.action, "passkeyWallet.sent"));
    expect(await fixture.harness.db.select().from(auditLog).where(ofTenant)).toMatchObject([
      { subject: tenant.account.address, data: { usdc: "20.00", to } },
    ]);
    await carry();
  });

  it("is no payment: nothing is recorded as a transfer, and a payment in the same transaction completes alone", async () => {
    const tenant = await holder();
    const checkout = await fixture.checkout(tenant);
    await send(tenant);
    await fixture.authorize(tenant, checkout.reference);
    await step();
    const [one, other] = await fixture.harness.db.select().from(relays).where(eq(relays.fromAddress, tenant.account.address));
    expect(one?.transactionId).toBe(other?.transactionId);
    await fixture.mine(2);
    await step();
    await fixture.watch();
    expect(await newest(tenant)).toMatchObject({ status: "arrived" });
    expect(await fixture.payment(tenant, checkout.paymentId)).toMatchObject({ status: "completed", oddity: "none", others: [] });
    const { fromAddress } = transfers;
    expect(await fixture.harness.db.$count(transfers, eq(fromAddress, tenant.account.address))).toBe(1);
  });

  it("sends all that is there, to the last unit", async () => {
    const tenant = await holder();
    await fixture.harness.chain.mintUsdc(tenant.account.address, 1n);
    await send(tenant, { usdcUnits: 50_000_000_001n });
    await carry();
    expect(await balanceOf(tenant.account.address)).toBe(0n);
    expect(await newest(tenant)).toMatchObject({ status: "arrived", usdcUnits: "50000000001" });
  });

  it("sends a signature once, whichever tab or repetition brings it, and another amount with its nonce never", async () => {
    const tenant = await holder();
    const input = await signed(tenant);
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(tenant).send(input)));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    const nonce: Hex = input.nonce;
    const to = input.to;
    expect(await failure(send(tenant, { to, nonce, usdcUnits: 1n }))).toMatchObject({ code: "CONFLICT" });
    expect(await failure(send(tenant, { nonce }))).toMatchObject({ code: "CONFLICT" });
    await carry();
    expect(await call(tenant).send(input)).toMatchObject({ status: "arrived" });
    expect((await call(tenant).sends()).sends).toHaveLength(1);
    expect(await mailed(tenant)).toHaveLength(1);
  });

  it("continues after the server was killed between storing and sending", async () => {
    const tenant = await holder();
    const to = somebody();
    await send(tenant, { to });
    const { deps } = fixture.harness;
    if (deps.relayer === null) throw new Error("There is no relayer");
    const dying = { ...deps.relayer, send: () => Promise.reject(new Error("killed")) };
    await expect(relayAuthorizations({ ...deps, relayer: dying })).rejects.toThrow("killed");
    expect(await newest(tenant)).toMatchObject({ status: "sending" });
    fixture.harness.clock.advance({ seconds: 7 });
    await carry();
    expect(await balanceOf(to)).toBe(twenty);
  });

  it("is sent again when its block leaves the chain", async () => {
    const tenant = await holder();
    const to = somebody();
    await send(tenant, { to });
    await carry();
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect(await balanceOf(to)).toBe(0n);
    await fixture.pass(1);
    await fixture.watch();
    await step();
    await carry();
    expect(await balanceOf(to)).toBe(twenty);
    expect(await newest(tenant)).toMatchObject({ status: "arrived" });
  });
});

describe("a send that is refused", () => {
  it("goes to an address at which the money would be lost or count for nothing", async () => {
    const tenant = await holder();
    const refused = async (to: string) => {
      const error = await failure(call(tenant).send({ ...(await signed(tenant)), to }));
      expect(error).toMatchObject({ code: "VALIDATION", fields: { to: expect.any(String) } });
      return error instanceof Error ? error.message : "";
    };
    expect(await refused(tenant.account.address)).toContain("your own wallet");
    expect(await refused(zeroAddress)).toContain("lost");
    expect(await refused(network.usdc.address)).toContain("lost");
    expect(await refused(fixture.payeeAddress.toLowerCase())).toContain("in a checkout instead, so that it counts for your rent");
    const address = somebody();
    const wrongCase = address.replace(/[a-fA-F]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(await refused(wrongCase)).toContain("typing mistake");
    expect(await call(tenant).sends()).toMatchObject({ sends: [] });
  });

  it("is larger than the balance, of nothing, or signed by another key", async () => {
    const tenant = await holder();
    expect(await failure(send(tenant, { usdcUnits: 50_000_000_001n }))).toMatchObject({ code: "INSUFFICIENT_FUNDS" });
    expect(await failure(call(tenant).send({ ...(await signed(tenant)), usdcUnits: "0" }))).toMatchObject({ issues: expect.any(Array) });
    const { account: signer } = await holder();
    expect(await failure(send(tenant, { signer }))).toMatchObject({ code: "AUTHORIZATION_INVALID" });
    expect(await call(tenant).sends()).toMatchObject({ sends: [] });
  });

  it("is valid for longer than twenty minutes, or not any more", async () => {
    const tenant = await holder();
    const now = Math.floor(fixture.harness.clock.now().getTime() / 1_000);
    const late = now + limits.walletSendMaxSeconds + 60;
    expect(await failure(send(tenant, { validBefore: late }))).toMatchObject({ code: "AUTHORIZATION_INVALID" });
    expect(await failure(send(tenant, { validBefore: now }))).toMatchObject({ code: "AUTHORIZATION_EXPIRED" });
  });

  it("is one more than a day allows, for the account and for the wallet", async () => {
    const tenant = await holder();
    const { env } = fixture.harness.deps;
    for (let made = 0; made < env.walletSendsADay; made += 1) await send(tenant);
    expect(await call(tenant).sends()).toMatchObject({ leftToday: 0, mostADay: env.walletSendsADay });
    expect(await failure(send(tenant))).toMatchObject({ code: "RATE_LIMITED" });
    await carry();
    expect(await failure(send(tenant))).toMatchObject({ code: "RATE_LIMITED" });
    fixture.harness.clock.advance({ hours: 24 });
    await fixture.pass(0);
    const token = await fixture.harness.signIn(tenant.user.id);
    await send({ ...tenant, token });
    await carry();
  });

  it("comes from a session that signed in a while ago, or from an account without a passkey wallet", async () => {
    const tenant = await holder();
    const other = await fixture.tenant();
    expect(await failure(send(other))).toMatchObject({ code: "WALLET_SETUP_NEEDED" });
    const input = await signed(tenant);
    fixture.harness.clock.advance({ seconds: limits.stepUpSeconds });
    expect(await failure(call(tenant).send(input))).toMatchObject({ code: "STEP_UP_REQUIRED" });
  });
});

describe("a send that fails after it was accepted", () => {
  it("because the money is gone by then, moves nothing and tells its owner why", async () => {
    const tenant = await holder();
    await send(tenant);
    await fixture.harness.chain.fundGas(tenant.account.address);
    await fixture.transfer(tenant.account, { to: demoAccounts.spare.address, usdcUnits: 50_000_000_000n });
    await fixture.mine(1);
    await step();
    expect(await newest(tenant)).toMatchObject({ status: "failed", failure: "balance", txHash: null });
    expect((await mailed(tenant))[1]).toMatchObject({ kind: "walletSendFailed", usdc: "20.00", failure: "balance" });
  });

  it("because the relayer is out of gas, does not count, and the next one arrives", async () => {
    const tenant = await holder();
    const { chain, deps } = fixture.harness;
    await send(tenant);
    const before = await chain.gasBalance(demoAccounts.relayer.address);
    await chain.fundGas(demoAccounts.relayer.address, 1_000n);
    await step();
    await chain.fundGas(demoAccounts.relayer.address, before);
    await watchRelayerGas(deps);
    expect(await newest(tenant)).toMatchObject({ status: "failed", failure: "gas" });
    expect(await call(tenant).sends()).toMatchObject({ leftToday: deps.env.walletSendsADay });
    await send(tenant);
    await carry();
    expect(await newest(tenant)).toMatchObject({ status: "arrived" });
  });

  it("because no relayer is left, is given back", async () => {
    const tenant = await holder();
    await send(tenant);
    fixture.harness.clock.advance({ minutes: 2 });
    await relayAuthorizations({ ...fixture.harness.deps, relayer: null });
    expect(await newest(tenant)).toMatchObject({ status: "failed", failure: "relayer" });
  });

  it("because its signature ran out", async () => {
    const tenant = await holder();
    const to = somebody();
    await send(tenant, { to });
    await fixture.pass(16);
    await fixture.watch();
    await step();
    expect(await newest({ ...tenant, token: await fixture.harness.signIn(tenant.user.id) })).toMatchObject({
      status: "failed",
      failure: "expired",
    });
    expect(await balanceOf(to)).toBe(0n);
  });

  it("because its owner cancelled it on the network, although the newest blocks have no log", async () => {
    const queued = await holder();
    const first = await signed(queued);
    await call(queued).send(first);
    await fixture.cancelOnChain(queued, first.nonce);
    await fixture.watch();
    const { deps } = fixture.harness;
    if (deps.relayer === null) throw new Error("There is no relayer");
    await relayAuthorizations({ ...deps, relayer: { ...deps.relayer, authorizationResults: async () => [null] } });
    expect(await newest(queued)).toMatchObject({ status: "failed", failure: "cancelled" });
  });

  it("is not assumed where no provider has the log of a spent signature", async () => {
    const sent = await holder();
    const { deps } = fixture.harness;
    if (deps.relayer === null) throw new Error("There is no relayer");
    await send(sent);
    await step();
    await fixture.mine(2);
    await fixture.watch();
    const silent = { ...deps.relayer, authorizationResults: async () => [null] };
    const chain = { ...deps.chain, receipt: async () => null, authorizationResults: async () => [null] };
    fixture.harness.clock.advance({ minutes: 16 });
    await relayAuthorizations({ ...deps, chain, relayer: silent });
    expect(await newest({ ...sent, token: await fixture.harness.signIn(sent.user.id) })).toMatchObject({ status: "arrived" });
  });
});

describe("deleting a passkey wallet", () => {
  const bare = async () => {
    const tenant = await holder();
    await fixture.harness.chain.fundGas(tenant.account.address);
    await fixture.transfer(tenant.account, { to: demoAccounts.spare.address, usdcUnits: 50_000_000_000n });
    await fixture.mine(1);
    return tenant;
  };

  it("shows first what is in it and what needs it", async () => {
    const tenant = await holder();
    await fixture.checkout(tenant);
    const { db } = fixture.harness;
    const lease = await makeLease(db, { merchantId: fixture.merchantId, createdBy: tenant.user.id });
    const payee = await db.query.payees.findFirst({ where: eq(payees.merchantId, fixture.merchantId) });
    const ofTenant = { payerId: tenant.user.id, leaseId: lease.id, payeeId: payee?.id ?? "", fromAddress: tenant.account.address };
    const { id } = await makeScheduledPayment(db, { ...ofTenant, status: "paused" });
    expect(await call(tenant).contents()).toMatchObject({ scheduledPayments: 0 });
    await db
      .update(scheduledPayments)
      .set({ status: "ready", encryptedSignature: "sealed", nextLookAt: new Date() })
      .where(eq(scheduledPayments.id, id));
    expect(await call(tenant).contents()).toEqual({ usdcUnits: "50000000000", scheduledPayments: 1, openPayments: 1 });
  });

  it("is refused while money is in it, unless its owner repeats the address", async () => {
    const tenant = await holder();
    const refused = { code: "VALIDATION", fields: { address: expect.stringContaining("$50,000.00") } };
    expect(await failure(call(tenant).remove({}))).toMatchObject(refused);
    expect(await failure(call(tenant).remove({ address: somebody() }))).toMatchObject(refused);
    expect((await call(tenant).read()).wallet).not.toBeNull();
    const { wallet, ended } = await call(tenant).remove({ address: tenant.account.address.toLowerCase() });
    expect({ wallet, ended }).toMatchObject({ wallet: null, ended: [{ address: tenant.account.address }] });
  });

  it("keeps its wraps, unlinks its address, tells its owner, and is undone by one press", async () => {
    const tenant = await bare();
    const { db } = fixture.harness;
    const before = await call(tenant).read();
    await call(tenant).remove({});
    const { wallet } = fixture.harness.caller(tenant.token);
    expect(await failure(wallet.status())).toMatchObject({ code: "WALLET_SETUP_NEEDED" });
    const rows = await db.select().from(mails).where(eq(mails.userId, tenant.user.id));
    expect(rows.map(({ event }) => event)).toMatchObject([{ kind: "walletChanged", change: "unlinked" }]);
    const actions = await db.select().from(auditLog).where(eq(auditLog.actorId, tenant.user.id)).orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(["passkeyWallet.removed", "wallet.unlinked"]));
    expect(await call(tenant).reuse({ address: tenant.account.address })).toEqual(before);
    expect(await wallet.status()).toMatchObject({ walletAddress: tenant.account.address, proven: true });
  });

  it("asks the chain, and deletes nothing while it gives no answer", async () => {
    const tenant = await bare();
    const { chain } = fixture.harness.deps;
    const balanceOf = vi.spyOn(chain, "balanceOf").mockRejectedValue(new ChainUnavailable("away"));
    expect(await failure(call(tenant).remove({}))).toMatchObject({ code: "CHAIN_UNAVAILABLE" });
    balanceOf.mockRestore();
    expect((await call(tenant).read()).wallet).not.toBeNull();
  });

  it("is refused while a business is paid into it", async () => {
    const { db } = fixture.harness;
    const owner = await makeUser(db, { role: "merchant" });
    const address = somebody();
    await makePasskeyWallet(db, { userId: owner.id, address });
    await makeWallet(db, { userId: owner.id, address, kind: "payout" });
    const landlord = fixture.harness.caller(await fixture.harness.signIn(owner.id)).passkeyWallet;
    expect(await failure(landlord.remove({}))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("paid into this wallet"),
    });
  });
});

describe("showing the key of a passkey wallet", () => {
  it("is audited, and tells its owner before the wallet's page opens", async () => {
    const tenant = await holder();
    await call(tenant).beginExport();
    const { db } = fixture.harness;
    const rows = await db.select().from(mails).where(eq(mails.userId, tenant.user.id));
    expect(rows.map(({ event }) => event)).toMatchObject([{ kind: "walletKeyShown", address: tenant.account.address }]);
    const ofTenant = and(eq(auditLog.actorId, tenant.user.id), eq(auditLog.action, "passkeyWallet.keyShown"));
    expect(await db.select().from(auditLog).where(ofTenant)).toMatchObject([{ subject: tenant.account.address }]);
    fixture.harness.clock.advance({ seconds: limits.stepUpSeconds });
    expect(await failure(call(tenant).beginExport())).toMatchObject({ code: "STEP_UP_REQUIRED" });
  });
});

describe("the most that a passkey wallet should hold", () => {
  it("is limited until a second device or the provider's copy opens it", async () => {
    const { db, deps } = fixture.harness;
    const tenant = await holder();
    const row = await db.query.passkeyWallets.findFirst({ where: eq(passkeyWallets.userId, tenant.user.id) });
    if (row === undefined) throw new Error("There is no wallet");
    const mostAtRisk = async () => (await call(tenant).read()).wallet?.mostAtRisk;
    const only = await makeWalletPasskey(db, { walletId: row.id, isBackedUp: false });
    expect(await mostAtRisk()).toBe(deps.env.walletMostAtRisk);
    await makeWalletPasskey(db, { walletId: row.id, isBackedUp: false });
    expect(await mostAtRisk()).toBeNull();
    await db.delete(passkeyWalletPasskeys).where(and(eq(passkeyWalletPasskeys.walletId, row.id), ne(passkeyWalletPasskeys.id, only.id)));
    await db.update(passkeyWalletPasskeys).set({ isBackedUp: true }).where(eq(passkeyWalletPasskeys.id, only.id));
    expect(await mostAtRisk()).toBeNull();
  });
});
