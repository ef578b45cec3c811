import { createHash, randomBytes } from "node:crypto";
import { HearthError } from "@hearth/domain/errors";
import type { InitiateAuthInput, LinkCallbackInput } from "@hearth/domain/exchange/inputs";
import { limits } from "@hearth/domain/limits";
import { type ExchangeTokens, ProviderRefused } from "@hearth/exchange/provider";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { lockWallets } from "../wallet/wallet.service.ts";
import { revokeTokens, encryptTokens } from "./access-token.ts";
import { exchangeOf, withExchange } from "./ask-exchange.ts";
import { connectAccount } from "./connect-account.ts";
import {
  insertExchangeAccount,
  insertLink,
  type LinkRow,
  markExchangeAccountEnded,
  markLinkUsed,
  markLinkOutcome,
} from "./exchange.repo.ts";
import type { LinkedView } from "./exchange.view.ts";

/**
 * Begins an authorization. Returns the address to send the person to, with a state valid once, for ten minutes and for this session only.
 *
 * @throws HearthError EXCHANGE_OFF, EXCHANGE_UNAVAILABLE.
 */
export async function startLink(
  deps: Deps,
  actor: Actor,
  { currentPath, isSignUp }: Pick<InitiateAuthInput, "currentPath"> & { isSignUp: boolean },
): Promise<{ redirectUrl: string }> {
  const [state, codeVerifier] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  const { redirectUrl } = await withExchange(() =>
    exchangeOf(deps).startLink({ state, codeVerifier, redirectUri: callbackUrl(deps), isSignUp }),
  );
  const now = deps.clock.now();
  await insertLink(deps.db, {
    stateHash: hashOf(state),
    userId: actor.userId,
    sessionId: actor.sessionId,
    encryptedVerifier: deps.encryption.encrypt(codeVerifier, verifierContext(hashOf(state))),
    returnPath: currentPath,
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.exchangeLinkSeconds * 1000),
  });
  return { redirectUrl };
}

/**
 * Completes an authorization: exchanges the code for tokens and connects the account. Stores the outcome, so that it can be shown later.
 *
 * @throws HearthError LINK_EXPIRED for a foreign, used or expired state; LINK_DENIED, LINK_REFUSED; and the errors of `connectAccount`.
 */
export async function finishLink(deps: Deps, origin: CallOrigin, actor: Actor, input: LinkCallbackInput): Promise<LinkedView> {
  const { userId, sessionId } = actor;
  const link = await markLinkUsed(deps.db, { stateHash: hashOf(input.state), userId, sessionId, now: deps.clock.now() });
  if (!link) throw new HearthError("LINK_EXPIRED");
  try {
    const tokens = await tradeCode(deps, link, input);
    const { access, previous } = await keepTokens(deps, userId, tokens);
    if (previous) await revokeTokens(deps, previous);
    const walletAddress = await connectAccount(deps, origin, access);
    await markLinkOutcome(deps.db, link.stateHash, "linked");
    return { success: true, walletAddress, message: "Your Coinbase account is connected", returnPath: link.returnPath };
  } catch (error) {
    if (error instanceof HearthError) await markLinkOutcome(deps.db, link.stateHash, error.code);
    throw error;
  }
}

async function tradeCode(deps: Deps, link: LinkRow, { code, state }: LinkCallbackInput): Promise<ExchangeTokens> {
  if (code === undefined) throw new HearthError("LINK_DENIED");
  const codeVerifier = deps.encryption.decrypt(link.encryptedVerifier, verifierContext(link.stateHash));
  try {
    return await withExchange(() => exchangeOf(deps).finishLink({ code, state, codeVerifier, redirectUri: callbackUrl(deps) }));
  } catch (error) {
    if (error instanceof ProviderRefused) throw new HearthError("LINK_REFUSED", { cause: error });
    throw error;
  }
}

async function keepTokens(deps: Deps, userId: string, tokens: ExchangeTokens) {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockWallets(tx, userId);
    const previous = await markExchangeAccountEnded(tx, userId, now);
    const access = await insertExchangeAccount(tx, { userId, createdAt: now, ...encryptTokens(deps, userId, tokens) });
    return { access, previous };
  });
}

function callbackUrl(deps: Deps): string {
  return `${deps.env.publicOrigin}/wallet-callback`;
}

function hashOf(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}

/** Encryption context of the verifier of one authorization. */
export function verifierContext(stateHash: string): string {
  return `verifier of ${stateHash}`;
}
