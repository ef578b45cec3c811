import { sameAddress } from "@hearth/chain/addresses";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import type { ProveRefundWalletInput } from "@hearth/domain/refunds/inputs";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { findStoredAnswer, nothing, once } from "../../idempotency/once.ts";
import { lockCursor } from "../ledger/chain-cursor.repo.ts";
import { holdMerchant } from "../businesses/merchants.service.ts";
import { consumeProof, verifyProof } from "../wallet/wallet-proof.service.ts";
import { requireUnlinked } from "../wallet/wallet.service.ts";
import { insertRefundWallet, listOwnWallets, listProvenForRefunds } from "./refund-wallets.repo.ts";
import type { Refunder } from "./refunder.ts";

/**
 * The wallets from which a merchant's refunds count, without duplicates. Addresses at an exchange are excluded, because the exchange sends
 * from other wallets.
 */
export interface SendingWallets {
  all: `0x${string}`[];
  /** The proven ones; money from these counts without a reference. */
  proven: `0x${string}`[];
  /** True when there are none because the merchant was only ever paid at an exchange. */
  isWalletNeeded: boolean;
}

/** Reads the wallets from which a merchant's refunds count, the current payout wallet first. */
export async function readSendingWallets(db: DatabaseOrTransaction, merchantId: string): Promise<SendingWallets> {
  const ownWallets = await listOwnWallets(db, merchantId);
  const sending = ownWallets.filter(({ isExchange }) => !isExchange);
  const distinctAddresses = (wallets: typeof ownWallets) => [...new Set(wallets.map(({ address }) => address))];
  const all = distinctAddresses(sending);
  return {
    all,
    proven: distinctAddresses(sending.filter(({ isProven }) => isProven)),
    isWalletNeeded: all.length === 0 && ownWallets.length > 0,
  };
}

/** Requires a wallet from which the merchant's refunds count. @throws HearthError REFUND_WALLET_NEEDED. */
export async function requireSendingWallet(db: DatabaseOrTransaction, merchantId: string): Promise<void> {
  if ((await readSendingWallets(db, merchantId)).isWalletNeeded) throw new HearthError("REFUND_WALLET_NEEDED");
}

/**
 * Adds the wallet that signed a challenge to those from which the merchant's refunds count. The payout wallet does not change. Proving a
 * wallet again does nothing. Verifying a contract wallet calls the chain.
 *
 * @throws HearthError WALLET_PROOF_INVALID, WALLET_PROOF_EXPIRED, WALLET_ALREADY_USED, CHAIN_UNAVAILABLE; CONFLICT at the limit of wallets.
 */
export async function proveRefundWallet(
  deps: Deps,
  { merchantId, actor, origin }: Refunder,
  input: ProveRefundWalletInput,
  key: string | null,
): Promise<void> {
  const now = deps.clock.now();
  const content = { message: input.message };
  const call = { procedure: "merchant.proveRefundWallet", scope: actor.userId, key, input: content };
  const request = { ...call, answer: nothing, now };
  if ((await findStoredAnswer(deps.db, request)) !== null) return;
  const proof = await verifyProof(deps, actor, input);
  if (proof.payoutAddress !== null) throw new HearthError("WALLET_PROOF_INVALID");
  const { address } = proof;
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      await consumeProof(deps, tx, actor, proof);
      await holdMerchant(tx, merchantId);
      await requireUnlinked(tx, actor.userId, address);
      const known = await listProvenForRefunds(tx, merchantId);
      if (known.some((wallet) => sameAddress(wallet, address))) return null;
      if (known.length >= limits.refundWalletsPerMerchant) {
        const message = `You have proven ${limits.refundWalletsPerMerchant} wallets to refund from. Please use one of them.`;
        throw new HearthError("CONFLICT", { message });
      }
      const cursor = await lockCursor(tx, deps.network.chainId);
      const provenFromBlock = cursor === null ? 0n : cursor.blockNumber + 1n;
      await insertRefundWallet(tx, { merchantId, address, provenAt: now, provenBy: actor.userId, provenFromBlock });
      const subject = publicId("merchant", merchantId);
      const entry = { at: now, actorId: actor.userId, action: "merchant.refundWalletProven" as const, subject };
      await insertAuditEntry(tx, origin, { ...entry, data: { walletAddress: address } });
      return null;
    }),
  );
}
