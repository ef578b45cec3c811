import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import type { Refunder } from "../../refunds/refunder.ts";

/** Builds the refunder for the user's merchant. */
export async function refunderOf(deps: Deps, origin: CallOrigin, actor: Actor): Promise<Refunder> {
  return { merchantId: (await requireOwnMerchant(deps, actor)).id, actor, origin };
}
