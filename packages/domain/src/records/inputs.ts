import { z } from "zod";
import { checkoutReference, idempotencyKey } from "../payments/inputs.ts";
import { isDay } from "../rent/calendar.ts";

const day = z.string({ error: "Enter a date" }).refine(isDay, "Enter a date");
const inOrder = { path: ["endDate"], message: "The end date is before the start date" };

const recordFields = {
  startDate: day,
  endDate: day,
  /** Parts to show besides the payments themselves. */
  showTenant: z.boolean(),
  showLandlord: z.boolean(),
  showPlace: z.boolean(),
  /** Includes utilities, fees and other charges besides rent. */
  allCharges: z.boolean(),
  /** Includes the lease's terms where the landlord's wallet signed them. */
  showTerms: z.boolean(),
};

/** The form of a rent record: its days and the parts to show. */
export const recordForm = z.object(recordFields).refine(({ startDate, endDate }) => endDate >= startDate, inOrder);

/** A new rent record of a lease, for charges due from `startDate` to `endDate`, both inclusive. */
export const createRecordInput = z
  .strictObject({
    leaseId: z.string().max(64),
    ...recordFields,
    showTerms: recordFields.showTerms.default(false),
    idempotencyKey: idempotencyKey.optional(),
  })
  .refine(({ startDate, endDate }) => endDate >= startDate, inOrder);
export type CreateRecordInput = z.infer<typeof createRecordInput>;

export const withdrawRecordInput = z.strictObject({ recordId: z.string().max(64), idempotencyKey: idempotencyKey.optional() });
export type WithdrawRecordInput = z.infer<typeof withdrawRecordInput>;

/** A record to print as a PDF. */
export const recordFileInput = z.strictObject({ recordId: z.string().max(64) });

/** The secret in a record's link. */
export const sharedRecordInput = z.strictObject({ reference: checkoutReference });
export const signedReceiptInput = z.strictObject({ paymentId: z.string().max(64) });

const nodeUrl = z.url({ protocol: /^https?$/, error: "Please enter the address of a node, like https://mainnet.base.org" });

/** The nodes that check a record. The second one is optional. */
export const nodesForm = z
  .object({ node: nodeUrl, other: z.union([z.literal(""), nodeUrl]) })
  .refine(({ node, other }) => node === "" || node !== other, { path: ["other"], message: "Please enter another node than the first" });
export type RecordNodes = z.infer<typeof nodesForm>;
