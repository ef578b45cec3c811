import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { parseBusinessAddress } from "@hearth/domain/merchants/business-address";
import { reviewStateOf } from "@hearth/domain/merchants/review";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { findStanding, insertAcknowledgement, type StandingRow } from "./standing.repo.ts";
import type { StandingView } from "./standing.view.ts";

/**
 * Reads a merchant's trust signals for a payer, before they pay it. A suspended merchant is not found, as in the lists. @throws HearthError
 * NOT_FOUND.
 */
export async function readStanding(deps: Deps, actor: Actor, merchantId: string): Promise<StandingView> {
  const { merchant } = await requireStanding(deps, actor, merchantId);
  return {
    walletProven: merchant.payeeAddress === null ? null : merchant.payeeProvenAt !== null,
    reviewed: reviewStateOf(merchant.review) === "approved",
    emailConfirmed: merchant.emailConfirmedAt !== null,
    acknowledged: merchant.acknowledgedAt !== null,
    since: merchant.createdAt.toISOString(),
    city: parseBusinessAddress(merchant.address)?.city ?? null,
  };
}

/** Records that a payer knows an unreviewed merchant, so that they are asked only once. @throws HearthError NOT_FOUND. */
export async function acknowledgeMerchant(deps: Deps, actor: Actor, merchantId: string): Promise<StandingView> {
  const { id } = await requireStanding(deps, actor, merchantId);
  await insertAcknowledgement(deps.db, { merchantId: id, userId: actor.userId, createdAt: deps.clock.now() });
  return readStanding(deps, actor, merchantId);
}

async function requireStanding({ db }: Deps, actor: Actor, merchantId: string): Promise<{ id: string; merchant: StandingRow }> {
  const id = parsePublicId("merchant", merchantId);
  const merchant = id && (await findStanding(db, id, actor.userId));
  if (!merchant || merchant.status === "suspended") throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  return { id, merchant };
}
