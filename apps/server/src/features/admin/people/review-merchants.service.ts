import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import type { RefuseMerchantInput } from "@hearth/domain/merchants/review";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { decideReview, readHeld } from "../../businesses/review.service.ts";
import { readMerchant } from "./merchants.service.ts";
import type { AdminMerchantView } from "./merchants.view.ts";
import { type HeldMerchantView, viewHeld } from "./review-merchants.view.ts";

/** Returns the merchants held for review, oldest first, each with the merchant whose name it resembles. */
export async function listHeldMerchants({ db }: Deps): Promise<HeldMerchantView[]> {
  return (await readHeld(db)).map(viewHeld);
}

/** Approves a merchant; a held one becomes active. @throws HearthError NOT_FOUND, CONFLICT. */
export function approveMerchant(deps: Deps, origin: CallOrigin, actor: Actor, merchantId: string): Promise<AdminMerchantView> {
  return decide(deps, origin, actor, { merchantId, reason: null });
}

/** Refuses a merchant with a reason and makes it inactive. @throws HearthError NOT_FOUND, CONFLICT. */
export function refuseMerchant(deps: Deps, origin: CallOrigin, actor: Actor, input: RefuseMerchantInput): Promise<AdminMerchantView> {
  return decide(deps, origin, actor, input);
}

async function decide(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { merchantId: publicMerchantId, reason }: { merchantId: string; reason: string | null },
): Promise<AdminMerchantView> {
  const merchantId = parsePublicId("merchant", publicMerchantId);
  if (merchantId === null) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  const now = deps.clock.now();
  await deps.db.transaction((tx) => decideReview(tx, { merchantId, reason, actorId: actor.userId, origin, now }));
  return readMerchant(deps, publicMerchantId);
}
