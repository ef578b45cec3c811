import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { relays } from "@hearth/db/schema/relays";
import { transfers } from "@hearth/db/schema/transfers";
import { makePasskeyWallet } from "@hearth/db/testing/second-factor-factories";
import { limits } from "@hearth/domain/limits";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { and, eq } from "drizzle-orm";
import { type Address, type Hex, pad, zeroAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { relayAuthorizations } from "../../payments/relay/relay-authorizations.ts";
import { watchRelayerGas } from "../../payments/relay/relayer-gas.ts";

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
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("It went through"),
    (error: { cause: unknown }) => error.cause,
  );

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
    expect(await failure(send(tenant, { nonce, usdcUnits: 1n }))).toMatchObject({ code: "CONFLICT" });
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
    const wrongCase = address.replace(/[a-fA-F]/, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
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
    expect(await failure(send(other))).toMatchObject({ code: "NOT_FOUND" });
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
    expect(await newest({ ...tenant, token: await fixture.harness.signIn(tenant.user.id) })).toMatchObject({ status: "failed", failure: "expired" });
    expect(await balanceOf(to)).toBe(0n);
  });

  it("because its owner cancelled it on the network, also where the newest blocks have no log", async () => {
    const [queued, sent] = [await holder(), await holder()];
    const first = await signed(queued);
    await call(queued).send(first);
    await fixture.cancelOnChain(queued, first.nonce);
    await fixture.watch();
    const { deps } = fixture.harness;
    if (deps.relayer === null) throw new Error("There is no relayer");
    await relayAuthorizations({ ...deps, relayer: { ...deps.relayer, authorizationResults: async () => [null] } });
    expect(await newest(queued)).toMatchObject({ status: "failed", failure: "cancelled" });
    await send(sent);
    await step();
    await fixture.mine(2);
    await fixture.watch();
    const silent = { ...deps.relayer, authorizationResults: async () => [null] };
    const chain = { ...deps.chain, receipt: async () => null };
    fixture.harness.clock.advance({ minutes: 16 });
    await relayAuthorizations({ ...deps, chain, relayer: silent });
    expect(await newest({ ...sent, token: await fixture.harness.signIn(sent.user.id) })).toMatchObject({ status: "arrived" });
  });
});
