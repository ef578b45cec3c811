import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { requestStates } from "@hearth/domain/requests/inputs";
import { stateOf, refusalToRemind } from "@hearth/domain/requests/rules";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { ListedRequest, RequestRow } from "./requests.repo.ts";

const state = z.enum(requestStates).exclude(["all"]);

/** A request as its merchant sees it. */
export const requestView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  amount: z.number(),
  description: z.string(),
  dueOn: z.string(),
  state,
  outsideId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  returnUrl: z.string().nullable(),
  /** The link for the payer. */
  url: z.string(),
  /** The payment that paid it, or else the newest one opened for it. */
  payment: z.strictObject({ _id: z.string(), status: z.enum(paymentStatuses) }).nullable(),
  createdAt: isoTime,
  mailedAt: isoTime,
  paidAt: isoTime.nullable(),
  withdrawnAt: isoTime.nullable(),
  /** True when a reminder can be sent now. */
  canRemind: z.boolean(),
});
export type RequestView = z.infer<typeof requestView>;
export const requestPageView = z.strictObject({ items: requestView.array(), nextCursor: z.string().nullable() });

export function viewRequest({ request, payment }: ListedRequest, { publicOrigin, now }: { publicOrigin: string; now: Date }): RequestView {
  const { id, name, email, description, dueOn, outsideId, metadata, returnUrl, createdAt, mailedAt, paidAt, withdrawnAt } = request;
  return {
    _id: publicId("paymentRequest", id),
    name,
    email,
    amount: wireAmount(request.amountCents),
    description,
    dueOn,
    state: stateOf(request),
    outsideId,
    metadata,
    returnUrl,
    url: `${publicOrigin}/bill/${request.reference}`,
    payment: payment && { _id: publicId("payment", payment.id), status: z.enum(paymentStatuses).parse(payment.status) },
    createdAt: createdAt.toISOString(),
    mailedAt: mailedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    canRemind: refusalToRemind(request, now) === null,
  };
}

/** A request as anybody with its link sees it: without email address, outside id and metadata. */
export const billView = z.strictObject({
  merchant: z.string(),
  amount: z.number(),
  description: z.string(),
  dueOn: z.string(),
  state,
  returnUrl: z.string().nullable(),
  /** The words of the business's signed payee card; null without a card that names its wallet. */
  payeeWords: z.string().nullable(),
});

export function viewBill({
  request,
  merchant,
  payeeWords,
}: {
  request: RequestRow;
  merchant: string;
  payeeWords: string | null;
}): z.infer<typeof billView> {
  const { amountCents, description, dueOn, returnUrl } = request;
  return { merchant, payeeWords, amount: wireAmount(amountCents), description, dueOn, state: stateOf(request), returnUrl };
}
