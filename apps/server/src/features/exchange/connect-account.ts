import { parseAddress } from "@hearth/chain/addresses";
import { HearthError } from "@hearth/domain/errors";
import { ProviderRefused } from "@hearth/exchange/provider";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import { unlinkExchangeWallet } from "../wallet/payout-wallet.ts";
import { holdWallets, linkWallet, unlinkAddress, unlinkWallet } from "../wallet/wallet.service.ts";
import { freshAccessToken, revokeTokens } from "./access-token.ts";
import { exchangeOf, told } from "./ask-exchange.ts";
import { lockExchangeAccount, markExchangeAccountEnded, updateExchangeAccount } from "./exchange.repo.ts";

/**
 * Connects the exchange account that the person gave access to: asks whose it is and where it receives USDC, and links that address. Answers
 * the address. What cannot be put right by trying again ends the access; what can, leaves it for another try.
 * @throws HearthError EXCHANGE_UNAVAILABLE, EXCHANGE_DISCONNECTED, LINK_INCOMPLETE, EXCHANGE_WALLET_MISSING, EXCHANGE_ACCOUNT_USED,
 * WALLET_ALREADY_USED.
 */
export async function connectAccount(deps: Deps, origin: CallOrigin, userId: string): Promise<`0x${string}`> {
  try {
    const found = await findAccount(deps, userId);
    await keepConnection(deps, origin, userId, found);
    return found.address;
  } catch (error) {
    if (!(error instanceof HearthError) || error.code === "EXCHANGE_UNAVAILABLE") throw error;
    await endAccess(deps, origin, userId);
    throw error;
  }
}

/** Ends the access and unlinks its address, and with `isWhole` the smart wallet too; tokens are given back. */
export async function endAccess(deps: Deps, origin: CallOrigin, userId: string, { isWhole = false } = {}): Promise<void> {
  const now = deps.clock.now();
  const ended = await deps.db.transaction(async (tx) => {
    await holdWallets(tx, userId);
    const account = await markExchangeAccountEnded(tx, userId, now);
    await unlinkExchangeWallet(deps, tx, origin, { userId });
    if (isWhole) await unlinkWallet(deps, tx, origin, { userId }, "smart");
    if (account) await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "exchange.unlinked" });
    return account;
  });
  if (ended) await revokeTokens(deps, ended);
}

interface Found {
  externalUserId: string;
  address: `0x${string}`;
}

async function findAccount(deps: Deps, userId: string): Promise<Found> {
  const exchange = exchangeOf(deps);
  try {
    const token = await freshAccessToken(deps, userId);
    if (token === null) throw new HearthError("EXCHANGE_DISCONNECTED");
    const externalUserId = await told(() => exchange.externalUserId(token));
    const text = await told(() => exchange.usdcAddress(token));
    if (text === null) throw new HearthError("EXCHANGE_WALLET_MISSING");
    const address = parseAddress(text);
    if (address === null) throw new HearthError("EXCHANGE_UNAVAILABLE");
    return { externalUserId, address };
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    throw new HearthError(error.status === 403 ? "LINK_INCOMPLETE" : "EXCHANGE_DISCONNECTED", { cause: error });
  }
}

async function keepConnection(deps: Deps, origin: CallOrigin, userId: string, { externalUserId, address }: Found): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await holdWallets(tx, userId);
    const account = await lockExchangeAccount(tx, userId);
    if (!account) throw new HearthError("LINK_EXPIRED");
    await updateExchangeAccount(tx, account.id, { externalUserId });
    await unlinkExchangeWallet(deps, tx, origin, { userId });
    await unlinkAddress(deps, tx, origin, { userId }, address);
    await linkWallet(deps, tx, origin, { userId }, { kind: "exchange", address, provenAt: null });
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "exchange.linked", subject: address });
  });
}
