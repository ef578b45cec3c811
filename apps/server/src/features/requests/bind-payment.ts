import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { closedReason } from "@hearth/domain/requests/rules";
import { isForLease } from "../rent/bills/assign-payment.ts";
import { bindToRequest, findRequestOf, isBeingPaidByOther, lockRequest } from "./requests.repo.ts";

/** A payment opened for a request. */
interface PaymentForRequest {
  requestId: string;
  paymentId: string;
  payerId: string;
  /** True for a payment opened just now. An older one may be for something else. */
  isNew: boolean;
}

/**
 * Binds a payment to a request. Requires the payment's lock first, the order of completing payments.
 *
 * @throws HearthError CONFLICT when the request is paid or withdrawn, somebody else is paying it, or the payment is for something else.
 */
export async function bindPayment(tx: Transaction, { requestId, paymentId, payerId, isNew }: PaymentForRequest, now: Date): Promise<void> {
  const request = await lockRequest(tx, requestId);
  const closed = request === null ? "This bill does not exist" : closedReason(request);
  if (closed !== null) throw new HearthError("CONFLICT", { message: closed });
  if (await isBeingPaidByOther(tx, { requestId, payerId, now })) {
    throw new HearthError("CONFLICT", { message: "Someone is paying this bill at the moment. Please look again in ten minutes." });
  }
  // An older payment may be for a lease, another request, or neither.
  if (!isNew && ((await findRequestOf(tx, paymentId)) !== requestId || (await isForLease(tx, paymentId)))) throw forSomethingElse();
  if ((await bindToRequest(tx, { paymentId, requestId, createdAt: now })) !== requestId) throw forSomethingElse();
}

/** Rejects a payment that is for a request when it is needed for something else. @throws HearthError CONFLICT. */
export async function requireNoRequest(tx: Transaction, paymentId: string): Promise<void> {
  if ((await findRequestOf(tx, paymentId)) !== null) throw forSomethingElse();
}

function forSomethingElse(): HearthError {
  const message = "A checkout of this amount is open for something else. Please pay or cancel it first.";
  return new HearthError("CONFLICT", { message });
}
