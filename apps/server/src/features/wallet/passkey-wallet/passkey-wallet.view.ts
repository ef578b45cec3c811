import { publicId } from "@hearth/domain/ids";
import { keyWrap } from "@hearth/domain/passkey-wallet/key-wrap";
import { newPasskey } from "@hearth/domain/passkey-wallet/messages";
import { z } from "zod";
import type { WalletSend } from "../../ledger/relays.repo.ts";
import { passkeyView } from "../../auth/factors/passkeys.view.ts";
import type { listEndedWallets, PasskeyWallet } from "./passkey-wallet.repo.ts";

/**
 * The account's passkey wallet with what its page needs to open it, or null, and wallets that were taken out of use when the account was taken back. The wraps are encrypted: only
 * a passkey or the recovery code opens one.
 */
export const passkeyWalletView = z.strictObject({
  wallet: z.nullable(
    z.strictObject({
      address: z.string(),
      createdAt: z.iso.datetime(),
      openings: z.array(z.strictObject({ credentialId: z.string(), wrap: keyWrap })),
      recoveryWrap: keyWrap,
      passkeys: z.array(passkeyView),
    }),
  ),
  ended: z.array(z.strictObject({ address: z.string(), createdAt: z.iso.datetime() })),
});
export type PasskeyWalletView = z.infer<typeof passkeyWalletView>;

/** The input of the wallet page's `create` and `recover`. */
export const newWalletPasskeyView = z.strictObject(newPasskey.shape);
export type NewWalletPasskeyView = z.infer<typeof newWalletPasskeyView>;

/** Money that the account sends out of its passkey wallet. `failure` is the relayer's reason. `txHash` is null until Hearth's transaction is known. */
export const walletSendView = z.strictObject({
  _id: z.string(),
  to: z.string(),
  usdcUnits: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(["sending", "arrived", "failed"]),
  failure: z.string().nullable(),
  txHash: z.string().nullable(),
});
export type WalletSendView = z.infer<typeof walletSendView>;

/** The newest sends, and how many more are allowed within 24 hours. */
export const walletSendsView = z.strictObject({
  sends: z.array(walletSendView),
  leftToday: z.int(),
  mostADay: z.int(),
});
export type WalletSendsView = z.infer<typeof walletSendsView>;

export function viewWalletSend({ id, toAddress, usdcUnits, createdAt, status, failure, txHash }: WalletSend): WalletSendView {
  // Somebody else's transaction may move the money of a signature too.
  const hasArrived = status === "mined" || failure === "alreadyPaid";
  const isOver = hasArrived || status === "failed";
  return {
    _id: publicId("walletSend", id),
    to: toAddress,
    usdcUnits: String(usdcUnits),
    createdAt: createdAt.toISOString(),
    status: hasArrived ? "arrived" : isOver ? "failed" : "sending",
    failure: hasArrived ? null : failure,
    txHash: isOver && !hasArrived ? null : txHash,
  };
}

type EndedWallet = Awaited<ReturnType<typeof listEndedWallets>>[number];

export function viewPasskeyWallet(wallet: PasskeyWallet | null, endedWallets: EndedWallet[]): PasskeyWalletView {
  const ended = endedWallets.map(({ address, createdAt }) => ({ address, createdAt: createdAt.toISOString() }));
  if (wallet === null) return { wallet, ended };
  const { address, createdAt, recoveryWrap, passkeys } = wallet;
  return {
    ended,
    wallet: {
      address,
      createdAt: createdAt.toISOString(),
      openings: passkeys.map(({ credentialId, wrap }) => ({ credentialId, wrap })),
      recoveryWrap,
      passkeys: passkeys.map((passkey) => ({
        _id: publicId("walletPasskey", passkey.id),
        name: passkey.name,
        isBackedUp: passkey.isBackedUp,
        createdAt: passkey.createdAt.toISOString(),
        lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
      })),
    },
  };
}
