import { createHash } from "node:crypto";
import { getAddress } from "viem";

/** Effects of an email address's prefix on its account. The home page lists them. */
export const emailSentinels = {
  nobank: "no bank account is linked",
  nousdc: "holds no USDC account",
  newaddress: "has no address on Base until one is requested",
  shared: "has the same address as every other email with this prefix",
  away: "the account API answers 503",
  busy: "the account API answers 429",
  late: "the account API answers too late",
  nonsense: "the account API sends an invalid response",
  lacking: "the account API omits required fields",
  nocheck: "its payment methods are unavailable (503)",
  unverified: "its bank account is not verified",
  revoked: "its tokens are refused from the first call on",
  shortlived: "its tokens last two seconds",
  tokenaway: "gets no tokens (503)",
  tokennonsense: "gets no tokens: the response is invalid",
} as const;
export type EmailSentinel = keyof typeof emailSentinels;

/** A person with an account at the exchange. */
export interface Person {
  id: string;
  email: string;
  usdcAddress: string;
}

/** True if an email address has a sentinel's prefix. */
export function isSentinel(email: string, sentinel: EmailSentinel): boolean {
  return email.startsWith(sentinel);
}

/** The account of any email address. The same address always has the same account. */
export function personOf(email: string): Person {
  const digest = (...seeds: string[]) => createHash("sha256").update(seeds.join(" ")).digest("hex");
  const holder = isSentinel(email, "shared") ? "shared" : email;
  return {
    id: digest("person", email).slice(0, 32),
    email,
    usdcAddress: getAddress(`0x${digest("address", holder).slice(0, 40)}`),
  };
}
