import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../merchants/own-merchant.ts";
import type { Refunder } from "../../refunds/refunder.ts";

/** The account that asks, as one that refunds for its merchant. */
export async function refunderOf(deps: Deps, origin: CallOrigin, actor: Actor): Promise<Refunder> {
  return { merchantId: (await requireOwnMerchant(deps, actor)).id, actor, origin };
}
