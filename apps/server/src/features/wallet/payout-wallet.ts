import { sameAddress } from "@hearth/chain/addresses";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import { findOwnMerchant } from "../businesses/merchants.service.ts";
import { linkProven } from "./wallet-proof.service.ts";
import { findLinkedWallet, lockAccount } from "./wallet.repo.ts";
import { findWalletOfKind, linkWallet, unlinkWallet, type WalletOwner } from "./wallet.service.ts";

/**
 * Links a merchant's payout wallet to the owner, so that nobody else can link it. A wallet that the owner has linked as another kind stays
 * that kind. @throws HearthError WALLET_ALREADY_USED when another account has it.
 */
export async function linkPayoutWallet(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin | null,
  owner: WalletOwner,
  wallet: { address: `0x${string}`; isProven: boolean },
): Promise<void> {
  const { address, isProven } = wallet;
  await lockAccount(tx, owner.userId);
  const linked = await findLinkedWallet(tx, owner.userId, address);
  if (linked !== null && linked.kind !== "payout") await unlinkWallet(deps, tx, origin, owner, "payout");
  if (isProven) return linkProven(deps, tx, origin, owner, { kind: "payout", address });
  if (linked !== null) return;
  await unlinkWallet(deps, tx, origin, owner, "payout");
  await linkWallet(deps, tx, origin, owner, { kind: "payout", address, provenAt: null });
}

/**
 * Unlinks the exchange account's address; does nothing without one. If the owner's merchant is paid there, it stays linked as the payout
 * wallet, so that nobody else can link it.
 */
export async function unlinkExchangeWallet(deps: Deps, tx: Transaction, origin: CallOrigin, owner: WalletOwner): Promise<void> {
  const address = await findWalletOfKind(tx, owner.userId, "exchange");
  if (address === null) return;
  await unlinkWallet(deps, tx, origin, owner, "exchange");
  const merchant = await findOwnMerchant(tx, owner.userId);
  if (!merchant?.payee || !sameAddress(merchant.payee.address, address)) return;
  await unlinkWallet(deps, tx, origin, owner, "payout");
  await linkWallet(deps, tx, origin, owner, { kind: "payout", address, provenAt: null });
}

/**
 * Links the payout wallet of a business to its new owner, if the former owner had linked it as one. Otherwise the new owner could never
 * return to it. Replaces a payout wallet of an earlier business of theirs. Requires the locks of both accounts.
 */
export async function handPayoutWallet(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  { from, to, address }: { from: string; to: string; address: `0x${string}` },
): Promise<void> {
  const linked = await findLinkedWallet(tx, from, address);
  if (linked?.kind !== "payout") return;
  for (const userId of [to, from]) await unlinkWallet(deps, tx, origin, { userId, actorId: from }, "payout");
  await linkWallet(deps, tx, origin, { userId: to, actorId: from }, { kind: "payout", address: linked.address, provenAt: linked.provenAt });
}
