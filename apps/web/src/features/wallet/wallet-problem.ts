import { errorMessage } from "../../lib/api-error.ts";
import { nothingMade, type WalletFailure, WalletGaveNothing } from "../../lib/wallet-page.ts";
import {
  BaseError,
  InsufficientFundsError,
  ProviderRpcError,
  ResourceUnavailableRpcError,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from "viem";

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

/** The passkey wallet's failures. */
const passkeyProblems: Record<WalletFailure, WalletProblem> = {
  cancelled: { kind: "rejected", message: "You closed your wallet before it signed. Nothing has changed." },
  unmade: { kind: "rejected", message: nothingMade },
  busy: { kind: "busy", message: sentences.busy },
  wrongPasskey: {
    kind: "failed",
    message: "That passkey does not open this wallet. Please use one that you added to it. Nothing was signed.",
  },
  unsupported: {
    kind: "failed",
    message: "This device or browser cannot open your wallet. Please use the device that you made it on, or another wallet.",
  },
  hidden: { kind: "failed", message: "Your wallet's page was covered, so nothing was signed. Please try again with all of it in sight." },
  invalid: { kind: "failed", message: "Your wallet refused this request, and nothing was signed. Please reload the page and try again." },
  payeeChanged: {
    kind: "failed",
    message:
      "Nothing was signed, because this is not the wallet that you paid before. Call the business on a phone number that you know, and ask where to pay.",
  },
  missing: {
    kind: "failed",
    message: "Your wallet could not be reached, and nothing was signed. Please check your connection and try again.",
  },
};

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
  const nothing = causesOf(error).find((cause) => cause instanceof WalletGaveNothing);
  if (nothing !== undefined) return passkeyProblems[nothing.failure];
  const own = serverMessage(error);
  if (own !== null) return { kind: "failed", message: own };
  const kind = kindOf(error);
  return kind === null ? { kind: "failed", message: messageOf(error) } : { kind, message: sentences[kind] };
}

function kindOf(error: unknown): keyof typeof sentences | null {
  for (const current of causesOf(error)) {
    if (current instanceof InsufficientFundsError) return "gas";
    const kind =
      typeof current === "object" && current !== null && "code" in current && typeof current.code === "number"
        ? kindsOfCode[current.code]
        : undefined;
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

/** Returns an error and its causes, up to ten. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let current = error; current && causes.length < 10; current = causeOf(current)) causes.push(current);
  return causes;
}

function causeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "cause" in error ? error.cause : null;
}

/** The error code of a method that a wallet does not support. The passkey wallet says why in its own words. */
const unsupportedCode = 4200;

function messageOf(error: unknown): string {
  const refusal = causesOf(error).findLast((cause) => cause instanceof ProviderRpcError && cause.code === unsupportedCode);
  if (refusal instanceof ProviderRpcError) return refusal.shortMessage;
  if (error instanceof BaseError) return error.shortMessage;
  if (error instanceof Error && error.message) return error.message;
  return "The wallet did not answer";
}
