import { publicId } from "@hearth/domain/ids";
import { keyWrap } from "@hearth/domain/passkey-wallet/key-wrap";
import { newPasskey } from "@hearth/domain/passkey-wallet/messages";
import { z } from "zod";
import { passkeyView } from "../../auth/factors/passkeys.view.ts";
import { isRecoverable, type listEndedWallets, type PasskeyWallet } from "./passkey-wallet.repo.ts";

/**
 * The account's passkey wallet with what its page needs to open it, or null, and wallets that were taken out of use. The wraps are encrypted: only a passkey or
 * the recovery code opens one.
 */
export const passkeyWalletView = z.strictObject({
  wallet: z.nullable(
    z.strictObject({
      address: z.string(),
      createdAt: z.iso.datetime(),
      openings: z.array(z.strictObject({ credentialId: z.string(), wrap: keyWrap })),
      recoveryWrap: keyWrap,
      passkeys: z.array(passkeyView),
      /** Dollars that it should hold at most, because the loss of one device could lose them. Null where it can be recovered. */
      mostAtRisk: z.number().nullable(),
    }),
  ),
  ended: z.array(z.strictObject({ address: z.string(), createdAt: z.iso.datetime() })),
});
export type PasskeyWalletView = z.infer<typeof passkeyWalletView>;

/** The input of the wallet page's `create` and `recover`. */
export const newWalletPasskeyView = z.strictObject(newPasskey.shape);
export type NewWalletPasskeyView = z.infer<typeof newWalletPasskeyView>;

/** The input of the wallet page's `signIn`. */
export const walletChallengeView = z.strictObject({ challenge: z.string() });
export type WalletChallengeView = z.infer<typeof walletChallengeView>;

/** The input of the wallet page's `confirm`, with the passkeys of the account's wallet. */
export const walletProofChallengeView = z.strictObject({ challenge: z.string(), credentialIds: z.array(z.string()) });
export type WalletProofChallengeView = z.infer<typeof walletProofChallengeView>;

type EndedWallet = Awaited<ReturnType<typeof listEndedWallets>>[number];

/** The wallet's balance in USDC base units, and what its owner has under way that needs it. */
export const walletContentsView = z.strictObject({ usdcUnits: z.string(), scheduledPayments: z.int(), openPayments: z.int() });
export type WalletContentsView = z.infer<typeof walletContentsView>;

/** `mostAtRisk`: dollars that a wallet should hold at most while one device alone opens it. */
export function viewPasskeyWallet(wallet: PasskeyWallet | null, endedWallets: EndedWallet[], mostAtRisk: number): PasskeyWalletView {
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
      mostAtRisk: isRecoverable(wallet) ? null : mostAtRisk,
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
