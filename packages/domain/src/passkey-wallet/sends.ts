import { formatUsdc } from "../money.ts";

/** Authorizations that one touch signs at most: three years of monthly rent. */
export const maxSignedAtOnce = 36;

/** Sentences about a reason for which nothing left the wallet. */
const reasons: Record<string, string> = {
  balance: "The wallet held less than this amount when it was sent.",
  expired: "The network did not take it in time.",
  gas: "Hearth could not send it.",
  relayer: "Hearth could not send it.",
  blacklisted: "The issuer of USDC has blocked one of the two addresses.",
  paused: "USDC transfers were paused.",
  cancelled: "Your wallet cancelled it.",
};

/** False where the same money can never be sent to the same address. */
export function canSendAgain(failure: string): boolean {
  return failure !== "blacklisted";
}

/** Says why money was not sent out of a wallet, and what to do, after the relayer's reason. */
export function sendFailureWords(failure: string): string {
  return `${reasons[failure] ?? "The network refused it."} Nothing left your wallet${canSendAgain(failure) ? ", so you can send it again" : ""}.`;
}

/** Formats an amount that leaves a wallet, in USDC base units: `$240.15`, with all decimals where there are fractions of a cent. */
export function sendAmount(usdcUnits: bigint): string {
  return `$${formatUsdc(usdcUnits)}`;
}
