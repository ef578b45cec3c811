import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { whyClosed } from "@hearth/domain/requests/rules";
import { isForLease } from "../rent/bills/assign-payment.ts";
import { bindToRequest, findRequestOf, isBeingPaidByOther, lockRequest } from "./requests.repo.ts";

/** Who opened which payment for which request. */
interface PaymentForRequest {
  requestId: string;
  paymentId: string;
  payerId: string;
  /** Whether the payment was opened just now; another one may be for something else. */
  isNew: boolean;
}

/**
 * Says that a payment is for a request. The payment is held before the request, as where it is completed.
 * @throws HearthError CONFLICT where the request is paid or withdrawn, somebody else is paying it, or the payment is for something else.
 */
export async function bindPayment(tx: Transaction, { requestId, paymentId, payerId, isNew }: PaymentForRequest, now: Date): Promise<void> {
  const request = await lockRequest(tx, requestId);
  const closed = request === null ? "This bill does not exist" : whyClosed(request);
  if (closed !== null) throw new HearthError("CONFLICT", { message: closed });
  if (await isBeingPaidByOther(tx, { requestId, payerId, now })) {
    throw new HearthError("CONFLICT", { message: "Somebody is paying this bill at the moment. Please look again in ten minutes." });
  }
  // One that was open already may have been opened for a lease, for another request or for nothing in particular.
  if (!isNew && ((await findRequestOf(tx, paymentId)) !== requestId || (await isForLease(tx, paymentId)))) throw forSomethingElse();
  if ((await bindToRequest(tx, { paymentId, requestId, createdAt: now })) !== requestId) throw forSomethingElse();
}

/** Refuses a payment that is for a request, where it is asked for something else. @throws HearthError CONFLICT. */
export async function requireNoRequest(tx: Transaction, paymentId: string): Promise<void> {
  if ((await findRequestOf(tx, paymentId)) !== null) throw forSomethingElse();
}

function forSomethingElse(): HearthError {
  const message = "A checkout of this amount is open for something else. Please pay or cancel it first.";
  return new HearthError("CONFLICT", { message });
}
