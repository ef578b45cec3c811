import type { Address } from "viem";
import { createStorage } from "wagmi";
import { errorCode } from "./api-error.ts";
import { type Inputs, trpcClient } from "./trpc.ts";
import { passkeyWalletId, type StoredConnection } from "./wagmi-passkey-wallet.ts";
import { addressOf, type PasskeyWalletOptions, readOwnWallets } from "./wagmi-passkey-provider.ts";
import { keepWalletCopy, readLostWallet, type WalletCopy } from "./wallet-copy.ts";
import { WalletGaveNothing } from "./wallet-page.ts";

/** A wallet that its page made and that the server does not have yet, with its owner. */
let unsaved: { userId: string; wallet: Inputs["passkeyWallet"]["create"] } | null = null;

/**
 * Returns the address of the account's passkey wallet. Makes the wallet first if there is none and `mayMake` is true. A wallet that was
 * made and could not be saved is saved by the next call: its owner has written down its recovery code. A wallet that this browser knows and
 * the server has lost is opened by its recovery code in place of a new one.
 */
export async function connectOwnWallet(options: PasskeyWalletOptions, userId: string, mayMake: boolean): Promise<Address> {
  const own = await readOwnWallets();
  if (own.wallet !== null) {
    keepWalletCopy(userId, own.wallet);
    return addressOf(own.wallet);
  }
  if (!mayMake) throw new WalletGaveNothing("missing");
  if (unsaved?.userId !== userId) unsaved = { userId, wallet: await make(options, readLostWallet(userId, own)) };
  const saved = await save(unsaved.wallet);
  keepWalletCopy(userId, saved);
  return addressOf(saved);
}

/** Keeps a copy of a wallet that was made together with its account, and has the next page that needs a wallet connect it: its owner has just chosen it. */
export async function keepNewWallet(userId: string, wallet: WalletCopy): Promise<void> {
  keepWalletCopy(userId, wallet);
  const storage = createStorage<StoredConnection>({ storage: localStorage });
  await storage.setItem("recentConnectorId", passkeyWalletId);
  await storage.setItem("passkeyWallet.connectedFor", userId);
}

async function make({ ask, walletOrigin }: PasskeyWalletOptions, lost: WalletCopy | null): Promise<Inputs["passkeyWallet"]["create"]> {
  const passkey = await trpcClient.passkeyWallet.begin.mutate();
  const name = deviceName(navigator.userAgent);
  if (lost === null) return { name, ...(await ask<"create">(walletOrigin, { method: "create", passkey })) };
  const { address, recoveryWrap } = lost;
  return {
    name,
    address,
    recoveryWrap,
    ...(await ask<"recover">(walletOrigin, { method: "recover", address, wrap: recoveryWrap, passkey })),
  };
}

/** Saves a made wallet, which also links it to the account. It is forgotten once the server has answered, whatever the answer. */
async function save(made: Inputs["passkeyWallet"]["create"]): Promise<Inputs["passkeyWallet"]["create"]> {
  try {
    await trpcClient.passkeyWallet.create.mutate(made);
    unsaved = null;
    return made;
  } catch (error) {
    const code = errorCode(error);
    if (code !== null && code !== "STEP_UP_REQUIRED" && code !== "INTERNAL") unsaved = null;
    throw error;
  }
}

const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android device"],
  [/Macintosh/, "Mac"],
  [/Windows/, "Windows computer"],
  [/CrOS/, "Chromebook"],
];

/** Names a device after its user agent, for the list of passkeys. */
export function deviceName(userAgent: string): string {
  return devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "This device";
}
