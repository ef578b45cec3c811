import { parseAddress } from "@hearth/chain/addresses";
import { parseUnits } from "viem";
import { z } from "zod";

const addressError = "That is not an address, or its checksum is wrong.";

/** An address, converted to checksum form. */
const addressInput = z.string({ error: addressError }).transform((text, context) => {
  const address = parseAddress(text.trim());
  if (address !== null) return address;
  context.addIssue({ code: "custom", message: addressError });
  return z.NEVER;
});

const amountError = "The amount is a plain number of dollars, above 0 and at most 1000000.00.";

/** An amount in dollars, converted to USDC base units (6 decimals). */
const amountInput = z
  .string({ error: amountError })
  .regex(/^(?=.*[1-9])(?:\d{1,6}(?:\.\d{1,2})?|1000000(?:\.00?)?)$/, amountError)
  .transform((text) => parseUnits(text, 6));

const wholeNumber = (what: string, min: number, max: number) => {
  const error = `${what} is a whole number from ${min} to ${max}.`;
  return z.int({ error }).min(min, error).max(max, error);
};

/** `POST /faucet` */
export const faucetInput = z.strictObject({ address: addressInput, usdc: amountInput.default(() => parseUnits("5000", 6)) });

/** `POST /mine` */
export const mineInput = z.strictObject({ blocks: wholeNumber("The number of blocks", 1, 1_000).default(1) });

/** `POST /reorg`. Without `keepTransactions` the transactions in the replaced blocks are lost. */
export const reorgInput = z.strictObject({
  depth: wholeNumber("The depth", 1, 250),
  keepTransactions: z.boolean({ error: "keepTransactions is true or false." }).default(false),
});

/** `POST /faults`. Changes only the given faults. */
export const faultsInput = z.strictObject({
  rpcAwaySeconds: wholeNumber("The time away in seconds", 0, 3_600).optional(),
  rpcDelayMs: wholeNumber("The delay in milliseconds", 0, 60_000).optional(),
  rpcLagBlocks: wholeNumber("The lag in blocks", 0, 200).optional(),
  usdcPaused: z.boolean({ error: "usdcPaused is true or false." }).optional(),
  blacklist: addressInput.optional(),
  unblacklist: addressInput.optional(),
  relayerWithoutGas: z.boolean({ error: "relayerWithoutGas is true or false." }).optional(),
  mailAwaySeconds: wholeNumber("The time away in seconds", 0, 3_600).optional(),
  mailDelayMs: wholeNumber("The delay in milliseconds", 0, 60_000).optional(),
  mailRefused: z.boolean({ error: "mailRefused is true or false." }).optional(),
});
