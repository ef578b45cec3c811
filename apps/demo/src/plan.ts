import { deriveBinding } from "@hearth/chain/binding";
import { networks } from "@hearth/chain/networks";
import { hexOf } from "@hearth/db/testing/factories";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { checkoutExpiresAt } from "@hearth/domain/time";
import { type DemoConsumer, demoConsumers, type PayingMethod } from "./cast.ts";
import { demoId } from "./demo-ids.ts";

/** A payment with all of its planned events. */
export interface PaymentPlan {
  id: string;
  /** Unique among the payments. */
  key: string;
  consumer: DemoConsumer;
  merchant: string;
  amountCents: number;
  description: string;
  createdAt: Date;
  expiresAt: Date;
  /** The end of its checkout without money, and when. Null if it stayed open until the money came, or is still open. */
  ending: { status: "failed" | "cancelled"; at: Date } | null;
  /** 64 hex digits. */
  reference: string;
  binding: `0x${string}`;
}

/** A transfer to put on the local chain. */
export interface TransferPlan {
  /** The sender's key; `stranger` is nobody's wallet. */
  from: string;
  merchant: string;
  usdcUnits: bigint;
  method: PayingMethod;
  /** Its block's time, to the second. */
  at: Date;
  /** The payment it pays, or null for unmatched money. */
  payment: PaymentPlan | null;
  verdict: "matched" | "short" | "duplicate" | "unmatched";
}

/** A merchant's transfer that refunds a payment. */
export interface RefundPlan {
  /** The merchant's key. */
  from: string;
  /** The consumer's key. */
  to: string;
  usdcUnits: bigint;
  /** Its block's time, to the second. */
  at: Date;
  binding: `0x${string}`;
}

/** All payments and transfers of the demo. */
export interface DemoPlan {
  payments: PaymentPlan[];
  /** In order of time. */
  transfers: TransferPlan[];
}

/** The properties that a payment is planned from; the others are derived. */
export interface PaymentOptions {
  key: string;
  consumer: DemoConsumer;
  amountCents: number;
  description: string;
  createdAt: Date;
  ending?: PaymentPlan["ending"];
}

/** Plans a payment to the consumer's merchant. Its secrets are derived from its key, because they are worthless outside the local chain. */
export function planPayment({ ending = null, ...options }: PaymentOptions): PaymentPlan {
  const reference = hexOf("hearth demo reference", options.key, options.createdAt.toISOString());
  return {
    ...options,
    id: demoId(options.createdAt, "payment", options.key),
    merchant: options.consumer.merchant,
    expiresAt: checkoutExpiresAt(options.createdAt),
    ending,
    reference,
    binding: deriveBinding(`0x${reference}`, networks.local.chainId),
  };
}

/** Plans the transfer that pays a payment exactly, `afterSeconds` after its checkout opened. `twist` overrides any property. */
export function planTransfer(payment: PaymentPlan, afterSeconds: number, twist: Partial<TransferPlan> = {}): TransferPlan {
  return {
    from: payment.consumer.key,
    merchant: payment.merchant,
    usdcUnits: centsToUsdcUnits(payment.amountCents),
    method: payment.consumer.method,
    at: new Date(Math.floor(payment.createdAt.getTime() / 1000 + afterSeconds) * 1000),
    payment,
    verdict: "matched",
    ...twist,
  };
}

/** Plans the transfer that refunds part of a payment to the payer's wallet. */
export function planRefund({ key, merchant, consumer }: PaymentPlan, cents: number, at: Date): RefundPlan {
  return {
    from: merchant,
    to: consumer.key,
    usdcUnits: centsToUsdcUnits(cents),
    at: new Date(Math.floor(at.getTime() / 1000) * 1000),
    binding: deriveBinding(`0x${hexOf("hearth demo refund", key)}`, networks.local.chainId),
  };
}

/** The ending of a payment whose checkout expired. */
export function expiredAt(createdAt: Date): NonNullable<PaymentPlan["ending"]> {
  return { status: "failed", at: checkoutExpiresAt(createdAt) };
}

/** Finds a consumer by key. */
export function consumerNamed(key: string): DemoConsumer {
  const consumer = demoConsumers.find((known) => known.key === key);
  if (!consumer) throw new RangeError(`The demo has no consumer ${key}`);
  return consumer;
}
