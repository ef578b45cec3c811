import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import {
  cancelAuthorizationTypedData,
  encodeCancelAuthorization,
  encodeTransfer,
  transferAuthorizationTypedData,
} from "@hearth/chain/usdc";
import { makeMerchant, makeUser, makeWallet, nextNumber, type UserRow } from "@hearth/db/testing/factories";
import { users } from "@hearth/db/schema/users";
import { parsePublicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { type Address, createWalletClient, type Hex, http, type PrivateKeyAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { checkInvariants } from "../features/settlement/checking/check-invariants.ts";
import { finalizeTransfers } from "../features/settlement/counting/finalize-transfers.ts";
import { recordDeferredTransfers } from "../features/settlement/recording/record-deferred-transfers.ts";
import { watchChain } from "../features/settlement/reading/watch-chain.ts";
import type { Harness } from "./harness.ts";

const network = networks.local;

/** A consumer with a funded wallet of their own. */
export interface Tenant {
  user: UserRow;
  token: string;
  account: PrivateKeyAccount;
}

/** The controls for settlement tests in which people pay on the real local chain. */
export interface PaymentFixture {
  harness: Harness;
  merchantId: string;
  payeeAddress: Address;
  /** The merchant's payout wallet, with its key. */
  payee: PrivateKeyAccount;
  /** Calls as the merchant's owner, with a new session. */
  landlord(): Promise<ReturnType<Harness["caller"]>>;
  tenant(options?: { proven?: boolean; merchantId?: string }): Promise<Tenant>;
  /** Proves a tenant's wallet by signing. */
  proveWallet(tenant: Tenant): Promise<void>;
  /** Opens a checkout and returns the values needed to pay it. */
  checkout(
    tenant: Tenant,
    amount?: string,
  ): Promise<{ paymentId: string; uuid: string; reference: string; binding: Hex; usdcUnits: bigint }>;
  /** Sends a transaction to the pool. The next block includes it. */
  send(account: PrivateKeyAccount, to: Address, data: Hex): Promise<Hex>;
  /** Transfers USDC, with or without a binding in the calldata. */
  transfer(account: PrivateKeyAccount, transfer: { to?: Address; usdcUnits: bigint; binding?: Hex }): Promise<Hex>;
  /** Signs the authorization of a checkout and submits it to the server. */
  authorize(tenant: Tenant, reference: string): Promise<void>;
  /** Cancels a payer's authorization on the chain. */
  cancelOnChain(tenant: Tenant, nonce: Hex): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Advances the time of server and chain. */
  pass(minutes: number): Promise<void>;
  /** Lets every open checkout expire, and reads the chain up to then. */
  passCheckouts(): Promise<void>;
  /** Reads the chain up to its head. */
  watch(): Promise<void>;
  payment(tenant: Tenant, paymentId: string): ReturnType<ReturnType<Harness["caller"]>["payments"]["get"]>;
  /** Fails where the state is inconsistent. */
  expectSound(): Promise<void>;
}

/** Creates a merchant on a harness with a chain. */
export async function openPaymentFixture(harness: Harness): Promise<PaymentFixture> {
  const { chain, db, deps } = harness;
  const payee = privateKeyToAccount(generatePrivateKey());
  const payeeAddress = payee.address;
  const { merchant } = await makeMerchant(db, { payeeAddress });
  const clientOf = (account: PrivateKeyAccount) => createWalletClient({ account, transport: http(chain.rpcUrl) });

  const fixture: PaymentFixture = {
    harness,
    merchantId: merchant.id,
    payeeAddress,
    payee,
    landlord: async () => harness.caller(await harness.signIn(merchant.ownerUserId)),
    tenant: async ({ proven = true, merchantId = merchant.id } = {}) => {
      const user = await makeUser(db, { enrolledMerchantId: merchantId, enrolledAt: harness.clock.now() });
      const account = privateKeyToAccount(testWalletKey(`${user.id}${nextNumber()}`));
      if (proven) await makeWallet(db, { userId: user.id, address: account.address });
      await chain.fundGas(account.address);
      await chain.mintUsdc(account.address, 50_000_000_000n);
      return { user, account, token: await harness.signIn(user.id) };
    },
    proveWallet: async ({ token, account }) => {
      const { wallet } = harness.caller(token);
      const { message } = await wallet.challenge({ address: account.address });
      await wallet.prove({ message, signature: await account.signMessage({ message }), kind: "external" });
    },
    checkout: async (tenant, amount = "1450.00") => {
      const { paymentId, checkoutURL } = await harness.caller(tenant.token).payments.createCheckout({ amount });
      const reference = checkoutURL.split("/").at(-1) ?? "";
      const view = await harness.caller().payments.checkout({ reference });
      const uuid = parsePublicId("payment", paymentId) ?? "";
      return { paymentId, uuid, reference, binding: view.binding, usdcUnits: BigInt(view.usdcUnits) };
    },
    send: async (account, to, data) => clientOf(account).sendTransaction({ chain: null, to, data, gas: 500_000n }),
    transfer: (account, { to = payeeAddress, ...rest }) => fixture.send(account, network.usdc.address, encodeTransfer({ to, ...rest })),
    authorize: async (tenant, reference) => {
      const view = await harness.caller().payments.checkout({ reference });
      const signature = await tenant.account.signTypedData(
        transferAuthorizationTypedData({
          network,
          from: tenant.account.address,
          to: view.payeeAddress as Address,
          usdcUnits: BigInt(view.usdcUnits),
          validAfter: BigInt(view.validAfter),
          validBefore: BigInt(view.validBefore),
          nonce: view.binding,
        }),
      );
      const { validAfter, validBefore } = view;
      await harness.caller().payments.authorize({ reference, from: tenant.account.address, validAfter, validBefore, signature });
    },
    cancelOnChain: async ({ account }, nonce) => {
      const { usdc } = network;
      const signature = await account.signTypedData(cancelAuthorizationTypedData({ network, authorizer: account.address, nonce }));
      await chain.fundGas(account.address);
      await fixture.send(account, usdc.address, encodeCancelAuthorization({ authorizer: account.address, nonce, signature }));
      await fixture.mine(1);
    },
    mine: (blocks) => chain.mine(blocks),
    pass: async (minutes) => {
      const head = await deps.chain.head();
      harness.clock.advance({ minutes });
      if (harness.clock.now() <= head.time) harness.clock.set(new Date(head.time.getTime() + 1_000));
      await chain.setNextBlockTime(harness.clock.now());
      await chain.mine(1);
    },
    passCheckouts: async () => {
      await fixture.pass(10);
      // Block times are whole seconds, and this one must be after the checkouts' end.
      await chain.setNextBlockTime(new Date(harness.clock.now().getTime() + 1_000));
      await chain.mine(1);
      await fixture.watch();
    },
    watch: async () => {
      while ((await watchChain(deps)).more);
      while (await recordDeferredTransfers(deps));
      while (await finalizeTransfers(deps));
    },
    payment: (tenant, paymentId) => harness.caller(tenant.token).payments.get({ paymentId }),
    expectSound: async () => expect(await checkInvariants(db)).toEqual([]),
  };
  return fixture;
}

/** Enrolls an account with another merchant. */
export async function enroll(harness: Harness, tenant: Tenant, merchantId: string): Promise<void> {
  await harness.db.update(users).set({ enrolledMerchantId: merchantId }).where(eq(users.id, tenant.user.id));
}
