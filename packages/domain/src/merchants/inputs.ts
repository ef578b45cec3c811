import { z } from "zod";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** The enrollment call. The address is one combined string. */
export const enrollmentInput = z.strictObject({
  address: text({ max: limits.addressMaxLength, required: "Street address is required" }),
  phoneNumber: text({ max: limits.phoneMaxLength, required: "Phone number is required" }),
  selectedMerchantId: z.string({ error: "Please select a merchant" }).min(1, "Please select a merchant").max(64),
  aptNumber: text({ max: limits.apartmentMaxLength }).optional(),
});
export type EnrollmentInput = z.infer<typeof enrollmentInput>;

/** The enrollment form, with the specified messages. */
export const enrollmentForm = z.strictObject({
  street: text({ max: 150, required: "Street address is required" }),
  aptNumber: text({ max: limits.apartmentMaxLength }),
  city: text({ max: 80, required: "City is required" }),
  state: text({ max: 80, required: "State is required" }),
  zipCode: text({ max: 20, required: "ZIP code is required" }),
  phoneNumber: text({ max: limits.phoneMaxLength, required: "Phone number is required" }),
  selectedMerchantId: z.string().min(1, "Please select a merchant"),
});
export type EnrollmentForm = z.infer<typeof enrollmentForm>;

/** Joins the form's address parts into the string that is sent and stored: `street, city, state zip`. */
export function combineAddress(form: Pick<EnrollmentForm, "street" | "city" | "state" | "zipCode">): string {
  return `${form.street}, ${form.city}, ${form.state} ${form.zipCode}`;
}
