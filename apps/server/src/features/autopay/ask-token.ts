import type { AuthorizationSimulation } from "@hearth/chain/chain-reader";
import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import type { ScheduledPaymentTrouble } from "@hearth/domain/autopay/scheduled-payments";
import type { Deps } from "../../deps.ts";

/** The token's answer about a scheduled payment: it would accept it, it is too early, or the reason for refusing it. */
export type TokenAnswer = "fine" | "later" | ScheduledPaymentTrouble;

/** Simulates a scheduled payment with the token, now or at a future time. Throws ChainUnavailable. */
export async function askToken(
  { chain }: Pick<Deps, "chain">,
  authorization: SignedTransferAuthorization,
  time?: Date,
): Promise<TokenAnswer> {
  const answer: AuthorizationSimulation =
    time === undefined ? await chain.simulateAuthorization(authorization) : await chain.simulateAuthorizationAt(authorization, time);
  if (answer.ok) return "fine";
  // Our own clock decides about its time. A node that cannot simulate another time answers the same.
  if (answer.reason === "notYetValid" || answer.reason === "expired") return "later";
  if (answer.reason === "blacklisted") return (await chain.isBlacklisted(authorization.from)) ? "blacklisted" : "payeeBlacklisted";
  return answer.reason === "unknown" ? "other" : answer.reason;
}
