import type {
  createResult,
  exportResult,
  recoverResult,
  shownResult,
  signResult,
  WalletRefusal,
  WalletRequest,
} from "@hearth/domain/passkey-wallet/messages";
import type { z } from "zod/mini";

type Method = WalletRequest["method"];

/** The results of the wallet's methods. */
export interface WalletResults {
  create: z.infer<typeof createResult>;
  sign: z.infer<typeof signResult>;
  recover: z.infer<typeof recoverResult>;
  addPasskey: z.infer<typeof recoverResult>;
  export: z.infer<typeof exportResult>;
  signIn: z.infer<typeof shownResult>;
  confirm: z.infer<typeof shownResult>;
}

export type RequestOf<M extends Method> = Extract<WalletRequest, { method: M }>;
export type ResultOf<M extends Method> = WalletResults[M];
export type WalletMethod = Method;

/**
 * Reasons for which the passkey wallet gave no result. `missing`: its page did not come. `busy`: another request is open. `unmade`: its page
 * was closed while it made a passkey. The others are the page's own.
 */
export type WalletFailure = WalletRefusal | "missing" | "busy" | "unmade";

/** Said where Hearth was away before the wallet's page opened. */
export const notReached = "Hearth could not be reached, so nothing has changed. Check your connection and press again.";

/** Said where the wallet's page was closed while it made a passkey, also at the recovery code. The page itself has the device forget it. */
export const nothingMade =
  "You closed your wallet's page before it was finished, so nothing was made. You can start again. If your device lists a passkey from just now, it opens nothing, and you can delete it.";

/** The error code of each failure (EIP-1193, EIP-1474). Wallet libraries repeat a request that failed without a code. */
const codes: Record<WalletFailure, number> = {
  cancelled: 4001,
  unmade: 4001,
  busy: -32_002,
  invalid: 4200,
  unsupported: 4200,
  wrongPasskey: 4100,
  hidden: 4100,
  payeeChanged: 4100,
  missing: 4900,
};

/** The passkey wallet gave no result. Nothing was signed. */
export class WalletGaveNothing extends Error {
  override name = "WalletGaveNothing";
  readonly failure: WalletFailure;
  readonly code: number;
  constructor(failure: WalletFailure) {
    super(`The passkey wallet gave no result: ${failure}`);
    this.failure = failure;
    this.code = codes[failure];
  }
}
