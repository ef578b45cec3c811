import { publicId } from "@hearth/domain/ids";
import type { GiveBackInput } from "@hearth/domain/rent/inputs";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { findPaymentOfCredit, noteGivenBack } from "../rent/leases/deposit-acts.service.ts";
import { requireLease } from "../rent/leases/read-leases.ts";
import type { Refunder } from "./refunder.ts";
import { refundPayment } from "./refunds.service.ts";
import { refundView } from "./refunds.view.ts";

/** The refund to send; null when money from outside Hearth was noted as returned. */
export const givenBackView = z.strictObject({ refund: refundView.nullable() });

/**
 * Returns money of a lease's tenants: a deposit, which ends the holding and is no income, or unused money. Money paid through Hearth begins
 * a refund, which takes effect once it counts. Other money is noted as returned.
 *
 * @throws HearthError NOT_FOUND, CONFLICT for more than there is, and the errors of `refundPayment` and `noteGivenBack`.
 */
export async function giveBack(
  deps: Deps,
  refunder: Refunder,
  input: GiveBackInput,
  key: string | null,
): Promise<z.infer<typeof givenBackView>> {
  const { merchantId, actor, origin } = refunder;
  const paymentId = await findPaymentOfCredit(deps, merchantId, input);
  if (paymentId === null) {
    await noteGivenBack(deps, origin, actor, input, key);
    return { refund: null };
  }
  const { leaseId, creditId, chargeId, amount: amountCents, idempotencyKey = key } = input;
  const what = chargeId === undefined ? { unusedOf: { leaseId, creditId } } : { chargeId };
  const refund = await refundPayment(deps, refunder, { paymentId: publicId("payment", paymentId), amountCents, ...what }, idempotencyKey);
  return { refund };
}

/**
 * Gives money of any merchant's lease back, as its landlord does. Of what was paid through Hearth it begins the refund, which the landlord sends from their own
 * wallet. @throws HearthError as `giveBack` does.
 */
export async function giveBackForAdmin(deps: Deps, origin: CallOrigin, actor: Actor, input: GiveBackInput, key: string | null) {
  const { lease } = await requireLease(deps, "admin", input.leaseId);
  return giveBack(deps, { merchantId: lease.merchantId, actor, origin }, input, key);
}
