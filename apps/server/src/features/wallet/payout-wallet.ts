import { sameAddress } from "@hearth/chain/addresses";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import { findOwnMerchant } from "../merchants/merchants.service.ts";
import { linkProven } from "./wallet-proof.service.ts";
import { findLinkedWallet, lockAccount } from "./wallet.repo.ts";
import { findWalletOfKind, linkWallet, unlinkWallet, type WalletOwner } from "./wallet.service.ts";

/**
 * Keeps the wallet that a merchant is paid to as the owner's, so that nobody else can link it; one that the owner has linked for something
 * else stays as it is. @throws HearthError WALLET_ALREADY_USED when it belongs to another account.
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
 * Unlinks the address of the account at the exchange; does nothing where there is none. An address that the owner's merchant is paid to stays
 * the owner's as the payout wallet, so that nobody else can link it.
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
