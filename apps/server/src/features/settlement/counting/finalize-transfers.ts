import type { BlockRef } from "@hearth/chain/chain-reader";
import { isDatabaseAway } from "@hearth/db/errors";
import type { Deps } from "../../../deps.ts";
import { findCursor, lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { insertPaymentEvents } from "../../ledger/payment-events.repo.ts";
import { listUnfinalBlocks, markFinal } from "../../ledger/final-transfers.repo.ts";
import { lockTransfersBeside } from "../../ledger/transfers.repo.ts";
import { endSetAside, setAside } from "../../../jobs/work-list.ts";
import { transferData } from "../recording/transfer-events.ts";
import { rollBackTransfers } from "../recording/undo-transfers.ts";

/** Limits of one step, which holds the cursor's lock for some tens of milliseconds. */
const atOnce = { blocks: 100, transfers: 500 };

/**
 * Marks the transfers up to the final height as final. Each block is fetched once and its transfers are updated in one statement, or in one
 * per 500 in a crowded block. The lock is released between steps. Transfers in a block that is not the chain's are orphaned. Blocks that
 * the node does not have are asked for again. Returns true if there is more. Throws ChainUnavailable.
 */
export async function finalizeTransfers(deps: Deps): Promise<boolean> {
  const { chainId } = deps.network;
  const cursor = await findCursor(deps.db, chainId);
  if (!cursor) return false;
  const upTo = cursor.finalizedNumber < cursor.blockNumber ? cursor.finalizedNumber : cursor.blockNumber;
  const heights = await listUnfinalBlocks(deps.db, chainId, { upTo, now: deps.clock.now(), most: atOnce });
  if (heights.length === 0) return false;
  const blocks = (await Promise.all(heights.map((height) => deps.chain.block(height)))).filter((block) => block !== null);
  const sealed = await finalizeBlocks(deps, chainId, blocks);
  return sealed === atOnce.transfers || (heights.length === atOnce.blocks && blocks.length > 0);
}

/** Finalizes blocks together. On failure it finalizes each one separately and sets the failing ones aside. */
async function finalizeBlocks(deps: Deps, chainId: number, blocks: BlockRef[]): Promise<number> {
  const itemsOf = (refs: BlockRef[]) => refs.map(({ number }) => String(number));
  try {
    const sealed = await markBlocksFinal(deps, chainId, blocks);
    await endSetAside(deps, "block", itemsOf(blocks));
    return sealed;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
  }
  let sealed = 0;
  const done: BlockRef[] = [];
  for (const block of blocks)
    try {
      sealed += await markBlocksFinal(deps, chainId, [block]);
      done.push(block);
    } catch (error) {
      await setAside(deps, "block", { id: String(block.number), name: String(block.number) }, error);
    }
  await endSetAside(deps, "block", itemsOf(done));
  return sealed;
}

async function markBlocksFinal(deps: Deps, chainId: number, blocks: BlockRef[]): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await lockCursor(tx, chainId);
    const now = deps.clock.now();
    const sealed = await markFinal(tx, chainId, blocks, { now, most: atOnce.transfers });
    const counted = sealed.filter(({ verdict }) => verdict === "matched" || verdict === "part");
    const events = counted.flatMap((transfer) =>
      transfer.paymentId === null ? [] : [{ paymentId: transfer.paymentId, type: "final" as const, data: transferData(transfer), at: now }],
    );
    await insertPaymentEvents(tx, events);
    for (const block of blocks) await rollBackTransfers(tx, await lockTransfersBeside(tx, chainId, block), now);
    return sealed.length;
  });
}
