import type { ChequeTrouble } from "@hearth/domain/autopay/cheques";
import type { Deps } from "../../deps.ts";
import { askToken } from "./ask-token.ts";
import type { ChequeRow } from "./cheques.repo.ts";
import { readAuthorization } from "./signature.ts";

/** What the relayer found out as it gave a cheque up, as far as its payer can mend it. */
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
 * Why a sent cheque was not paid while its time goes on: what the token says to it now. Where the token would take it now, what stopped the relayer is over, and
 * what that said counts. Throws ChainUnavailable.
 */
export async function whyFailed(deps: Deps, cheque: ChequeRow, failure: string | null): Promise<ChequeTrouble> {
  const said = await askToken(deps, readAuthorization(deps, cheque));
  if (said !== "fine" && said !== "later" && said !== "other") return said;
  return foundByRelayer[failure ?? ""] ?? "other";
}
