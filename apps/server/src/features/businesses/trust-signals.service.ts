import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { parseBusinessAddress } from "@hearth/domain/merchants/business-address";
import { reviewStateOf } from "@hearth/domain/merchants/review";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { judgePayee, wordsOfStanding } from "../payees/payee-cards.ts";
import { findTrustSignals, insertAcknowledgement, type TrustSignalsRow } from "./trust-signals.repo.ts";
import type { TrustSignalsView } from "./trust-signals.view.ts";

/**
 * Reads a merchant's trust signals for a payer, before they pay it. A suspended merchant is not found, as in the lists. @throws HearthError
 * NOT_FOUND.
 */
export async function readTrustSignals(deps: Deps, actor: Actor, merchantId: string): Promise<TrustSignalsView> {
  const { id, merchant } = await requireTrustSignals(deps, actor, merchantId);
  const standing = await judgePayee(deps, { merchantId: id, payee: merchant.carded });
  return {
    walletProven: merchant.payeeAddress === null ? null : merchant.payeeProvenAt !== null,
    payeeWords: wordsOfStanding(standing),
    payeeHeld: standing.is !== "fine",
    reviewed: reviewStateOf(merchant.review) === "approved",
    emailConfirmed: merchant.emailConfirmedAt !== null,
    acknowledged: merchant.acknowledgedAt !== null,
    since: merchant.createdAt.toISOString(),
    city: parseBusinessAddress(merchant.address)?.city ?? null,
  };
}

/** Records that a payer knows an unreviewed merchant, so that they are asked only once. @throws HearthError NOT_FOUND. */
export async function acknowledgeMerchant(deps: Deps, actor: Actor, merchantId: string): Promise<TrustSignalsView> {
  const { id } = await requireTrustSignals(deps, actor, merchantId);
  await insertAcknowledgement(deps.db, { merchantId: id, userId: actor.userId, createdAt: deps.clock.now() });
  return readTrustSignals(deps, actor, merchantId);
}

async function requireTrustSignals({ db }: Deps, actor: Actor, merchantId: string): Promise<{ id: string; merchant: TrustSignalsRow }> {
  const id = parsePublicId("merchant", merchantId);
  const merchant = id && (await findTrustSignals(db, id, actor.userId));
  if (!merchant || merchant.status === "suspended") throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  return { id, merchant };
}
