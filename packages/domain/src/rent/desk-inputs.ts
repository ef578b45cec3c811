import { z } from "zod";
import { idempotencyKey } from "../payments/inputs.ts";
import { addChargeInput, addLeaseCreditInput, leaseIdInput, renewLeaseInput } from "./inputs.ts";

/** The most items of one call. A page sends more of them in portions. */
export const mostAtOnce = 50;

const several = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(1, "Choose at least one lease").max(mostAtOnce, `Send at most ${mostAtOnce} leases at once`);
const retryKey = { idempotencyKey: idempotencyKey.optional() };

/** Adds one-off charges. A lease may be named several times. */
export const chargeManyInput = z.strictObject({ items: several(addChargeInput.omit({ idempotencyKey: true })), ...retryKey });
export type ChargeManyInput = z.infer<typeof chargeManyInput>;

/** Adds credits, write-offs, or money that came outside Hearth. With `voidFees`, also corrects late fees that an item makes wrong. */
export const creditManyInput = z.strictObject({
  items: several(addLeaseCreditInput.omit({ idempotencyKey: true })),
  ...retryKey,
});
export type CreditManyInput = z.infer<typeof creditManyInput>;

const { leaseId, endsOn, rent, effectiveFrom, seenAt } = renewLeaseInput.shape;
/** A renewal with another rent. The other terms stay as they are. */
const renewalItem = z.strictObject({ leaseId, endsOn, rent, effectiveFrom, seenAt });
export type RenewalItem = z.infer<typeof renewalItem>;

export const renewManyInput = z.strictObject({ items: several(renewalItem), ...retryKey });
export type RenewManyInput = z.infer<typeof renewManyInput>;

export const remindManyInput = z.strictObject({ leaseIds: several(leaseIdInput.shape.leaseId), ...retryKey });
export type RemindManyInput = z.infer<typeof remindManyInput>;

/** The most leases of one preview. */
export const mostPreviewed = 500;

/** Names the leases to preview, or asks for all with past due rent, of one property or of all. */
export const remindPreviewInput = z
  .strictObject({
    leaseIds: z.array(leaseId).max(mostPreviewed, `Choose at most ${mostPreviewed} leases`).optional(),
    state: z.literal("late", { error: "This state is not known" }).optional(),
    propertyId: z.string().max(64).optional(),
  })
  .refine(({ leaseIds, state }) => (leaseIds === undefined) !== (state === undefined), {
    path: ["leaseIds"],
    message: "Choose leases, or all with past due rent",
  });
export type RemindPreviewInput = z.infer<typeof remindPreviewInput>;
