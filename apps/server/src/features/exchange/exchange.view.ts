import { verificationStatuses } from "@hearth/domain/exchange/inputs";
import { z } from "zod";

/** Where to send the person's browser. */
export const redirectView = z.strictObject({ redirectUrl: z.string() });

/** Where linking stands, and the linked account's address. */
export const verificationView = z.strictObject({
  status: z.enum(verificationStatuses),
  message: z.string(),
  walletAddress: z.string().nullable(),
});
export type VerificationView = z.infer<typeof verificationView>;

/** Where linking stands after another try; `needsVerification` asks for a new authorization. */
export const retryView = verificationView.extend({ needsVerification: z.boolean() });
export type RetryView = z.infer<typeof retryView>;

/** What linking came to, and where the person was before. */
export const linkedView = z.strictObject({
  success: z.literal(true),
  walletAddress: z.string(),
  message: z.string(),
  returnPath: z.string(),
});
export type LinkedView = z.infer<typeof linkedView>;

/** Whether a bank account is linked at the exchange, or that nobody can say. */
export const bankView = z.union([
  z.strictObject({ hasBankAccount: z.boolean() }),
  z.strictObject({ error: z.literal("automatic_check_unavailable") }),
]);
export type BankView = z.infer<typeof bankView>;
