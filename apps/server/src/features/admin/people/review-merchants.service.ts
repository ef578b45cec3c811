import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import type { RefuseMerchantInput } from "@hearth/domain/merchants/review";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { decideReview, readHeld } from "../../merchants/review.service.ts";
import { readMerchant } from "./merchants.service.ts";
import type { AdminMerchantView } from "./merchants.view.ts";
import { type HeldMerchantView, viewHeld } from "./review-merchants.view.ts";

/** The businesses that wait for an administrator, the oldest first, each beside the one that it can be taken for. */
export async function listHeldMerchants({ db }: Deps): Promise<HeldMerchantView[]> {
  return (await readHeld(db)).map(viewHeld);
}

/** Writes down that a business is what it says; one that was held is active from then on. @throws HearthError NOT_FOUND, CONFLICT. */
export function approveMerchant(deps: Deps, origin: CallOrigin, actor: Actor, merchantId: string): Promise<AdminMerchantView> {
  return decide(deps, origin, actor, { merchantId, reason: null });
}

/** Writes down why a business is not taken; it is inactive from then on. @throws HearthError NOT_FOUND, CONFLICT. */
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
