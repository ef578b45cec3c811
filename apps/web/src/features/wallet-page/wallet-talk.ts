import {
  createResult,
  exportResult,
  recoverResult,
  shownResult,
  signResult,
  type WalletRefusal,
  walletRefusals,
  type WalletRequest,
} from "@hearth/domain/passkey-wallet/messages";
import { z } from "zod/mini";
import type { RequestOf, ResultOf, WalletMethod as Method, WalletResults } from "../../lib/wallet-page.ts";

const results: { [M in Method]: z.ZodMiniType<WalletResults[M]> } = {
  create: createResult,
  sign: signResult,
  recover: recoverResult,
  addPasskey: recoverResult,
  export: exportResult,
  signIn: shownResult,
  confirm: shownResult,
};

const version = { hearthWallet: z.literal(1) };
const answer = z.union([
  z.strictObject({ ...version, isReady: z.literal(true) }),
  z.strictObject({ ...version, id: z.string(), refusal: z.enum(walletRefusals) }),
  z.strictObject({ ...version, id: z.string(), result: z.unknown() }),
]);

interface WalletTalk<M extends Method> {
  /** Origin of the wallet's page. Messages are sent to this origin, and accepted from it, alone. */
  origin: string;
  request: RequestOf<M>;
  /** The frame's or popup's window. Null while there is none. */
  peer: () => Window | null;
  /** Called when the page can be used. */
  onReady: () => void;
  onResult: (result: ResultOf<M>) => void;
  onRefusal: (refusal: WalletRefusal) => void;
}

/**
 * Sends a request to the wallet's page as soon as the page is ready, and receives its answer. A page that was reloaded receives the request again. Messages of
 * another window or origin, and answers to another request, are ignored. Returns a function that stops listening.
 */
export function talkToWallet<M extends Method>({ origin, request, peer, onReady, onResult, onRefusal }: WalletTalk<M>): () => void {
  const id = crypto.randomUUID();
  const receive = (event: MessageEvent<unknown>) => {
    const page = peer();
    if (page === null || event.source !== page || event.origin !== origin) return;
    const parsed = answer.safeParse(event.data);
    if (!parsed.success) return;
    const { data } = parsed;
    if ("isReady" in data) {
      page.postMessage({ hearthWallet: 1, id, request }, origin);
      return onReady();
    }
    if (data.id !== id) return;
    if ("refusal" in data) return onRefusal(data.refusal);
    const result = readResult(request, data.result);
    if (result === null) onRefusal("invalid");
    else onResult(result);
  };
  window.addEventListener("message", receive);
  return () => window.removeEventListener("message", receive);
}

/** Reads a result of the request's method. Null for any other data, and for another number of signatures than items. */
function readResult<M extends Method>(request: RequestOf<M>, data: unknown): ResultOf<M> | null {
  const method: M = request.method;
  const parsed = results[method].safeParse(data);
  return parsed.success && hasAllSignatures(request, parsed.data) ? parsed.data : null;
}

function hasAllSignatures(request: WalletRequest, result: WalletResults[Method]): boolean {
  return request.method !== "sign" || ("signatures" in result && result.signatures.length === request.items.length);
}
