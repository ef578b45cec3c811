import { parseAddress } from "@hearth/chain/addresses";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { ProviderRefused } from "@hearth/exchange/provider";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import { unlinkExchangeWallet } from "../wallet/payout-wallet.ts";
import { lockWallets, linkWallet, unlinkAddress, unlinkWallet } from "../wallet/wallet.service.ts";
import { freshAccessToken, revokeTokens } from "./access-token.ts";
import { exchangeOf, withExchange } from "./ask-exchange.ts";
import { type ExchangeAccountRow, lockExchangeAccount, markExchangeAccountEnded, updateExchangeAccount } from "./exchange.repo.ts";

/**
 * Connects an exchange account: reads its owner and USDC address, and links the address. Returns the address. Permanent errors end the
 * access; temporary ones keep it for another try. Does not touch a later access of the same person.
 *
 * @throws HearthError EXCHANGE_UNAVAILABLE, EXCHANGE_DISCONNECTED, LINK_INCOMPLETE, EXCHANGE_WALLET_MISSING, EXCHANGE_ACCOUNT_USED,
 * WALLET_ALREADY_USED; LINK_EXPIRED when a later access replaced this one.
 */
export async function connectAccount(deps: Deps, origin: CallOrigin, access: ExchangeAccountRow): Promise<`0x${string}`> {
  try {
    const found = await findAccount(deps, access);
    await keepConnection(deps, origin, access, found);
    return found.address;
  } catch (error) {
    if (!(error instanceof HearthError) || error.code === "EXCHANGE_UNAVAILABLE") throw error;
    await endThisAccess(deps, origin, access);
    throw error;
  }
}

/** Ends the current access, unlinks its address and, with `isWhole`, the smart wallet, and revokes the tokens. */
export async function endAccess(deps: Deps, origin: CallOrigin, userId: string, { isWhole = false } = {}): Promise<void> {
  const ended = await deps.db.transaction((tx) => endAccessWithin(deps, tx, origin, userId, { isWhole }));
  if (ended) await revokeTokens(deps, ended);
}

/** Does the same within the caller's transaction. Returns the access, whose tokens the caller must revoke afterwards. */
export async function endAccessWithin(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  userId: string,
  { isWhole }: { isWhole: boolean },
): Promise<ExchangeAccountRow | null> {
  await lockWallets(tx, userId);
  const account = await markAccessEnded(deps, tx, origin, userId);
  if (isWhole) await unlinkWallet(deps, tx, origin, { userId }, "smart");
  return account;
}

/** Ends this access. Returns false and changes nothing when a later one has replaced it. */
export async function endThisAccess(deps: Deps, origin: CallOrigin, { id, userId }: ExchangeAccountRow): Promise<boolean> {
  const ended = await deps.db.transaction(async (tx) => {
    await lockWallets(tx, userId);
    if ((await lockExchangeAccount(tx, userId))?.id !== id) return null;
    return markAccessEnded(deps, tx, origin, userId);
  });
  if (ended) await revokeTokens(deps, ended);
  return ended !== null;
}

async function markAccessEnded(deps: Deps, tx: Transaction, origin: CallOrigin, userId: string): Promise<ExchangeAccountRow | null> {
  const now = deps.clock.now();
  const account = await markExchangeAccountEnded(tx, userId, now);
  await unlinkExchangeWallet(deps, tx, origin, { userId });
  if (account) await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "exchange.unlinked" });
  return account;
}

interface Found {
  externalUserId: string;
  address: `0x${string}`;
}

async function findAccount(deps: Deps, access: ExchangeAccountRow): Promise<Found> {
  const exchange = exchangeOf(deps);
  try {
    const token = await freshAccessToken(deps, access);
    if (token === null) throw new HearthError("LINK_EXPIRED");
    const externalUserId = await withExchange(() => exchange.externalUserId(token));
    const text = await withExchange(() => exchange.usdcAddress(token));
    if (text === null) throw new HearthError("EXCHANGE_WALLET_MISSING");
    const address = parseAddress(text);
    if (address === null) throw new HearthError("EXCHANGE_UNAVAILABLE");
    return { externalUserId, address };
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    throw new HearthError(error.status === 403 ? "LINK_INCOMPLETE" : "EXCHANGE_DISCONNECTED", { cause: error });
  }
}

async function keepConnection(deps: Deps, origin: CallOrigin, access: ExchangeAccountRow, found: Found): Promise<void> {
  const { userId } = access;
  const { externalUserId, address } = found;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockWallets(tx, userId);
    if ((await lockExchangeAccount(tx, userId))?.id !== access.id) throw new HearthError("LINK_EXPIRED");
    await updateExchangeAccount(tx, access.id, { externalUserId });
    await unlinkExchangeWallet(deps, tx, origin, { userId });
    await unlinkAddress(deps, tx, origin, { userId }, address);
    await linkWallet(deps, tx, origin, { userId }, { kind: "exchange", address, provenAt: null });
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "exchange.linked", subject: address });
  });
}
