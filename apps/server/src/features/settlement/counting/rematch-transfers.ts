import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../../deps.ts";
import { lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { listUnmatchedFrom, lockTransfer, updateTransfer } from "../../ledger/transfers.repo.ts";
import { endLookBack, listLookBacks, type LookBack } from "../../wallet/look-back.service.ts";
import { endSetAside, setAside } from "../../../jobs/work-list.ts";
import { observedOf } from "./count-transfer.ts";
import { matchTransfer } from "../recording/match-payment.ts";
import { alignAndRecord } from "../recording/transfer-events.ts";

/** Limit of transfers matched per wallet. In practice no wallet needs more; the rest can be attached by hand. */
const lookedAtOnce = 100;

/**
 * Matches money that a wallet sent before its owner proved it to the owner's payments. The next settlement counts it. A failing wallet goes
 * to the end of the queue, with an alarm. Holds the cursor's lock, so that a transfer being read meanwhile is handled by one of the two.
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
    if (match.verdict !== "unmatched") await alignAndRecord(tx, await updateTransfer(tx, id, match), deps.clock.now());
  }
}
