import type { ScheduledPaymentTrouble } from "@hearth/domain/autopay/scheduled-payments";
import type { Deps } from "../../deps.ts";
import { askToken } from "./ask-token.ts";
import type { ScheduledPaymentRow } from "./scheduled-payments.repo.ts";
import { readAuthorization } from "./signature.ts";

/** Maps the relayer's failure to the trouble that its payer is shown. */
const foundByRelayer: Record<string, ScheduledPaymentTrouble> = {
  balance: "balance",
  blacklisted: "blacklisted",
  paused: "paused",
  signature: "signature",
  used: "used",
  gas: "relay",
  relayer: "relay",
  merchant: "merchant",
};

/**
 * Returns why a sent scheduled payment was not paid before its deadline: the token's present answer. If the token would accept it now, the
 * relayer's failure counts instead. Throws ChainUnavailable.
 */
export async function whyFailed(
  deps: Deps,
  scheduledPayment: ScheduledPaymentRow,
  failure: string | null,
): Promise<ScheduledPaymentTrouble> {
  const answer = await askToken(deps, readAuthorization(deps, scheduledPayment));
  if (answer !== "fine" && answer !== "later" && answer !== "other") return answer;
  return foundByRelayer[failure ?? ""] ?? "other";
}
