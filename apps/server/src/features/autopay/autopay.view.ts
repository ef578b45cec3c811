import { scheduledPaymentStatuses, scheduledPaymentTroubles, voidReasons } from "@hearth/domain/autopay/scheduled-payments";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { rentName } from "@hearth/domain/rent/periods";
import { z } from "zod";
import type { ScheduledPaymentRow, ShownScheduledPayment } from "./scheduled-payments.repo.ts";

/** The signed EIP-3009 authorization. Times are Unix seconds, both exclusive; units have 6 decimals. */
const authorizationShape = {
  from: z.string(),
  to: z.string(),
  usdcUnits: z.string(),
  validAfter: z.number().int(),
  validBefore: z.number().int(),
  nonce: z.string(),
};

const billShape = { period: z.string(), description: z.string(), amount: z.number(), dueOn: z.string() };

/** A scheduled payment to be signed. */
export const preparedView = z.strictObject({ _id: z.string(), ...billShape, ...authorizationShape });

/** A scheduled payment as its payer and administrators see it, never with its signature. */
export const scheduledPaymentView = z.strictObject({
  _id: z.string(),
  ...billShape,
  from: z.string(),
  nonce: z.string(),
  status: z.enum(scheduledPaymentStatuses),
  /** True when it was ever signed. A signature erased here can also be cancelled on the chain. */
  wasSigned: z.boolean(),
  trouble: z.enum(scheduledPaymentTroubles).nullable(),
  voidReason: z.enum(voidReasons).nullable(),
  paymentId: z.string().nullable(),
});

/** A lease's coming bills with their scheduled payments. */
export const autopayView = z.strictObject({
  leaseId: z.string(),
  merchantId: z.string(),
  merchant: z.string(),
  businessType: z.enum(businessTypes),
  property: z.string(),
  unit: z.string(),
  /** True when the landlord is active and has a proven wallet. Only such a wallet can receive scheduled payments. */
  canBeSet: z.boolean(),
  months: z
    .strictObject({
      ...billShape,
      scheduledPayment: scheduledPaymentView.nullable(),
      /** Older name of `scheduledPayment`, with the same value. */
      cheque: scheduledPaymentView.nullable(),
      isComing: z.boolean(),
      isPaidByOther: z.boolean(),
    })
    .array(),
});

export function viewPrepared(scheduledPayment: ScheduledPaymentRow): z.infer<typeof preparedView> {
  const { period, cents, dueOn, fromAddress: from, toAddress: to, validAfter, validBefore, binding: nonce } = scheduledPayment;
  const bill = { period, description: rentName(period), amount: wireAmount(cents), dueOn };
  const usdcUnits = String(centsToUsdcUnits(cents));
  return { _id: publicId("scheduledPayment", scheduledPayment.id), ...bill, from, to, usdcUnits, validAfter, validBefore, nonce };
}

export function viewScheduledPayment(scheduledPayment: ShownScheduledPayment): z.infer<typeof scheduledPaymentView> {
  const { period, cents, dueOn, fromAddress: from, binding: nonce, status, trouble, voidReason, paymentId } = scheduledPayment;
  return {
    _id: publicId("scheduledPayment", scheduledPayment.id),
    period,
    description: rentName(period),
    amount: wireAmount(cents),
    dueOn,
    from,
    nonce,
    status,
    wasSigned: scheduledPayment.signedAt !== null,
    trouble,
    voidReason,
    paymentId: paymentId && publicId("payment", paymentId),
  };
}
