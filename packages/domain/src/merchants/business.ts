import { z } from "zod";
import { newPassword } from "../auth/inputs.ts";
import { limits } from "../limits.ts";
import { idempotencyKey } from "../payments/inputs.ts";
import { email, personName, text } from "../text.ts";
import { isTimeZone, timeZoneRefusal } from "../time.ts";
import { addressInput, signatureInput } from "../wallet/inputs.ts";
import { type BusinessAddress, usZipCode } from "./business-address.ts";
import { maxPayeeCards } from "../payee-card.ts";
import { businessTypes } from "./business-types.ts";

const line = (max: number, required: string) => text({ max, required });
/** Refuses commas, which separate the parts of a stored address. */
const withoutComma = (max: number, required: string) =>
  line(max, required).refine((value) => !value.includes(","), "Please leave out commas");

const businessType = z.enum(businessTypes, { error: "Business type is required" });
const name = line(limits.businessNameMaxLength, "Business name is required");
const description = text({ max: limits.businessDescriptionMaxLength, required: "Business description is required", multiline: true });
const contactName = personName({ max: limits.nameMaxLength * 2 + 1, required: "Contact name is required" });
const phoneNumber = line(limits.phoneMaxLength, "Phone number is required");

/** Step 1 of a merchant's sign-up. */
export const businessStep = z.object({ name, businessType, description });

/** Step 2. */
export const contactStep = z.object({
  firstName: personName({ max: limits.nameMaxLength, required: "First name is required" }),
  lastName: personName({ max: limits.nameMaxLength, required: "Last name is required" }),
  email: email({ max: limits.emailMaxLength, required: "Email is required" }),
  phoneNumber,
});

const addressParts = {
  street: line(150, "Street address is required"),
  city: withoutComma(80, "City is required"),
  state: withoutComma(80, "State is required"),
  zipCode: withoutComma(20, "ZIP code is required"),
  country: withoutComma(80, "Country is required"),
};

function checkZipCode({ country, zipCode }: BusinessAddress, context: z.RefinementCtx): void {
  if (country !== "United States" || zipCode === "" || usZipCode.test(zipCode)) return;
  context.addIssue({ code: "custom", path: ["zipCode"], message: "Please enter a ZIP code of 5 digits, or 5 and 4" });
}

/** Step 3. A US ZIP code has 5 digits, or 5+4. */
export const addressStep = z.object(addressParts).superRefine(checkZipCode);

const emptyPassword = z.string().min(1, "Password is required");

/** Step 4 without a password: the two agreements. */
export const agreementsStep = z.object({
  agreesToTerms: z.boolean().refine(Boolean, "You must agree to the terms and conditions"),
  agreesToProcessing: z.boolean().refine(Boolean, "You must agree to data processing"),
});

/** Step 4: the password twice, and the two agreements. */
export const accountStep = z
  .object({
    password: z.pipe(emptyPassword, newPassword),
    confirmPassword: z.string().min(1, "Please confirm your password"),
    ...agreementsStep.shape,
  })
  .refine((form) => form.confirmPassword === "" || form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    message: "Passwords do not match",
    when: () => true,
  });

/** The person and the business of a merchant's sign-up. */
export const signUpFields = {
  ...businessStep.shape,
  ...contactStep.shape,
  address: line(limits.addressMaxLength, "Street address is required"),
};

/** Registers the business of a merchant's account. A documented call. An empty wallet address means none yet. */
export const registerMerchantInput = z.strictObject({
  name,
  businessType,
  contactName,
  address: line(limits.addressMaxLength, "Street address is required"),
  phoneNumber,
  walletAddress: z.union([z.literal(""), addressInput], { error: "Please enter a valid wallet address" }).nullish(),
  description: text({ max: limits.businessDescriptionMaxLength, multiline: true }).default(""),
});
export type RegisterMerchantInput = z.infer<typeof registerMerchantInput>;

/** Fields of the business that its merchant may change. Omitted fields stay as they are. */
export const businessFields = z.strictObject({
  name,
  businessType,
  contactName,
  address: line(limits.addressMaxLength, "Street address is required"),
  phoneNumber,
  description: text({ max: limits.businessDescriptionMaxLength, multiline: true }),
  email: email({ max: limits.emailMaxLength, required: "Email is required" }),
  timeZone: z.string().refine(isTimeZone, timeZoneRefusal),
});
export const editBusinessInput = businessFields.partial().extend({ updatedAt: z.iso.datetime().optional() });
export type EditBusinessInput = z.infer<typeof editBusinessInput>;

/** A signed message that proves a wallet. */
export const walletProof = z.strictObject({ message: z.string().min(1).max(4_000), signature: signatureInput });

/** Asks for the payee cards of the business that is paid at an address. */
export const cardAtInput = z.strictObject({ address: addressInput });

/** Signs a payee card. The card comes whole, so that the server stores only what the wallet showed. */
export const signPayeeCardInput = z.strictObject({
  card: z.strictObject({
    business: z.string().max(64),
    name: z.string().min(1).max(limits.businessNameMaxLength),
    chainId: z.int().positive(),
    token: addressInput,
    wallet: addressInput,
    validFrom: z.string().regex(/^[1-9]\d{0,11}$/, "Please sign again"),
    previous: z.string().regex(/^0x[\da-f]{64}$/, "Please sign again"),
    sequence: z.int().min(1).max(maxPayeeCards),
  }),
  signature: signatureInput,
});
export type SignPayeeCardInput = z.infer<typeof signPayeeCardInput>;

/** Asks for the business's payee card, and for the next one to sign. A wallet address asks for the card of a change to that wallet. */
export const payeeCardInput = z.strictObject({ walletAddress: addressInput.optional() });
export type PayeeCardInput = z.infer<typeof payeeCardInput>;

/** Sets the wallet that future payments go to, either typed in or proven by a signature. Replacing a wallet needs the password. */
export const setPayoutWalletInput = z.strictObject({
  walletAddress: addressInput,
  proof: walletProof.optional(),
  password: z.string().max(limits.passwordMaxBytes).optional(),
  /** The next payee card, signed by the present wallet. A business with a card needs it where the present wallet signs the change. */
  payeeCard: signPayeeCardInput.optional(),
  idempotencyKey: idempotencyKey.optional(),
});
export type SetPayoutWalletInput = z.infer<typeof setPayoutWalletInput>;

/** Changes the business, its wallet, or both. A documented call; the address is stored as unproven. */
export const updateMerchantInput = businessFields.partial().extend({
  merchantId: z.string().max(64),
  walletAddress: addressInput.optional(),
  password: z.string().max(limits.passwordMaxBytes).optional(),
});
export type UpdateMerchantInput = z.infer<typeof updateMerchantInput>;

/** The settings form. */
export const businessForm = businessFields.omit({ address: true }).extend(addressParts).superRefine(checkZipCode);
export type BusinessForm = z.infer<typeof businessForm>;

/** The settings form for a stored address that could not be split. That address stays unless every part is entered again. */
export const businessFormKeepingAddress = businessFields
  .omit({ address: true })
  .extend({ street: z.string(), city: z.string(), state: z.string(), zipCode: z.string(), country: z.string() })
  .superRefine((form, context) => {
    if (!hasAddress(form)) return;
    for (const { message, path } of addressStep.safeParse(form).error?.issues ?? []) context.addIssue({ code: "custom", message, path });
  });

/** True if any part of an address was entered. The country is ignored because it is preselected. */
export function hasAddress({ street, city, state, zipCode }: BusinessAddress): boolean {
  return [street, city, state, zipCode].some((part) => part.trim() !== "");
}
