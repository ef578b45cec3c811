import { BaseError, decodeErrorResult, type Hex, isHex, parseAbi, RpcRequestError } from "viem";
import { isExecutionVerdict } from "./chain-errors.ts";

/** Reasons why the token would refuse an authorization now. */
export type AuthorizationRefusal = "balance" | "blacklisted" | "paused" | "used" | "expired" | "notYetValid" | "signature" | "unknown";

const revertAbi = parseAbi(["error Error(string)"]);

/** USDC's exact error messages (FiatTokenV2_2, Blacklistable, Pausable, ECRecover). */
const reasons: readonly (readonly [RegExp, AuthorizationRefusal])[] = [
  [/transfer amount exceeds balance/, "balance"],
  [/account is blacklisted/, "blacklisted"],
  [/Pausable: paused/, "paused"],
  [/authorization is used or canceled/, "used"],
  [/authorization is expired/, "expired"],
  [/authorization is not yet valid/, "notYetValid"],
  [/invalid signature/, "signature"],
];

/** Returns the token's reason for a refusal, or null if the call itself failed and so says nothing about the token. */
export function refusalOf(error: unknown): AuthorizationRefusal | null {
  if (!isExecutionVerdict(error) || !(error instanceof BaseError)) return null;
  const answer = error.walk((inner) => inner instanceof RpcRequestError);
  return reasonOf(answer instanceof RpcRequestError ? `${answer.details} ${revertText(answer.data)}` : "");
}

/** Returns the token's reason for a refusal, from the return data of its failed call. */
export function refusalIn(returnData: Hex): AuthorizationRefusal {
  return reasonOf(decodeText(returnData));
}

function reasonOf(text: string): AuthorizationRefusal {
  return reasons.find(([pattern]) => pattern.test(text))?.[1] ?? "unknown";
}

/** Nodes put the token's message into the data (encoded), the error message, or both. */
function revertText(data: unknown): string {
  if (!isHex(data)) return "";
  return decodeText(data);
}

function decodeText(data: Hex): string {
  try {
    return decodeErrorResult({ abi: revertAbi, data }).args[0];
  } catch {
    return ""; // a custom error of a contract wallet, or no data at all
  }
}
