import { randomUUID } from "node:crypto";
import { type Address, type Hex, parseUnits } from "viem";
import type { LocalChain } from "../local-chain.ts";
import { centsOf } from "./onramp-sentinels.ts";
import type { SendWebhook } from "./webhooks.ts";

/** A session that the product created for somebody. */
export interface Session {
  token: string;
  destination: Address;
  /** Dollars with two decimals. */
  amount: string;
  userRef: string;
  redirectUrl: string | null;
}

/** The purchase of a session after payment. */
export interface Purchase {
  transactionId: string;
  session: Session;
  status: "IN_PROGRESS" | "SUCCESS" | "FAILED";
  txHash: Hex | null;
}

/** The onramp's sessions and purchases, in memory. */
export interface Purchases {
  open(session: Omit<Session, "token">): Session;
  find(token: string): Session | null;
  /** Newest first. */
  listOf(userRef: string): Purchase[];
  /** Charges the session's card. A session pays once; paying again returns the same purchase. */
  pay(session: Session): Promise<Purchase>;
}

/** Creates the store. Purchases are delivered on the chain. */
export function createPurchases(chain: Pick<LocalChain, "mintUsdc">, sendWebhook: SendWebhook): Purchases {
  const sessions = new Map<string, Session>();
  const purchases = new Map<string, Purchase>();
  return {
    open: (order) => {
      const session = { ...order, token: randomUUID() };
      sessions.set(session.token, session);
      return session;
    },
    find: (token) => sessions.get(token) ?? null,
    listOf: (userRef) => [...purchases.values()].filter(({ session }) => session.userRef === userRef).toReversed(),
    pay: async (session) => {
      const known = purchases.get(session.token);
      if (known) return known;
      const purchase: Purchase = { transactionId: randomUUID(), session, status: "IN_PROGRESS", txHash: null };
      purchases.set(session.token, purchase);
      const cents = centsOf(session.amount);
      await deliver(chain, purchase, cents);
      await reportPurchase(sendWebhook, purchase, cents);
      return purchase;
    },
  };
}

async function deliver(chain: Pick<LocalChain, "mintUsdc">, purchase: Purchase, cents: number): Promise<void> {
  const { destination, amount } = purchase.session;
  if (cents === 15) return;
  if (cents === 13) {
    purchase.status = "FAILED";
    return;
  }
  const units = parseUnits(amount, 6) - (cents === 16 ? 1_000_000n : 0n);
  if (cents !== 14) purchase.txHash = await chain.mintUsdc(destination, units);
  purchase.status = "SUCCESS";
}

async function reportPurchase(sendWebhook: SendWebhook, purchase: Purchase, cents: number): Promise<void> {
  if (cents === 17) return;
  const end = { IN_PROGRESS: "updated", SUCCESS: "success", FAILED: "failed" }[purchase.status];
  const types = cents === 18 ? [end, "created", end] : ["created", end];
  for (const type of types) {
    await sendWebhook({
      eventType: `onramp.transaction.${type}`,
      transactionId: purchase.transactionId,
      partnerUserRef: purchase.session.userRef,
      status: `ONRAMP_TRANSACTION_STATUS_${purchase.status}`,
      walletAddress: purchase.session.destination,
      txHash: purchase.txHash,
    });
  }
}
