import { passkeyWalletPasskeys } from "@hearth/db/schema/passkey-wallet-passkeys";
import { factoryPassword as password, makeMerchant, makeSession, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { makePasskeyWallet, makeWalletPasskey } from "@hearth/db/testing/second-factor-factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { applyDueChanges } from "./payout-change.service.ts";

let harness: Harness;
beforeAll(async () => {
  const env = { WALLET_ORIGIN: "http://wallet.localhost:5000" };
  harness = await startHarness({ chain: true, env, policy: { payoutChangeHours: 24 } });
});
afterAll(() => harness.close());

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;

/** Returns a caller whose session stays fresh while the tests advance the clock by days. */
async function callerOf(userId: string) {
  const session = await makeSession(harness.db, { userId });
  const authenticatedAt = new Date("9999-01-01");
  return harness.caller({
    userId,
    role: "merchant",
    staffRole: null,
    isReadOnly: false,
    kind: "auth",
    sessionId: session.id,
    authenticatedAt,
  });
}

/** A person whose passkey wallet is opened by passkeys, each synced or on one device. */
async function withWallet(userId: string, ...passkeys: { isBackedUp: boolean }[]) {
  const { id: walletId, address } = await makePasskeyWallet(harness.db, { userId, address: newAddress() });
  const ids: string[] = [];
  for (const { isBackedUp } of passkeys) ids.push((await makeWalletPasskey(harness.db, { walletId, isBackedUp })).id);
  return { walletId, address, ids };
}

/** The owner of a business that is not paid anywhere yet, with a passkey wallet. */
async function landlord(...passkeys: { isBackedUp: boolean }[]) {
  const { owner, merchant } = await makeMerchant(harness.db, { payeeAddress: null });
  const wallet = await withWallet(owner.id, ...passkeys);
  // The call that makes a wallet links it like this.
  await makeWallet(harness.db, { userId: owner.id, address: wallet.address, kind: "external" });
  return { ...wallet, owner, merchant, caller: await callerOf(owner.id) };
}

const onOneDevice = { isBackedUp: false };
const synced = { isBackedUp: true };

describe("a business that is paid into its owner's passkey wallet", () => {
  it("needs no further signature: the key signed when the wallet was made", async () => {
    const { caller, address } = await landlord(synced);
    expect(await caller.merchant.setPayoutWallet({ walletAddress: address })).toMatchObject({ walletAddress: address, walletProven: true });
  });

  it("is not paid while one passkey on one device opens it, and is paid once a second passkey does", async () => {
    const { caller, address, walletId } = await landlord(onOneDevice);
    expect(await failure(caller.merchant.setPayoutWallet({ walletAddress: address }))).toMatchObject({ code: "PAYOUT_WALLET_AT_RISK" });
    expect(await caller.merchant.business()).toMatchObject({ walletAddress: null, pendingWallet: null });
    await makeWalletPasskey(harness.db, { walletId, ...onOneDevice });
    expect(await caller.merchant.setPayoutWallet({ walletAddress: address })).toMatchObject({ walletAddress: address });
  });

  it("is refused in the call that registers it, too", async () => {
    const { id } = await makeUser(harness.db, { role: "merchant" });
    const { address: walletAddress } = await withWallet(id, onOneDevice);
    const caller = await callerOf(id);
    const business = { name: "Alder Court", businessType: "apartment", contactName: "Iris Wu", phoneNumber: "(555) 010-0134" } as const;
    const register = { ...business, address: "12 Alder Street, Springfield, IL 62704, United States", walletAddress };
    expect(await failure(caller.merchant.register(register))).toMatchObject({ code: "PAYOUT_WALLET_AT_RISK" });
    expect(await failure(caller.merchant.business())).toMatchObject({ code: "NOT_FOUND" });
  });

  it("waits like any other change, and is given up where a passkey was removed in that time", async () => {
    const { caller, address, ids, merchant } = await landlord(onOneDevice, onOneDevice);
    const before = newAddress();
    await caller.merchant.setPayoutWallet({ walletAddress: before });
    await makePayment(harness.db, { merchantId: merchant.id });
    const asked = await caller.merchant.setPayoutWallet({ walletAddress: address, password });
    expect(asked).toMatchObject({ walletAddress: before, pendingWallet: { walletAddress: address } });
    await caller.passkeyWallet.removePasskey({ passkeyId: publicId("walletPasskey", ids[0] ?? "") });
    harness.clock.advance({ hours: 25 });
    await applyDueChanges(harness.deps);
    expect(await caller.merchant.business()).toMatchObject({ walletAddress: before, pendingWallet: null });
  });

  it("keeps the passkeys that it needs, and the wallet", async () => {
    const { caller, address, ids } = await landlord(onOneDevice, onOneDevice);
    await caller.merchant.setPayoutWallet({ walletAddress: address });
    const passkeyId = publicId("walletPasskey", ids[0] ?? "");
    expect(await failure(caller.passkeyWallet.removePasskey({ passkeyId }))).toMatchObject({ code: "CONFLICT" });
    const [kept] = await harness.db
      .select()
      .from(passkeyWalletPasskeys)
      .where(eq(passkeyWalletPasskeys.id, ids[0] ?? ""));
    expect(kept?.removedAt).toBeNull();
    expect(await failure(caller.passkeyWallet.remove({}))).toMatchObject({ code: "CONFLICT" });
  });

  it("removes one of three, and keeps a synced one alone", async () => {
    const three = await landlord(onOneDevice, onOneDevice, onOneDevice);
    await three.caller.merchant.setPayoutWallet({ walletAddress: three.address });
    const removed = await three.caller.passkeyWallet.removePasskey({ passkeyId: publicId("walletPasskey", three.ids[0] ?? "") });
    expect(removed.wallet?.passkeys).toHaveLength(2);
    const two = await landlord(onOneDevice, synced);
    await two.caller.merchant.setPayoutWallet({ walletAddress: two.address });
    expect(await two.caller.passkeyWallet.removePasskey({ passkeyId: publicId("walletPasskey", two.ids[0] ?? "") })).toMatchObject({
      wallet: { mostAtRisk: null },
    });
  });

  it("is not proven by the wallet of another person", async () => {
    const { caller } = await landlord(synced);
    const { id } = await makeUser(harness.db, { role: "merchant" });
    const { address } = await withWallet(id, synced);
    expect(await caller.merchant.setPayoutWallet({ walletAddress: address })).toMatchObject({ walletProven: false });
  });
});
