import type { LinkOutcome } from "@hearth/db/schema/exchange-links";
import { errorMessage, HearthError, isErrorCode } from "@hearth/domain/errors";
import { ProviderRefused } from "@hearth/exchange/provider";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { findWalletOfKind } from "../wallet/wallet.service.ts";
import { freshAccessToken } from "./access-token.ts";
import { exchangeOf, withExchange } from "./ask-exchange.ts";
import { connectAccount, endAccess, endThisAccess } from "./connect-account.ts";
import {
  type ExchangeAccountRow,
  findExchangeAccount,
  findNewestLink,
  type LinkRow,
  markLinksCleared,
  markNewestOutcome,
} from "./exchange.repo.ts";
import type { BankView, RetryView, VerificationView } from "./exchange.view.ts";

/** Returns the state of linking from the database; no exchange calls. */
export async function readVerification(deps: Deps, actor: Actor): Promise<VerificationView> {
  const { userId } = actor;
  const walletAddress = await findWalletOfKind(deps.db, userId, "exchange");
  if (walletAddress !== null) return { status: "verified", message: "Your Coinbase account is connected", walletAddress };
  if (await findExchangeAccount(deps.db, userId)) return pending(errorMessage("EXCHANGE_UNAVAILABLE"));
  return viewLink(await findNewestLink(deps.db, userId), deps.clock.now());
}

/**
 * Tries again to find the address of an authorized account. Without an access, only a new authorization helps.
 *
 * @throws HearthError EXCHANGE_OFF.
 */
export async function retryVerification(deps: Deps, origin: CallOrigin, actor: Actor): Promise<RetryView> {
  exchangeOf(deps);
  const access = await findExchangeAccount(deps.db, actor.userId);
  if (access !== null && (await readVerification(deps, actor)).status !== "verified") {
    await connectAccount(deps, origin, access).catch(async (error: unknown) => {
      if (!(error instanceof HearthError)) throw error;
      await markNewestOutcome(deps.db, actor.userId, error.code);
    });
  }
  const view = await readVerification(deps, actor);
  const needsVerification = view.status !== "verified" && (await findExchangeAccount(deps.db, actor.userId)) === null;
  return { ...view, needsVerification };
}

/** Clears the outcome of linking, so that it can begin again. A connected account stays connected. */
export async function clearVerification(deps: Deps, origin: CallOrigin, actor: Actor): Promise<{ message: string }> {
  await markLinksCleared(deps.db, actor.userId, deps.clock.now());
  if ((await findWalletOfKind(deps.db, actor.userId, "exchange")) === null) await endAccess(deps, origin, actor.userId);
  return { message: "The verification was cleared" };
}

/** Ends the access to the exchange account, and unlinks its address and the smart wallet. A separately linked wallet stays. */
export async function clearConnection(deps: Deps, origin: CallOrigin, actor: Actor): Promise<{ message: string }> {
  await markLinksCleared(deps.db, actor.userId, deps.clock.now());
  await endAccess(deps, origin, actor.userId, { isWhole: true });
  return { message: "The wallet connection was cleared" };
}

/** Returns if a bank account is linked at the exchange. Never fails, because no payment depends on it. */
export async function checkBankAccount(deps: Deps, origin: CallOrigin, actor: Actor): Promise<BankView> {
  const access = await findExchangeAccount(deps.db, actor.userId);
  try {
    const token = access && (await freshAccessToken(deps, access));
    if (token !== null) return { hasBankAccount: await withExchange(() => exchangeOf(deps).hasBankAccount(token)) };
  } catch (error) {
    if (access !== null && error instanceof ProviderRefused && error.status === 401) await disconnect(deps, origin, access);
    else if (!(error instanceof HearthError) && !(error instanceof ProviderRefused)) throw error;
  }
  return { error: "automatic_check_unavailable" };
}

/** The exchange refused the tokens, so the person revoked the access there. Ends it here too. */
async function disconnect(deps: Deps, origin: CallOrigin, access: ExchangeAccountRow): Promise<void> {
  if (await endThisAccess(deps, origin, access)) await markNewestOutcome(deps.db, access.userId, "EXCHANGE_DISCONNECTED");
}

function viewLink(link: LinkRow | null, now: Date): VerificationView {
  if (link === null) return { status: "none", message: "No Coinbase account is connected", walletAddress: null };
  if (link.outcome !== null) return failed(sentenceOf(link.outcome));
  if (link.expiresAt <= now || link.usedAt !== null) return failed(errorMessage("LINK_EXPIRED"));
  return pending("Waiting for your authorization at Coinbase");
}

function sentenceOf(outcome: LinkOutcome): string {
  return errorMessage(isErrorCode(outcome) ? outcome : "EXCHANGE_DISCONNECTED");
}

function pending(message: string): VerificationView {
  return { status: "pending", message, walletAddress: null };
}

function failed(message: string): VerificationView {
  return { status: "failed", message, walletAddress: null };
}
