import { relayFailureSentence } from "../payment-timeline.ts";

/** What decides how a connected wallet pays. */
export interface PaySituation {
  /** Whether the server can carry a signed authorization to the chain now. */
  isRelayAvailable: boolean;
  /** Why the relay did not bring the last authorization to the chain, or null. */
  relayFailure: string | null;
  isSmartWallet: boolean;
  /** Whether there is a contract at the wallet's address; undefined while it is not known. */
  hasCode: boolean | undefined;
  /** A sentence about an authorization that was refused a moment ago. */
  refusal: string | null;
  /** Whether the payer asked to send it themselves. */
  isChosen: boolean;
}

/** By signature (the server brings it to the chain and pays the fee), or sent by the wallet itself; and what to say about that. */
export interface PayMethod {
  by: "signature" | "transfer";
  note: string | null;
}

/** What a new signature can mend. */
const mendable = new Set(["expired", "balance", "paused"]);

/** Prefers the signature, for which the payer needs no ETH, and says why where it cannot be used. */
export function payMethod({ isRelayAvailable, relayFailure, isSmartWallet, hasCode, refusal, isChosen }: PaySituation): PayMethod {
  if (isChosen) return { by: "transfer", note: null };
  if (!isRelayAvailable) return transfer("Paying without a network fee is not available at the moment.");
  if (refusal !== null) return transfer(refusal);
  if (relayFailure !== null) return afterFailure(relayFailure);
  if (isSmartWallet && hasCode === false) return transfer("This smart wallet has not been used on the network yet.");
  return { by: "signature", note: null };
}

function transfer(why: string): PayMethod {
  return { by: "transfer", note: `${why} Your wallet sends the payment itself.` };
}

function afterFailure(failure: string): PayMethod {
  const why = `${relayFailureSentence(failure)} No money has moved.`;
  return mendable.has(failure) ? { by: "signature", note: `${why} You can sign again.` } : transfer(why);
}
