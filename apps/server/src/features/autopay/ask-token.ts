import type { AuthorizationSimulation } from "@hearth/chain/chain-reader";
import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import type { ChequeTrouble } from "@hearth/domain/autopay/cheques";
import type { Deps } from "../../deps.ts";

/** What the token says to a cheque: it would take it, its time has not come, or what is in the way. */
export type TokenWord = "fine" | "later" | ChequeTrouble;

/** Asks the token about a cheque, now or as it would be at another time. Throws ChainUnavailable. */
export async function askToken(
  { chain }: Pick<Deps, "chain">,
  authorization: SignedTransferAuthorization,
  time?: Date,
): Promise<TokenWord> {
  const said: AuthorizationSimulation =
    time === undefined ? await chain.simulateAuthorization(authorization) : await chain.foreseeAuthorization(authorization, time);
  if (said.ok) return "fine";
  // Its time is ours to know, and a node that cannot speak of another time says so too.
  if (said.reason === "notYetValid" || said.reason === "expired") return "later";
  if (said.reason === "blacklisted") return (await chain.isBlacklisted(authorization.from)) ? "blacklisted" : "payeeBlacklisted";
  return said.reason === "unknown" ? "other" : said.reason;
}
