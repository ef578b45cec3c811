import { relayFailureSentence } from "../payment-timeline.ts";

/** Facts that decide how a connected wallet pays. */
export interface PaySituation {
  /** True if the server can relay a signed authorization now. */
  isRelayAvailable: boolean;
  /** Reason why the relayer failed to send the last authorization, or null. */
  relayFailure: string | null;
  isSmartWallet: boolean;
  /** True if there is a contract at the wallet's address. Undefined while unknown. */
  hasCode: boolean | undefined;
  /** Message about an authorization that was just refused, or null. */
  refusal: string | null;
  /** True if the payer chose to send the transfer from the wallet. */
  isChosen: boolean;
  /** False for a wallet that only signs, and cannot send a transfer itself. */
  canSend: boolean;
}

/**
 * Payment method: by signature (the server relays it and pays the fee) or by a transfer from the wallet.
 * `note` explains the choice.
 */
export interface PayMethod {
  by: "signature" | "transfer";
  note: string | null;
}

/** Relay failures that a new signature can resolve. */
const mendable = new Set(["expired", "balance", "paused"]);

/** Prefers the signature, for which the payer needs no ETH, and explains why if it cannot be used. */
export function payMethod({ isRelayAvailable, relayFailure, isSmartWallet, hasCode, refusal, isChosen, canSend }: PaySituation): PayMethod {
  if (!canSend) return bySignatureAlone({ isRelayAvailable, refusal, relayFailure });
  if (isChosen) return { by: "transfer", note: null };
  if (!isRelayAvailable) return transfer("Paying without a network fee is not available at the moment.");
  if (refusal !== null) return transfer(refusal);
  if (relayFailure !== null) return afterFailure(relayFailure);
  if (isSmartWallet && hasCode === false) return transfer("This smart wallet has not been used on the network yet.");
  return { by: "signature", note: null };
}

/** Says why a wallet that only signs cannot pay at the moment. Its owner can press again later, and nothing is signed twice for one checkout. */
function bySignatureAlone({
  isRelayAvailable,
  refusal,
  relayFailure,
}: Pick<PaySituation, "isRelayAvailable" | "refusal" | "relayFailure">): PayMethod {
  if (relayFailure !== null)
    return { by: "signature", note: `${relayFailureSentence(relayFailure)} No money has moved. You can sign again.` };
  const why = isRelayAvailable ? refusal : "Paying by signature is not available at the moment.";
  return { by: "signature", note: why === null ? null : `${why} Please try again in a few minutes, or pay in another way.` };
}

function transfer(why: string): PayMethod {
  return { by: "transfer", note: `${why} Your wallet sends the payment itself.` };
}

function afterFailure(failure: string): PayMethod {
  const why = `${relayFailureSentence(failure)} No money has moved.`;
  return mendable.has(failure) ? { by: "signature", note: `${why} You can sign again.` } : transfer(why);
}
