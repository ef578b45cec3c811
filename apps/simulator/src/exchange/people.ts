import { createHash } from "node:crypto";
import { getAddress } from "viem";

/** What the beginning of an email address does to the account behind it; the home page lists them. */
export const emailSentinels = {
  nobank: "no bank account is linked",
  nousdc: "holds no USDC account",
  newaddress: "has no address on Base until one is asked for",
  shared: "receives at the same address as everybody else whose email begins so",
  away: "the account's interface answers 503",
  busy: "the account's interface answers 429",
  late: "the account's interface answers too late",
  nonsense: "the account's interface answers what nobody understands",
  lacking: "the account's interface leaves out what matters",
  nocheck: "its payment methods cannot be asked for (503)",
  unverified: "its bank account is not verified",
  revoked: "its tokens are refused from the first call on",
  shortlived: "its tokens last two seconds",
  tokenaway: "gets no tokens (503)",
  tokennonsense: "gets no tokens: the answer is what nobody understands",
} as const;
export type EmailSentinel = keyof typeof emailSentinels;

/** Somebody with an account at the exchange. */
export interface Person {
  id: string;
  email: string;
  usdcAddress: string;
}

/** Whether an email address asks for a sentinel's behaviour. */
export function isSentinel(email: string, sentinel: EmailSentinel): boolean {
  return email.startsWith(sentinel);
}

/** Whoever names an email address has an account; the same one each time. */
export function personOf(email: string): Person {
  const digest = (...words: string[]) => createHash("sha256").update(words.join(" ")).digest("hex");
  const holder = isSentinel(email, "shared") ? "shared" : email;
  return {
    id: digest("person", email).slice(0, 32),
    email,
    usdcAddress: getAddress(`0x${digest("address", holder).slice(0, 40)}`),
  };
}
