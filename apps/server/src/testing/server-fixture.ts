import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { encodeTransfer, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import type { Database } from "@hearth/db/client";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { factoryPassword, makeMerchant, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { parsePublicId } from "@hearth/domain/ids";
import type { Simulator } from "@hearth/simulator/simulator";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { and, eq } from "drizzle-orm";
import { createWalletClient, http, type PrivateKeyAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { CheckoutView } from "../features/payments/checkout/checkout.view.ts";
import { eventually, type ServerProcess } from "./server-process.ts";

/** The environment of a server process that uses a test's database and simulator. */
export function serverEnv(databaseUrl: string, simulator: Simulator): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    RPC_URL: simulator.rpcUrl,
    BROWSER_RPC_URL: simulator.chain.rpcUrl,
    RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey,
  };
}

/** Somebody who pays, with a funded wallet of their own. */
export interface Tenant {
  id: string;
  email: string;
  account: PrivateKeyAccount;
  token: string;
}

/** An open checkout, as its payer sees it. */
export interface OpenCheckout {
  paymentId: string;
  /** The row's id in the database. */
  uuid: string;
  reference: string;
  view: CheckoutView;
}

/** A merchant, and the people who pay it through servers in processes of their own. */
export type ServerFixture = Awaited<ReturnType<typeof openServerFixture>>;

type EventType = "created" | "completed" | "cancelled" | "authorizationReceived" | "orphaned";

/** Creates a merchant. `server` returns the server to call. */
export async function openServerFixture(world: { db: Database; simulator: Simulator; server: () => Pick<ServerProcess, "client"> }) {
  const { db, server } = world;
  const { chain } = world.simulator;
  const payee = privateKeyToAccount(generatePrivateKey());
  const payeeAddress = payee.address;
  const { merchant, owner } = await makeMerchant(db, { payeeAddress });

  return {
    payeeAddress,

    tenant: async (): Promise<Tenant> => {
      const user = await makeUser(db, { enrolledMerchantId: merchant.id, enrolledAt: new Date() });
      const account = privateKeyToAccount(testWalletKey(user.id));
      await makeWallet(db, { userId: user.id, address: account.address });
      await chain.fundGas(account.address);
      await chain.mintUsdc(account.address, 20_000_000_000n);
      const { token } = await server().client().auth.login.mutate({ email: user.email, password: factoryPassword });
      return { id: user.id, email: user.email, account, token };
    },

    checkout: async (payer: Tenant, amount: string, idempotencyKey?: string): Promise<OpenCheckout> => {
      const request = { amount, ...(idempotencyKey !== undefined && { idempotencyKey }) };
      const { paymentId, checkoutURL } = await server().client(payer.token).payments.createCheckout.mutate(request);
      const reference = checkoutURL.split("/").at(-1) ?? "";
      const view = await server().client().payments.checkout.query({ reference });
      return { paymentId, uuid: parsePublicId("payment", paymentId) ?? "", reference, view };
    },

    /** Begins a refund as the merchant. Returns functions that send its money and read its status. */
    refund: async ({ paymentId }: OpenCheckout, amount: string) => {
      const { token } = await server().client().auth.login.mutate({ email: owner.email, password: factoryPassword });
      const { to, usdcUnits, binding } = await server().client(token).merchant.refundPayment.mutate({ paymentId, amount });
      await chain.fundGas(payee.address);
      const data = encodeTransfer({ to, binding, usdcUnits: BigInt(usdcUnits) });
      const wallet = createWalletClient({ account: payee, transport: http(chain.rpcUrl) });
      return {
        pay: () => wallet.sendTransaction({ chain: null, to: networks.local.usdc.address, data }),
        read: () => server().client(token).merchant.refunds.query({ paymentId }),
      };
    },

    send: (payer: Tenant, { view }: OpenCheckout) =>
      createWalletClient({ account: payer.account, transport: http(chain.rpcUrl) }).sendTransaction({
        chain: null,
        to: networks.local.usdc.address,
        data: encodeTransfer({ to: payeeAddress, usdcUnits: BigInt(view.usdcUnits), binding: view.binding }),
      }),

    /** The input of `payments.authorize`, signed by the payer. */
    signed: async (payer: Tenant, { reference, view }: OpenCheckout) => {
      const { validAfter, validBefore, binding: nonce } = view;
      const auth = { from: payer.account.address, to: payeeAddress, usdcUnits: BigInt(view.usdcUnits), nonce };
      const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
      const typedData = transferAuthorizationTypedData({ ...auth, ...times, network: networks.local });
      return { reference, from: auth.from, validAfter, validBefore, signature: await payer.account.signTypedData(typedData) };
    },

    /** Waits until a server, by default the fixture's own, reports the payment as completed. */
    completed: (payer: Tenant, paymentId: string, asked: Pick<ServerProcess, "client"> = server()) =>
      eventually(
        () => asked.client(payer.token).payments.get.query({ paymentId }),
        (payment) => payment.status === "completed",
      ),

    eventsOf: (uuid: string, type: EventType) =>
      db.$count(paymentEvents, and(eq(paymentEvents.paymentId, uuid), eq(paymentEvents.type, type))),
  };
}

/** The values of the fulfilled results. */
export function fulfilled<Answer>(results: PromiseSettledResult<Answer>[]): Answer[] {
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}
