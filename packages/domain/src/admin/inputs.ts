import { z } from "zod";
import { accountStatuses } from "../auth/roles.ts";
import { limits } from "../limits.ts";
import { businessTypes } from "../merchants/business-types.ts";
import { email, personName, text } from "../text.ts";
import { addressInput } from "../wallet/inputs.ts";

const publicIdText = z.string({ error: "An ID is required" }).max(64);
const status = z.enum(accountStatuses, { error: "Status must be active, inactive or suspended" });
const walletAddress = z.union([z.literal(""), addressInput], { error: "Please enter a valid wallet address" });
const emailInput = email({ max: limits.emailMaxLength, required: "Email is required" });
const requiredText = (max: number, required: string) => text({ max, required });

/** The version that was read, as its last change. The edit is refused if the record has changed since. */
const updatedAt = z.iso
  .datetime()
  .meta({ description: "The version that the edit is based on. The edit is refused if the record has changed since." })
  .optional();

export const userIdInput = z.strictObject({ userId: publicIdText });
export const merchantIdInput = z.strictObject({ merchantId: publicIdText });
export const transactionIdInput = z.strictObject({
  transactionId: z.string({ error: "No transaction ID provided" }).min(1, "No transaction ID provided").max(64),
});

/** Fields of a user that an admin may change. Omitted fields stay as they are; an empty wallet address unlinks the wallet. */
export const editUserFields = z.strictObject({
  firstName: personName({ max: limits.nameMaxLength, required: "First name is required" }),
  lastName: personName({ max: limits.nameMaxLength, required: "Last name is required" }),
  email: emailInput,
  phoneNumber: text({ max: limits.phoneMaxLength }),
  walletAddress,
  status,
});
export const editUserInput = editUserFields.partial().extend({ userId: publicIdText, updatedAt });
export type EditUserInput = z.infer<typeof editUserInput>;

/** Fields of a merchant that an admin may change. Omitted fields stay as they are; an empty wallet address stops payments. */
export const editMerchantFields = z.strictObject({
  name: requiredText(limits.businessNameMaxLength, "Business name is required"),
  businessType: z.enum(businessTypes, { error: "Business type is required" }),
  email: emailInput,
  phoneNumber: requiredText(limits.phoneMaxLength, "Phone number is required"),
  walletAddress,
  status,
});
export const editMerchantInput = editMerchantFields.partial().extend({
  merchantId: publicIdText,
  updatedAt,
  /** The admin's own password, required to change the wallet: it decides where other people's rent goes. */
  password: z.string().max(limits.passwordMaxBytes).optional(),
});
export type EditMerchantInput = z.infer<typeof editMerchantInput>;

/** A merchant created by an admin, together with its owner's account. */
export const createMerchantInput = z.strictObject({
  name: requiredText(limits.businessNameMaxLength, "Business name is required"),
  businessType: z.enum(businessTypes, { error: "Business type is required" }),
  description: requiredText(limits.businessDescriptionMaxLength, "Business description is required"),
  firstName: personName({ max: limits.nameMaxLength, required: "First name is required" }),
  lastName: personName({ max: limits.nameMaxLength, required: "Last name is required" }),
  ownerEmail: emailInput,
  email: emailInput,
  phoneNumber: requiredText(limits.phoneMaxLength, "Phone number is required"),
  street: requiredText(150, "Street address is required"),
  city: requiredText(80, "City is required"),
  state: requiredText(80, "State is required"),
  zipCode: requiredText(20, "ZIP code is required"),
  country: requiredText(80, "Country is required"),
  walletAddress: walletAddress.default(""),
});
export type CreateMerchantInput = z.infer<typeof createMerchantInput>;
