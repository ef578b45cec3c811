import { verificationStatuses } from "@hearth/domain/exchange/inputs";
import { z } from "zod";

/** Address to send the person's browser to. */
export const redirectView = z.strictObject({ redirectUrl: z.string() });

/** State of linking, and the linked address. */
export const verificationView = z.strictObject({
  status: z.enum(verificationStatuses),
  message: z.string(),
  walletAddress: z.string().nullable(),
});
export type VerificationView = z.infer<typeof verificationView>;

/** State of linking after a retry; `needsVerification` asks for a new authorization. */
export const retryView = verificationView.extend({ needsVerification: z.boolean() });
export type RetryView = z.infer<typeof retryView>;

/** Result of linking, with the page where the person began. */
export const linkedView = z.strictObject({
  success: z.literal(true),
  walletAddress: z.string(),
  message: z.string(),
  returnPath: z.string(),
});
export type LinkedView = z.infer<typeof linkedView>;

/** `hasBankAccount`, or an error when that is unknown. */
export const bankView = z.union([
  z.strictObject({ hasBankAccount: z.boolean() }),
  z.strictObject({ error: z.literal("automatic_check_unavailable") }),
]);
export type BankView = z.infer<typeof bankView>;
