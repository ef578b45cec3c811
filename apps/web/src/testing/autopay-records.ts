import type { Outputs } from "../lib/trpc.ts";
import { ownLease } from "./records.ts";

/** A coming month of a lease, signed by default. */
export function autopayMonth(more: Partial<Outputs["autopay"]["mine"][number]["months"][number]> = {}) {
  const bill = { period: "2026-12-01", description: "Rent for December 2026", amount: 1450, dueOn: "2026-12-01" };
  const scheduledPayment = {
    _id: "chq_1",
    ...bill,
    from: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    nonce: `0x${"1f".repeat(32)}`,
    status: "ready" as const,
    wasSigned: true,
    trouble: null,
    voidReason: null,
    paymentId: null,
  };
  return { ...bill, scheduledPayment, cheque: null, isComing: true, isPaidByOther: false, ...more };
}

/** Autopay of a tenant's lease with one signed and one unsigned month. */
export function autopayLease(more: Partial<Outputs["autopay"]["mine"][number]> = {}): Outputs["autopay"]["mine"][number] {
  const { _id, merchantId, merchant, businessType, property, unit } = ownLease();
  const next = { period: "2027-01-01", description: "Rent for January 2027", dueOn: "2027-01-01", scheduledPayment: null, cheque: null };
  return {
    leaseId: _id,
    merchantId,
    merchant,
    businessType,
    property,
    unit,
    canBeSet: true,
    months: [autopayMonth(), autopayMonth(next)],
    ...more,
  };
}
