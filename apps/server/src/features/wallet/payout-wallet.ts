import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { linkProven } from "./wallet-proof.service.ts";
import { findLinkedWallet, lockAccount } from "./wallet.repo.ts";
import { linkWallet, unlinkWallet } from "./wallet.service.ts";

/**
 * Keeps the wallet that a merchant is paid to as the owner's, so that nobody else can link it; one that the owner has linked for something
 * else stays as it is. @throws HearthError WALLET_ALREADY_USED when it belongs to another account.
 */
export async function linkPayoutWallet(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  owner: Actor,
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
