import type { ChequeTrouble } from "@hearth/domain/autopay/cheques";
import type { Deps } from "../../deps.ts";
import { askToken } from "./ask-token.ts";
import type { ChequeRow } from "./cheques.repo.ts";
import { readAuthorization } from "./signature.ts";

/** Maps the relayer's failure to the trouble that its payer is shown. */
const foundByRelayer: Record<string, ChequeTrouble> = {
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
export async function whyFailed(deps: Deps, cheque: ChequeRow, failure: string | null): Promise<ChequeTrouble> {
  const answer = await askToken(deps, readAuthorization(deps, cheque));
  if (answer !== "fine" && answer !== "later" && answer !== "other") return answer;
  return foundByRelayer[failure ?? ""] ?? "other";
}
