import { type ExchangeTokens, ProviderRefused } from "@hearth/exchange/provider";
import type { Deps } from "../../deps.ts";
import { exchangeOf, told } from "./ask-exchange.ts";
import { type ExchangeAccountRow, lockExchangeAccount, updateExchangeAccount } from "./exchange.repo.ts";

/** A token this close to its end might not live through the call. */
const marginMs = 60_000;

/** The tokens as the table keeps them: encrypted, for this account of ours only. */
export function encryptTokens(deps: Deps, userId: string, tokens: ExchangeTokens) {
  const close = (text: string | null) => (text === null ? null : deps.encryption.encrypt(text, tokensContext(userId)));
  return {
    encryptedAccessToken: close(tokens.accessToken),
    encryptedRefreshToken: close(tokens.refreshToken),
    accessExpiresAt: new Date(deps.clock.now().getTime() + tokens.expiresInSeconds * 1000),
  };
}

/** The tokens of a row that has ended or not, in the clear; what is missing is left out. */
export function openTokens(deps: Deps, account: ExchangeAccountRow): { access: string | null; refresh: string | null } {
  const open = (encrypted: string | null) =>
    encrypted === null ? null : deps.encryption.decrypt(encrypted, tokensContext(account.userId));
  return { access: open(account.encryptedAccessToken), refresh: open(account.encryptedRefreshToken) };
}

/**
 * A token of this access that is good for a while, refreshed where it has to be; null where the access has ended. A refresh token is good once,
 * so refreshing is done by one at a time, under the row's lock: the one case where the provider is asked within a transaction.
 * @throws ProviderRefused when the exchange does not give another one, HearthError EXCHANGE_UNAVAILABLE.
 */
export async function freshAccessToken(deps: Deps, account: ExchangeAccountRow): Promise<string | null> {
  const { userId } = account;
  if (!isOver(deps, account)) return openTokens(deps, account).access;
  return deps.db.transaction(async (tx) => {
    const locked = await lockExchangeAccount(tx, userId);
    if (locked?.id !== account.id) return null;
    const { access, refresh } = openTokens(deps, locked);
    if (!isOver(deps, locked)) return access;
    if (refresh === null) throw new ProviderRefused("The person did not grant staying connected", 401);
    const tokens = await told(() => exchangeOf(deps).refresh(refresh)).catch((error: unknown) => {
      // Where the person took the access back there, the exchange refuses the refresh token with 400 and not with 401 (RFC 6749, 5.2).
      throw error instanceof ProviderRefused ? new ProviderRefused(error.message, 401, { cause: error }) : error;
    });
    await updateExchangeAccount(tx, locked.id, encryptTokens(deps, userId, tokens));
    return tokens.accessToken;
  });
}

/** Gives the tokens of an access that has ended back. It has ended here in any case, so that trouble there stops nothing. */
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

/** What an exchange's tokens are encrypted for: one account of ours. */
export function tokensContext(userId: string): string {
  return `exchange tokens of ${userId}`;
}
