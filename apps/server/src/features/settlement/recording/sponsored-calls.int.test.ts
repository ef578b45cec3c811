import { networks } from "@hearth/chain/networks";
import { encodeTransfer } from "@hearth/chain/usdc";
import { payees } from "@hearth/db/schema/payees";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant, makePayee } from "@hearth/db/testing/factories";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { smartWalletAbi } from "@hearth/simulator/chain-helpers";
import { viemChain } from "@hearth/chain/rpc-client";
import { eq } from "drizzle-orm";
import {
  type Address,
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  zeroHash,
} from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Tenant } from "../../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";
import { relayAuthorizations } from "../../payments/relay/relay-authorizations.ts";

const { usdc, chainId } = networks.local;

let refunding: RefundFixture;
let fixture: RefundFixture["fixture"];
let sponsor: Tenant;
beforeAll(async () => {
  refunding = await openRefundFixture({ RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey });
  ({ fixture } = refunding);
  sponsor = await fixture.tenant();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

/** Delegates a key's account to a contract's code (EIP-7702); somebody else pays the gas. */
async function delegate({ account }: Tenant, contractAddress: Address): Promise<void> {
  const [chain, transport] = [viemChain(networks.local, fixture.harness.chain.rpcUrl), http(fixture.harness.chain.rpcUrl)];
  const nonce = await createPublicClient({ chain, transport }).getTransactionCount({ address: account.address });
  const delegation = await account.signAuthorization({ chainId, contractAddress, nonce });
  const client = createWalletClient({ account: sponsor.account, chain, transport });
  await client.sendTransaction({ to: sponsor.account.address, authorizationList: [delegation], gas: 500_000n });
  await fixture.mine(1);
  expect(await fixture.harness.deps.chain.hasCode(account.address)).toBe(true);
}

/** A tenant whose account is delegated to a wallet that accepts signed calls from anybody. */
async function delegated(options: { proven: boolean }): Promise<Tenant> {
  const tenant = await fixture.tenant(options);
  await delegate(tenant, await fixture.harness.chain.deploy("TestSmartWallet", tenant.account.address));
  return tenant;
}

/** Broadcasts a call that the account signed. The sponsor pays and may append calldata of his own. */
async function sponsored({ account }: Tenant, usdcCall: Hex, { nonce = 0n, added = "0x" }: { nonce?: bigint; added?: Hex } = {}) {
  const types = ["address", "uint256", "uint256", "address", "bytes"].map((type) => ({ type }));
  const digest = keccak256(encodeAbiParameters(types, [account.address, BigInt(chainId), nonce, usdc.address, usdcCall]));
  const args = [usdc.address, usdcCall, await account.sign({ hash: digest })] as const;
  const call = encodeFunctionData({ abi: smartWalletAbi, functionName: "executeSigned", args });
  return fixture.send(sponsor.account, account.address, concatHex([call, added]));
}

async function settle(): Promise<void> {
  await fixture.mine(2);
  await fixture.watch();
}

const rowsFrom = ({ account }: Tenant) => fixture.harness.db.select().from(transfers).where(eq(transfers.fromAddress, account.address));

describe("a payment by a sponsored call of the payer's own account", () => {
  it("completes by the proven wallet, whatever calldata the sponsor appends", async () => {
    const [payer, thief] = [await delegated({ proven: true }), await fixture.tenant()];
    const [payerCheckout, bait] = [await fixture.checkout(payer, "611.00"), await fixture.checkout(thief, "611.00")];
    const added = encodeTransfer({ to: fixture.payeeAddress, usdcUnits: bait.usdcUnits, binding: bait.binding });
    await sponsored(payer, encodeTransfer({ to: fixture.payeeAddress, ...payerCheckout }), { added });
    await settle();
    expect((await fixture.payment(payer, payerCheckout.paymentId)).status).toBe("completed");
    expect((await fixture.payment(thief, bait.paymentId)).status).toBe("pending");
    expect(await rowsFrom(payer)).toMatchObject([{ boundBy: "wallet", binding: null }]);
  });

  it.each([
    ["which checks the key's signature itself", "TestSmartWallet"],
    ["which supports no signatures, so that the key signs itself", "TestAccount"],
  ] as const)("counts once the payer proves the wallet, with code %s", async (_, artifact) => {
    const payer = await delegated({ proven: false });
    const checkout = await fixture.checkout(payer, "612.00");
    await sponsored(payer, encodeTransfer({ to: fixture.payeeAddress, ...checkout }));
    await settle();
    expect(await rowsFrom(payer)).toMatchObject([{ verdict: "unmatched" }]);
    expect((await fixture.payment(payer, checkout.paymentId)).status).toBe("pending");
    await delegate(payer, await fixture.harness.chain.deploy(artifact, payer.account.address));
    await fixture.proveWallet(payer);
    await settle();
    expect((await fixture.payment(payer, checkout.paymentId)).status).toBe("completed");
  });

  it("is not proven for such an account by a stranger's signature", async () => {
    const [payer, stranger] = [await delegated({ proven: false }), await fixture.tenant({ proven: false })];
    const { wallet } = fixture.harness.caller(stranger.token);
    const { message } = await wallet.challenge({ address: payer.account.address });
    const signature = await stranger.account.signMessage({ message });
    await expect(wallet.prove({ message, signature, kind: "external" })).rejects.toThrow("The signature could not be verified");
  });

  it("is bound by its reference when the account signs the token's authorization, whoever broadcasts it", async () => {
    const payer = await delegated({ proven: false });
    const checkout = await fixture.checkout(payer, "613.00");
    await fixture.authorize(payer, checkout.reference);
    await relayAuthorizations(fixture.harness.deps);
    await settle();
    await relayAuthorizations(fixture.harness.deps);
    expect((await fixture.payment(payer, checkout.paymentId)).status).toBe("completed");
    expect(await rowsFrom(payer)).toMatchObject([{ boundBy: "authorization", binding: checkout.binding }]);
  });
});

describe("a refund by a sponsored call of the landlord's own account", () => {
  let nonce = 0n;
  /** Sends a refund from the landlord's delegated payout wallet. */
  const send = async (refund: { to: Address; usdcUnits: string; binding: Hex }, change: { usdcUnits?: bigint } = {}) => {
    const { to, binding } = refund;
    const call = encodeTransfer({ to, binding, usdcUnits: BigInt(refund.usdcUnits), ...change });
    const txHash = await sponsored(refunding.treasury, call, { nonce: nonce++ });
    await settle();
    expect(await fixture.harness.deps.chain.receipt(txHash)).toMatchObject({ status: "success" });
  };
  const setProven = (provenAt: Date | null) =>
    fixture.harness.db
      .update(payees)
      .set({ provenAt, provenFromBlock: provenAt && 0n })
      .where(eq(payees.address, refunding.treasury.account.address));
  beforeAll(async () => {
    await delegate(refunding.treasury, await fixture.harness.chain.deploy("TestSmartWallet", refunding.treasury.account.address));
    await setProven(fixture.harness.clock.now());
  });

  it("completes the only open refund that it fits exactly, once, also when its block is replaced", async () => {
    const { chain } = fixture.harness;
    const { paymentId } = await refunding.paid();
    const refund = await refunding.call.refundPayment({ paymentId, amount: "41.00" });
    await send(refund, { usdcUnits: 40_990_000n });
    expect(await refunding.newest(paymentId)).toMatchObject({ status: "open" });
    await send(refund);
    expect(await refunding.newest(paymentId)).toMatchObject({ status: "completed" });
    const raw = await chain.rawTransactions(2);
    await chain.reorg(2);
    await settle();
    expect(await refunding.newest(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    await chain.reorg(1, raw);
    await settle();
    expect(await refunding.newest(paymentId)).toMatchObject({ status: "completed" });
    await send(refund);
    const { items, oddTransfers, refundable } = await refunding.call.refunds({ paymentId });
    expect([items.length, oddTransfers, refundable]).toEqual([1, [], 159]);
  });

  it("completes neither of two fitting refunds, and none begun after it", async () => {
    const { tenant, ...first } = await refunding.paid();
    const second = await refunding.paid(tenant);
    const money = { to: tenant.account.address, usdcUnits: 44_000_000n };
    await sponsored(refunding.treasury, encodeTransfer(money), { nonce: nonce++ });
    await fixture.mine(2);
    const { clock, deps } = fixture.harness;
    clock.set(new Date((await deps.chain.head()).time.getTime() + 5_000));
    const { _id } = await refunding.call.refundPayment({ paymentId: first.paymentId, amount: "44.00" });
    await fixture.watch();
    expect(await refunding.newest(first.paymentId)).toMatchObject({ status: "open" });
    const another = await refunding.call.refundPayment({ paymentId: second.paymentId, amount: "44.00" });
    while ((await deps.chain.head()).time <= clock.now()) await fixture.mine(1);
    await send({ ...money, usdcUnits: "44000000", binding: zeroHash });
    expect(await refunding.newest(first.paymentId)).toMatchObject({ status: "open" });
    expect(await refunding.newest(second.paymentId)).toMatchObject({ status: "open" });
    await refunding.call.cancelRefund({ refundId: another._id });
    await send({ ...money, usdcUnits: "44000000", binding: zeroHash });
    expect(await refunding.newest(first.paymentId)).toMatchObject({ _id, status: "completed" });
  });

  it("completes nothing when the landlord never proved the wallet", async () => {
    await setProven(null);
    const { paymentId } = await refunding.paid();
    const refund = await refunding.call.refundPayment({ paymentId, amount: "43.00" });
    await send(refund);
    expect(await refunding.newest(paymentId)).toMatchObject({ status: "open" });
    // Another merchant has proven this wallet; it completes nothing either.
    const { db, clock } = fixture.harness;
    const { merchant } = await makeMerchant(db);
    await makePayee(db, { merchantId: merchant.id, address: refunding.treasury.account.address, endedAt: clock.now() });
    await send(refund);
    expect(await refunding.newest(paymentId)).toMatchObject({ status: "open" });
    await setProven(fixture.harness.clock.now());
  });
});
