import { HearthError } from "@hearth/domain/errors";
import { transactWithRetry } from "@hearth/db/transact-again";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { dayIn } from "@hearth/domain/rent/calendar";
import type { SetPaymentLeaseInput } from "@hearth/domain/rent/inputs";
import { refusalToMovePayment } from "@hearth/domain/rent/payment-lease";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { merchantIdFor } from "../../businesses/own-merchant.ts";
import { notify } from "../../notifications/notify.ts";
import { allocateLeases } from "../charges/allocate-leases.ts";
import { voidWrongFees } from "../charges/wrong-late-fees.ts";
import { addedView } from "./properties.service.ts";
import {
  findPlacedPayment,
  listPayerLeases,
  listTenantAccounts,
  lockPaymentToPlace,
  type PlacedPaymentRow,
  placePayment,
} from "../rows/place-payment.repo.ts";

/** The lease that a payment counts for, and the payer's leases that it can be assigned to. Amounts are in dollars, negative balances are prepaid. */
export const paymentLeaseView = z.strictObject({
  leaseId: z.string().nullable(),
  /** The part of the payment that counts. */
  counts: z.number(),
  /** Why it cannot be moved, or null. */
  refusal: z.string().nullable(),
  leases: z
    .strictObject({
      _id: z.string(),
      property: z.string(),
      unit: z.string(),
      isOver: z.boolean(),
      /** The day, in the lease's time zone, on which its first money arrived. Null while none has. */
      arrivedOn: z.string().nullable(),
      balance: z.number(),
      balanceAfter: z.number(),
    })
    .array(),
});

/** Reads which lease a payment is for, and the balances if it moved to another. @throws HearthError NOT_FOUND. */
export async function readPaymentLease(deps: Deps, actor: Actor, paymentId: string): Promise<z.infer<typeof paymentLeaseView>> {
  const payment = await requirePayment(deps.db, paymentId, await merchantIdFor(deps, actor));
  const { leaseId, countsCents } = payment;
  // A lease is over once its last day has passed in every time zone, as in `findLeaseToPay`.
  const today = dayIn(deps.clock.now(), "Etc/GMT+12");
  return {
    leaseId: leaseId && publicId("lease", leaseId),
    counts: wireAmount(countsCents),
    refusal: refusalOf(payment),
    leases: (await listPayerLeases(deps.db, payment)).map(({ id, property, unit, endsOn, timeZone, balanceCents }) => ({
      _id: publicId("lease", id),
      property,
      unit,
      isOver: endsOn !== null && endsOn < today,
      arrivedOn: arrivedOn(payment, timeZone),
      balance: wireAmount(balanceCents),
      balanceAfter: wireAmount(id === leaseId ? balanceCents : balanceCents - countsCents),
    })),
  };
}

/**
 * Assigns a payment to a lease of its payer, or removes it from its lease with null. Its money counts there on the days of its blocks and pays the oldest
 * charges. Notifies the tenants. @throws HearthError NOT_FOUND for another merchant's payment or another payer's lease; CONFLICT where the payment cannot be
 * moved, or is assigned there already.
 */
export async function setPaymentLease(deps: Deps, origin: CallOrigin, actor: Actor, input: SetPaymentLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const merchantId = await merchantIdFor(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.setPaymentLease", input: fields, answer: addedView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const { id } = await requirePayment(tx, fields.paymentId, merchantId);
      await lockPaymentToPlace(tx, id);
      const payment = await requirePayment(tx, fields.paymentId, merchantId);
      const chosenLeaseId = fields.leaseId === null ? null : parsePublicId("lease", fields.leaseId);
      const payerLeases = await listPayerLeases(tx, payment);
      if (fields.leaseId !== null && !payerLeases.some((lease) => lease.id === chosenLeaseId)) {
        throw new HearthError("NOT_FOUND", { message: "The payer does not rent under this lease" });
      }
      if (chosenLeaseId === payment.leaseId) {
        throw new HearthError("CONFLICT", {
          message: chosenLeaseId === null ? "This payment is for no lease" : "This payment is for this lease already",
        });
      }
      const refusal = refusalOf(payment);
      if (refusal !== null) throw new HearthError("CONFLICT", { message: refusal });
      const before = payment.leaseId;
      const note = chosenLeaseId === null ? "Removed from this lease" : before === null ? "Applied to this lease" : "Moved between leases";
      await placePayment(tx, { paymentId: id, leaseId: chosenLeaseId, by: actor.userId, note, now });
      const touched = [chosenLeaseId, before].flatMap((leaseId) => leaseId ?? []);
      await allocateLeases(tx, touched, now);
      const taker = payerLeases.find((lease) => lease.id === chosenLeaseId);
      const on = taker && arrivedOn(payment, taker.timeZone);
      if (taker && on && fields.voidFees) await voidWrongFees(tx, taker, { on, by: actor.userId, at: now });
      const [notifiedLeaseId = ""] = touched;
      const place = payerLeases.find((lease) => lease.id === notifiedLeaseId);
      const event = {
        kind: "paymentPlaced" as const,
        paymentId: fields.paymentId,
        merchant: payment.merchant,
        amountCents: payment.countsCents,
        leaseId: publicId("lease", notifiedLeaseId),
        place: place === undefined ? "" : `${place.property} ${place.unit}`,
        change: chosenLeaseId === null ? ("away" as const) : ("given" as const),
      };
      const userIds = [...new Set([payment.payerId, ...(await listTenantAccounts(tx, notifiedLeaseId, now))])];
      await notify(tx, { userIds, key: `payment placed ${id} ${now.toISOString()}`, event, now });
      const data = {
        from: before && publicId("lease", before),
        to: chosenLeaseId && publicId("lease", chosenLeaseId),
        cents: payment.countsCents,
      };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.paymentPlaced", subject: fields.paymentId, data });
      return { _id: fields.paymentId };
    }),
  );
}

function arrivedOn({ arrivedAtMs }: PlacedPaymentRow, timeZone: string): string | null {
  return arrivedAtMs === null ? null : dayIn(new Date(arrivedAtMs), timeZone);
}

function refusalOf(payment: PlacedPaymentRow): string | null {
  return refusalToMovePayment({ ...payment, isInLease: payment.leaseId !== null });
}

async function requirePayment(
  db: Parameters<typeof findPlacedPayment>[0],
  paymentId: string,
  merchantId: string | null,
): Promise<PlacedPaymentRow> {
  const id = parsePublicId("payment", paymentId);
  const payment = id && (await findPlacedPayment(db, id, merchantId));
  if (!payment) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
  return payment;
}
