import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { type Followed, resumable } from "../../events/follow.ts";
import type { Actor, Context } from "../../trpc/context.ts";
import { admit } from "../../trpc/procedures.ts";
import { requireOwnMerchant } from "../businesses/own-merchant.ts";
import { followUnread } from "../notifications/notifications.service.ts";
import { getOwnPayment, loadPayment } from "../payments/payments.service.ts";

/** Payments that one page may follow: more than any page shows at once. */
const maxPayments = 4;

export const watchInput = z.strictObject({
  ...resumable,
  /** Ids of own payments to follow. */
  payments: z.array(z.string().max(64)).max(maxPayments).optional(),
  /** True to follow the business that the caller owns or works for. */
  business: z.boolean().optional(),
});

/** One event: the part that may have changed, complete. Each part is sent once at the start. */
export interface News {
  /** Number of unread notifications, up to a hundred. */
  unread?: number;
  payment?: Awaited<ReturnType<typeof loadPayment>>;
  /** Time of a change of the business. The client then asks again for what it shows. */
  business?: { at: string };
}

/**
 * Returns the subjects of the caller's stream: their unread notifications, and the payments and the business that the input names.
 * @throws HearthError NOT_FOUND for a payment that is not the caller's, FORBIDDEN for a business by an account without one.
 */
export async function newsOf(
  ctx: Pick<Context, "deps" | "actor">,
  actor: Actor,
  { payments = [], business = false }: z.infer<typeof watchInput>,
): Promise<Followed<News>[]> {
  const { deps } = ctx;
  const unread = followUnread(deps, actor);
  const followed: Followed<News>[] = [unread];
  if (business) {
    admit("merchant", ctx);
    followed.push(await followBusiness(deps, actor));
  }
  for (const paymentId of new Set(payments)) followed.push(await followPayment(deps, actor, paymentId));
  return followed;
}

async function followBusiness(deps: Deps, actor: Actor): Promise<Followed<News>> {
  const { id } = await requireOwnMerchant(deps, actor);
  return { bus: deps.merchantEvents, uuid: id, load: async () => ({ business: { at: deps.clock.now().toISOString() } }) };
}

async function followPayment(deps: Deps, actor: Actor, paymentId: string): Promise<Followed<News>> {
  const { id } = await getOwnPayment(deps, actor, paymentId);
  return { bus: deps.paymentEvents, uuid: id, load: async () => ({ payment: await loadPayment(deps, actor, paymentId) }) };
}
