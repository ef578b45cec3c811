import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../../deps.ts";
import { lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { listUnmatchedFrom, lockTransfer, updateTransfer } from "../../ledger/transfers.repo.ts";
import { endLookBack, listLookBacks, type LookBack } from "../../wallet/look-back.service.ts";
import { endSetAside, setAside } from "../../../jobs/work-list.ts";
import { observedOf } from "./count-transfer.ts";
import { matchTransfer } from "../recording/match-payment.ts";
import { alignAndTell } from "../recording/transfer-events.ts";

/** More of one wallet's transfers than these have never fitted its owner's unpaid payments by chance; what is left can be attached. */
const lookedAtOnce = 100;

/**
 * Looks again at the money that a wallet sent before its owner proved it: what fits one of their payments now is matched, and counted by
 * whoever settles next. A wallet that fails goes to the end of the queue, with an alarm. Under the cursor's lock, so that a transfer that is being read meanwhile is not passed over by both.
 */
export async function rematchProvenWallets(deps: Deps): Promise<void> {
  const done: string[] = [];
  for (const wallet of await listLookBacks(deps.db, deps.clock.now())) {
    try {
      await deps.db.transaction(async (tx) => {
        await lockCursor(tx, deps.network.chainId);
        await rematch(deps, tx, wallet);
        await endLookBack(tx, wallet);
      });
      done.push(wallet.address);
    } catch (error) {
      await setAside(deps, "wallet", { id: wallet.address, name: wallet.address }, error);
    }
  }
  await endSetAside(deps, "wallet", done);
}

async function rematch(deps: Deps, tx: Transaction, wallet: LookBack): Promise<void> {
  for (const { id } of await listUnmatchedFrom(tx, deps.network.chainId, wallet.address, lookedAtOnce)) {
    const transfer = await lockTransfer(tx, id);
    if (!transfer) continue;
    const match = await matchTransfer(tx, deps.network, observedOf(transfer));
    if (match.verdict !== "unmatched") await alignAndTell(tx, await updateTransfer(tx, id, match), deps.clock.now());
  }
}
