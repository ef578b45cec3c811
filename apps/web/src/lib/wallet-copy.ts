import { keyWrap } from "@hearth/domain/passkey-wallet/key-wrap";
import { z } from "zod/mini";
import { sharedStore } from "./browser-store.ts";
import type { Outputs } from "./trpc.ts";

const walletCopy = z.object({ address: z.string(), recoveryWrap: keyWrap });

/** An account's passkey wallet as this browser keeps it. Only the recovery code opens it. */
export type WalletCopy = z.infer<typeof walletCopy>;

const keyOf = (userId: string) => `passkeyWallet.${userId}`;

/** Keeps a copy of an account's wallet. A server that is restored from a backup older than the wallet has no record of it. */
export function keepWalletCopy(userId: string, { address, recoveryWrap }: WalletCopy): void {
  sharedStore.setItem(keyOf(userId), JSON.stringify({ address, recoveryWrap }));
}

/** Forgets the copy of an account's wallet. */
export function dropWalletCopy(userId: string): void {
  sharedStore.removeItem(keyOf(userId));
}

/** Returns the wallet that this browser knows and the server has no record of, neither as in use nor as taken out of use. Null for none. */
export function readLostWallet(userId: string, { wallet, ended }: Outputs["passkeyWallet"]["read"]): WalletCopy | null {
  const copy = wallet === null ? readCopy(userId) : null;
  if (copy === null || ended.some(({ address }) => address.toLowerCase() === copy.address.toLowerCase())) return null;
  return copy;
}

/** Returns the stored copy; null for none, and for one that something else has written over. */
function readCopy(userId: string): WalletCopy | null {
  try {
    return walletCopy.parse(JSON.parse(sharedStore.getItem(keyOf(userId)) ?? "null"));
  } catch {
    return null;
  }
}
