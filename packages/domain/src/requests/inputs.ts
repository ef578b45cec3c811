import { z } from "zod";
import { limits } from "../limits.ts";
import { pageShape } from "../page.ts";
import { checkoutReference, idempotencyKey, paymentAmount } from "../payments/inputs.ts";
import { isDay } from "../rent/calendar.ts";
import { email, partyName, text } from "../text.ts";
import { isReturnUrl } from "./return-url.ts";

const id = z.string().max(64);
const retryKey = { idempotencyKey: idempotencyKey.optional() };

/** The merchant's own data about a request: at most 20 short texts by name. */
const metadata = z
  .record(z.string().regex(/^[\w.-]{1,40}$/, "A name has at most 40 letters, digits or _ . -"), text({ max: 200 }))
  .refine((record) => Object.keys(record).length <= 20, "Please send at most 20 names");

export const createRequestInput = z.strictObject({
  name: partyName({ max: limits.nameMaxLength, required: "Enter a name" }),
  email: email({ required: "Enter an email address", max: limits.emailMaxLength }),
  amount: paymentAmount,
  description: text({ max: limits.descriptionMaxLength, required: "Enter a description" }),
  dueOn: z.string({ error: "Enter a date" }).refine(isDay, "Enter a date"),
  /** The merchant's own id of the request, unique per merchant. */
  outsideId: text({ max: 100, required: "Please enter an id" }).optional(),
  metadata: metadata.default({}),
  /** The https address that the payer can return to after paying. */
  returnUrl: z.string().refine(isReturnUrl, "Please send an https address without a password").optional(),
  ...retryKey,
});
export type CreateRequestInput = z.infer<typeof createRequestInput>;

export const requestStates = ["all", "open", "paid", "withdrawn"] as const;
export type RequestState = Exclude<(typeof requestStates)[number], "all">;

export const listRequestsInput = z.strictObject({
  state: z.enum(requestStates, { error: "This state is not known" }).default("all"),
  ...pageShape,
});
export type ListRequestsInput = z.infer<typeof listRequestsInput>;

export const requestIdInput = z.strictObject({ requestId: id });
export const changeRequestInput = requestIdInput.extend(retryKey);

/** The unguessable reference in a request's link. */
export const billInput = z.strictObject({ reference: checkoutReference });
export const payBillInput = billInput.extend(retryKey);
export type PayBillInput = z.infer<typeof payBillInput>;
