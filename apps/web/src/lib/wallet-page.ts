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

/** Reasons for which the passkey wallet gave no result: its page's own, a page that did not come, and a second request beside an open one. */
export type WalletFailure = WalletRefusal | "missing" | "busy";

/** The error code of each failure (EIP-1193, EIP-1474). Wallet libraries repeat a request that failed without a code. */
const codes: Record<WalletFailure, number> = {
  cancelled: 4001,
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
