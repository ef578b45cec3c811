import { type ExchangeTokens, ProviderRefused } from "@hearth/exchange/provider";
import type { Deps } from "../../deps.ts";
import { exchangeOf, withExchange } from "./ask-exchange.ts";
import { type ExchangeAccountRow, lockExchangeAccount, updateExchangeAccount } from "./exchange.repo.ts";

/** A token that expires this soon might not last for the call. */
const marginMs = 60_000;

/** Encrypts the tokens for storage, bound to this account. */
export function encryptTokens(deps: Deps, userId: string, tokens: ExchangeTokens) {
  const close = (text: string | null) => (text === null ? null : deps.encryption.encrypt(text, tokensContext(userId)));
  return {
    encryptedAccessToken: close(tokens.accessToken),
    encryptedRefreshToken: close(tokens.refreshToken),
    accessExpiresAt: new Date(deps.clock.now().getTime() + tokens.expiresInSeconds * 1000),
  };
}

/** Decrypts a row's tokens; null for missing ones. */
export function openTokens(deps: Deps, account: ExchangeAccountRow): { access: string | null; refresh: string | null } {
  const open = (encrypted: string | null) =>
    encrypted === null ? null : deps.encryption.decrypt(encrypted, tokensContext(account.userId));
  return { access: open(account.encryptedAccessToken), refresh: open(account.encryptedRefreshToken) };
}

/**
 * Returns an access token that stays valid for a while, refreshing it if necessary. Null when the access has ended. A refresh token works
 * only once, so one process at a time refreshes under the row's lock. It is the only provider call within a transaction.
 *
 * @throws ProviderRefused when the exchange refuses a new token, HearthError EXCHANGE_UNAVAILABLE.
 */
export async function freshAccessToken(deps: Deps, account: ExchangeAccountRow): Promise<string | null> {
  const { userId } = account;
  if (!isOver(deps, account)) return openTokens(deps, account).access;
  return deps.db.transaction(async (tx) => {
    const locked = await lockExchangeAccount(tx, userId);
    if (locked?.id !== account.id) return null;
    const { access, refresh } = openTokens(deps, locked);
    if (!isOver(deps, locked)) return access;
    if (refresh === null) throw new ProviderRefused("The person did not grant offline access", 401);
    const tokens = await withExchange(() => exchangeOf(deps).refresh(refresh)).catch((error: unknown) => {
      // When the person revoked the access at the exchange, it refuses the refresh token with 400 instead of 401 (RFC 6749, 5.2).
      throw error instanceof ProviderRefused ? new ProviderRefused(error.message, 401, { cause: error }) : error;
    });
    await updateExchangeAccount(tx, locked.id, encryptTokens(deps, userId, tokens));
    return tokens.accessToken;
  });
}

/** Revokes the tokens of an ended access at the exchange. Failures are only logged, because the access has already ended here. */
export async function revokeTokens(deps: Deps, account: ExchangeAccountRow): Promise<void> {
  const { access, refresh } = openTokens(deps, account);
  for (const token of [refresh, access]) {
    if (token === null) continue;
    await exchangeOf(deps)
      .revoke(token)
      .catch((error: unknown) => deps.log.warn({ err: error }, "A token of the exchange could not be revoked"));
  }
}

function isOver(deps: Deps, { accessExpiresAt }: ExchangeAccountRow): boolean {
  return accessExpiresAt.getTime() - marginMs <= deps.clock.now().getTime();
}

/** Encryption context of an account's exchange tokens. */
export function tokensContext(userId: string): string {
  return `exchange tokens of ${userId}`;
}
