import { errorMessage } from "../../lib/api-error.ts";
import { BaseError, InsufficientFundsError, ResourceUnavailableRpcError, UnauthorizedProviderError, UserRejectedRequestError } from "viem";

/** Why a wallet did not complete a request, with the message for it. A rejection by the user is not a failure. */
export interface WalletProblem {
  kind: "rejected" | "busy" | "locked" | "gas" | "failed";
  message: string;
}

const sentences = {
  rejected: "You declined the request in your wallet. Nothing has changed.",
  busy: "Your wallet already has a request open. Please answer it there.",
  locked: "Your wallet is locked, or it does not share this account. Unlock it and try again.",
  gas: "This wallet does not hold enough ETH for the network fee.",
} as const;

/** Error codes of wallets (EIP-1193, EIP-1474, and 5000 from wallets behind a relay) and their meaning. */
const kindsOfCode: Record<number, keyof typeof sentences> = {
  [UserRejectedRequestError.code]: "rejected",
  5000: "rejected",
  [ResourceUnavailableRpcError.code]: "busy",
  [UnauthorizedProviderError.code]: "locked",
};

/** Some wallets report only in the message that their window was closed. */
const rejectedWords = /user (rejected|denied|closed|cancell?ed)|request rejected/i;
const gasWords = /insufficient funds/i;

/** Classifies any error thrown by a wallet or its library. */
export function walletProblem(error: unknown): WalletProblem {
  const own = serverMessage(error);
  if (own !== null) return { kind: "failed", message: own };
  const kind = kindOf(error);
  return kind === null ? { kind: "failed", message: messageOf(error) } : { kind, message: sentences[kind] };
}

function kindOf(error: unknown): keyof typeof sentences | null {
  for (let current: unknown = error, depth = 0; current && depth < 10; current = causeOf(current), depth++) {
    if (current instanceof InsufficientFundsError) return "gas";
    const kind =
      typeof current === "object" && "code" in current && typeof current.code === "number" ? kindsOfCode[current.code] : undefined;
    if (kind) return kind;
  }
  const message = messageOf(error);
  if (rejectedWords.test(message)) return "rejected";
  return gasWords.test(message) ? "gas" : null;
}

const unreachable = "Hearth could not be reached. Please try again.";

/** The sentence for a failed call of the server or of the network's node, which is no fault of the wallet. */
function serverMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "TRPCClientError") return errorMessage(error, unreachable);
  return error.name === "TypeError" && /fetch|network/i.test(error.message) ? unreachable : null;
}

function causeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "cause" in error ? error.cause : null;
}

function messageOf(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage;
  if (error instanceof Error && error.message) return error.message;
  return "The wallet did not answer";
}
