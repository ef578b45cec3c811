import { deriveBinding } from "@hearth/chain/binding";
import { networks } from "@hearth/chain/networks";
import { hexOf } from "@hearth/db/testing/factories";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { checkoutExpiresAt } from "@hearth/domain/time";
import { type DemoConsumer, demoConsumers, type PayingMethod } from "./cast.ts";
import { demoId } from "./demo-ids.ts";

/** A payment as the demo wants it to have happened. */
export interface PaymentPlan {
  id: string;
  /** Names it among the others. */
  key: string;
  consumer: DemoConsumer;
  merchant: string;
  amountCents: number;
  description: string;
  createdAt: Date;
  expiresAt: Date;
  /** How its checkout ended without money, and when; null was open until the money came, or still is. */
  ending: { status: "failed" | "cancelled"; at: Date } | null;
  /** 64 hex digits. */
  reference: string;
  binding: `0x${string}`;
}

/** A transfer that the local chain is to hold. */
export interface TransferPlan {
  /** Whose wallet; `stranger` is nobody's. */
  from: string;
  merchant: string;
  usdcUnits: bigint;
  method: PayingMethod;
  /** Its block's time, to the second. */
  at: Date;
  /** What it pays, or null for money out of nowhere. */
  payment: PaymentPlan | null;
  verdict: "matched" | "short" | "duplicate" | "unmatched";
}

/** A transfer of a merchant that pays a payment back. */
export interface RefundPlan {
  /** The merchant. */
  from: string;
  /** The consumer. */
  to: string;
  usdcUnits: bigint;
  /** Its block's time, to the second. */
  at: Date;
  binding: `0x${string}`;
}

/** Everything that happens with money in the demo. */
export interface DemoPlan {
  payments: PaymentPlan[];
  /** In the order of their time. */
  transfers: TransferPlan[];
}

/** What a payment needs to be planned; the rest follows from it. */
export interface PaymentWish {
  key: string;
  consumer: DemoConsumer;
  amountCents: number;
  description: string;
  createdAt: Date;
  ending?: PaymentPlan["ending"];
}

/** A payment to whom the consumer is enrolled with. Its secrets come from its name: they are worthless outside the local chain. */
export function planPayment({ ending = null, ...wish }: PaymentWish): PaymentPlan {
  const reference = hexOf("hearth demo reference", wish.key, wish.createdAt.toISOString());
  return {
    ...wish,
    id: demoId(wish.createdAt, "payment", wish.key),
    merchant: wish.consumer.merchant,
    expiresAt: checkoutExpiresAt(wish.createdAt),
    ending,
    reference,
    binding: deriveBinding(`0x${reference}`, networks.local.chainId),
  };
}

/** The transfer that pays exactly what was asked for, so many seconds after the checkout was opened, unless more is said. */
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

/** The transfer that pays so much of a payment back, to the payer's wallet. */
export function planRefund({ key, merchant, consumer }: PaymentPlan, cents: number, at: Date): RefundPlan {
  return {
    from: merchant,
    to: consumer.key,
    usdcUnits: centsToUsdcUnits(cents),
    at: new Date(Math.floor(at.getTime() / 1000) * 1000),
    binding: deriveBinding(`0x${hexOf("hearth demo refund", key)}`, networks.local.chainId),
  };
}

/** A payment whose checkout ran out. */
export function expiredAt(createdAt: Date): NonNullable<PaymentPlan["ending"]> {
  return { status: "failed", at: checkoutExpiresAt(createdAt) };
}

/** The consumer of that name. */
export function consumerNamed(key: string): DemoConsumer {
  const consumer = demoConsumers.find((one) => one.key === key);
  if (!consumer) throw new RangeError(`The demo has no consumer ${key}`);
  return consumer;
}
