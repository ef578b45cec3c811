import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import { centsToUsdcUnits, parseCents } from "@hearth/domain/money";
import { sendAmount } from "@hearth/domain/passkey-wallet/sends";
import type { Address } from "viem";
import { z } from "zod";

interface SendFormOptions {
  own: Address;
  /** Balance in USDC base units. */
  units: bigint;
  /** The text of the amount that stands for the whole balance, fractions of a cent included. Null where it was not chosen. */
  allText: string | null;
}

/** Schema of the form that sends money out of a passkey wallet. Returns a checksummed address, and USDC base units. */
export function sendForm({ own, units, allText }: SendFormOptions) {
  const to = z.string().transform((text, context): Address => {
    const address = parseAddress(text.trim());
    if (address !== null && !sameAddress(address, own)) return address;
    const message = address === null ? addressProblem(text.trim()) : "This is the address of your own wallet.";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
  const amount = z.string().transform((text, context): bigint => {
    const typed = text.trim() === allText ? units : centsToUsdcUnits(parseCents(text.trim()) ?? 0);
    if (typed > 0n && typed <= units) return typed;
    const message = typed > units ? `Your wallet holds ${sendAmount(units)}.` : "Please enter an amount above $0.00";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
  return z.strictObject({ to, amount });
}

function addressProblem(text: string): string {
  if (text === "") return "Please enter the address to send to";
  return /^0x[0-9a-fA-F]{40}$/.test(text)
    ? "This address has a typing mistake. Please copy it again."
    : "An address is 0x and 40 letters and digits. Please copy it from the other wallet.";
}
