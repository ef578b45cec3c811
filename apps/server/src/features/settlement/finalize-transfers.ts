import type { BlockRef } from "@hearth/chain/chain-reader";
import type { Deps } from "../../deps.ts";
import { findCursor, lockCursor } from "../ledger/chain-cursor.repo.ts";
import { insertPaymentEvents } from "../ledger/payment-events.repo.ts";
import { listUnfinalBlocks, lockTransfersBeside, markFinal } from "../ledger/transfers.repo.ts";
import { transferData } from "./transfer-events.ts";
import { rollBackTransfer } from "./undo-transfers.ts";

/** How many blocks are looked at in one step at most. */
const blocksAtOnce = 100;

/**
 * Finalizes the transfers up to the height that is final: each block is looked at once, and all of its transfers are sealed in one statement,
 * however many strangers have put there. What is in another block than the chain's is orphaned; a block that the node does not have is asked
 * for again. Answers whether there is more. Throws ChainUnavailable.
 */
export async function finalizeTransfers(deps: Deps): Promise<boolean> {
  const { chainId } = deps.network;
  const cursor = await findCursor(deps.db, chainId);
  if (!cursor) return false;
  const upTo = cursor.finalizedNumber < cursor.blockNumber ? cursor.finalizedNumber : cursor.blockNumber;
  const heights = await listUnfinalBlocks(deps.db, chainId, upTo, blocksAtOnce);
  if (heights.length === 0) return false;
  const blocks = (await Promise.all(heights.map((height) => deps.chain.block(height)))).filter((block) => block !== null);
  await markBlocksFinal(deps, chainId, blocks);
  return heights.length === blocksAtOnce && blocks.length > 0;
}

async function markBlocksFinal(deps: Deps, chainId: number, blocks: BlockRef[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockCursor(tx, chainId);
    const now = deps.clock.now();
    const sealed = await markFinal(tx, chainId, blocks, now);
    const counted = sealed.filter(({ verdict }) => verdict === "matched" || verdict === "part");
    const events = counted.flatMap((transfer) =>
      transfer.paymentId === null ? [] : [{ paymentId: transfer.paymentId, type: "final" as const, data: transferData(transfer), at: now }],
    );
    await insertPaymentEvents(tx, events);
    for (const block of blocks) {
      for (const transfer of await lockTransfersBeside(tx, chainId, block)) await rollBackTransfer(tx, transfer, now);
    }
  });
}
