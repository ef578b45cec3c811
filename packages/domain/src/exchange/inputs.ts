import { z } from "zod";
import { safePath } from "../redirect.ts";

/** Ways to open the exchange: in a window of its own, or in the current one where popups are impossible. */
export const linkStrategies = ["popup", "redirect"] as const;

/** Starts linking an exchange account. A path outside the product becomes the dashboard. */
export const initiateAuthInput = z.strictObject({
  strategy: z.enum(linkStrategies).default("popup"),
  currentPath: z
    .string()
    .max(2_000)
    .default("/smart-wallet-setup")
    .transform((path) => safePath(path)),
});
export type InitiateAuthInput = z.infer<typeof initiateAuthInput>;

const missing = "Missing authorization parameters";

/** The exchange's redirect back to Hearth: a code, or the reason there is none. */
export const linkCallbackInput = z
  .strictObject({
    state: z.string({ error: missing }).min(8, missing).max(200, missing),
    code: z
      .string()
      .min(1, missing)
      .max(2_000, missing)
      .meta({ description: "The authorization code that the exchange returned." })
      .optional(),
    error: z.string().max(200, missing).optional(),
  })
  .refine(({ code, error }) => code !== undefined || error !== undefined, { error: missing, path: ["code"] });
export type LinkCallbackInput = z.infer<typeof linkCallbackInput>;

/** States of linking an exchange account. */
export const verificationStatuses = ["none", "pending", "verified", "failed"] as const;
