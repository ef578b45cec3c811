import type { Deps } from "../../deps.ts";
import { lockCursor } from "./chain-cursor.repo.ts";
import { observedOf } from "./count-transfer.ts";
import { matchTransfer, tellPayment } from "./record-transfer.ts";
import { listUnmatchedFrom, lockTransferByLog, updateTransfer } from "./transfers.repo.ts";

/**
 * Looks again at the money that a wallet sent before its owner proved it: what fits one of their payments now is matched. The next look at
 * the chain counts it.
 */
export async function afterWalletProven(deps: Deps, _userId: string, address: `0x${string}`): Promise<void> {
  for (const candidate of await listUnmatchedFrom(deps.db, deps.network.chainId, address)) {
    await deps.db.transaction(async (tx) => {
      await lockCursor(tx, candidate.chainId);
      const transfer = await lockTransferByLog(tx, candidate);
      if (!transfer || transfer.verdict !== "unmatched" || transfer.orphanedAt !== null) return;
      const match = await matchTransfer(tx, deps.network, observedOf(transfer));
      if (match.verdict === "unmatched") return;
      await tellPayment(tx, await updateTransfer(tx, transfer.id, match), deps.clock.now());
    });
  }
}
