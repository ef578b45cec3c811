import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../client.ts";
import { exchangeAccounts, exchangeLinks, onrampOrders, providerEvents } from "../schema.ts";
import { hexOf, nextNumber, one } from "./factories.ts";

/** An open authorization at the exchange. Nobody knows its state parameter. */
export async function makeExchangeLink(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof exchangeLinks>> & { userId: string; sessionId: string },
): Promise<InferSelectModel<typeof exchangeLinks>> {
  const stateHash = hexOf("state", nextNumber());
  const expiresAt = new Date(Date.now() + 600_000);
  const values = { stateHash, encryptedVerifier: "sealed", returnPath: "/smart-wallet-setup", expiresAt, ...overrides };
  return one(await db.insert(exchangeLinks).values(values).returning());
}

/** Access to an exchange account, without usable tokens. */
export async function makeExchangeAccount(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof exchangeAccounts>> & { userId: string },
): Promise<InferSelectModel<typeof exchangeAccounts>> {
  const accessExpiresAt = new Date(Date.now() + 3_600_000);
  const values = { externalUserId: hexOf("exchange", nextNumber()), accessExpiresAt, ...overrides };
  return one(await db.insert(exchangeAccounts).values(values).returning());
}

/** An unpaid attempt to pay through the onramp. */
export async function makeOnrampOrder(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof onrampOrders>> & { paymentId: string },
): Promise<InferSelectModel<typeof onrampOrders>> {
  const values = { userRef: hexOf("order", nextNumber()).slice(0, 40), ...overrides };
  return one(await db.insert(onrampOrders).values(values).returning());
}

export async function makeProviderEvent(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof providerEvents>> = {},
): Promise<InferSelectModel<typeof providerEvents>> {
  const values = { id: hexOf("event", nextNumber()), type: "onramp.transaction.success", receivedAt: new Date(), ...overrides };
  return one(await db.insert(providerEvents).values(values).returning());
}
