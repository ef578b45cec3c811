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
import { keepRest } from "../features/settlement/recording/keep-rest.ts";
import { watchChain } from "../features/settlement/reading/watch-chain.ts";
import type { Harness } from "./harness.ts";

const network = networks.local;

/** A consumer with a funded wallet of their own. */
export interface Tenant {
  user: UserRow;
  token: string;
  account: PrivateKeyAccount;
}

/** Everything a settlement test needs to let people pay on the real local chain. */
export interface PaymentFixture {
  harness: Harness;
  merchantId: string;
  payeeAddress: Address;
  /** The wallet that the merchant is paid to, with its key. */
  payee: PrivateKeyAccount;
  /** The calls of the merchant's owner, signed in anew. */
  landlord(): Promise<ReturnType<Harness["caller"]>>;
  tenant(options?: { proven?: boolean; merchantId?: string }): Promise<Tenant>;
  /** Lets a tenant prove the wallet that they pay from, by signing. */
  proveWallet(tenant: Tenant): Promise<void>;
  /** Opens a checkout and answers what is needed to pay it. */
  checkout(
    tenant: Tenant,
    amount?: string,
  ): Promise<{ paymentId: string; uuid: string; reference: string; binding: Hex; usdcUnits: bigint }>;
  /** Sends a transaction to the pool; it is mined by the next block. */
  send(account: PrivateKeyAccount, to: Address, data: Hex): Promise<Hex>;
  /** A transfer of USDC, with a binding in its calldata or without. */
  transfer(account: PrivateKeyAccount, transfer: { to?: Address; usdcUnits: bigint; binding?: Hex }): Promise<Hex>;
  /** Signs the authorization that the checkout asks for and hands it to the server. */
  authorize(tenant: Tenant, reference: string): Promise<void>;
  /** Lets a payer take an authorization back on the chain. */
  cancelOnChain(tenant: Tenant, nonce: Hex): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Lets time pass for the server and for the chain alike. */
  pass(minutes: number): Promise<void>;
  /** Lets the ten minutes of every open checkout pass, and the watcher read that far. */
  passCheckouts(): Promise<void>;
  /** Lets the watcher read up to the head. */
  watch(): Promise<void>;
  payment(tenant: Tenant, paymentId: string): ReturnType<ReturnType<Harness["caller"]>["payments"]["get"]>;
  /** Fails when the state contradicts itself anywhere. */
  expectSound(): Promise<void>;
}

/** Sets up a merchant on a harness with a chain. */
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
      // The time of a block is in whole seconds, and has to be past the end.
      await chain.setNextBlockTime(new Date(harness.clock.now().getTime() + 1_000));
      await chain.mine(1);
      await fixture.watch();
    },
    watch: async () => {
      while ((await watchChain(deps)).more);
      while (await keepRest(deps));
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
