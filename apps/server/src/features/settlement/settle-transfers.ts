import { confirmationsOf } from "@hearth/chain/judge-transfer";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import type { Deps } from "../../deps.ts";
import { findCursor, lockCursor } from "../ledger/chain-cursor.repo.ts";
import { insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import { listUncounted, listUnfinal, markFinal, type TransferRow } from "../ledger/transfers.repo.ts";
import { countTransfer } from "./count-transfer.ts";
import { transferData } from "./record-transfer.ts";
import { orphanTransfer } from "./undo-transfers.ts";

/**
 * Counts every matched transfer that is deep enough now, and seals those whose block is final. The height that counts is the cursor's:
 * only what was read and linked speaks for a transfer.
 */
export async function settleTransfers(deps: Deps, at: { finalizedNumber: bigint }): Promise<void> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor) return;
  const waiting = await listUncounted(deps.db, cursor.chainId);
  if (waiting.length > 0) {
    const safe = await deps.chain.block("safe");
    const deep = waiting.filter((transfer) => confirmationsOf(transfer.blockNumber, cursor.blockNumber) >= minimumDepth(deps));
    const vouched = await Promise.all(deep.map((transfer) => isVouchedFor(deps, transfer)));
    for (const transfer of deep.filter((_transfer, place) => vouched[place])) {
      const block = await deps.chain.block(transfer.blockNumber);
      const view = { head: cursor.blockNumber, safe: lower(safe?.number ?? null, cursor.blockNumber), canonicalHash: block?.hash ?? null };
      if (await countTransfer(deps, transfer, view)) deps.log.info({ txHash: transfer.txHash }, "A payment was completed");
    }
  }
  await sealFinal(deps, at.finalizedNumber);
}

/**
 * Whether as many providers hold the transfer, each by itself, as the network's policy wants for its amount. What was read by fewer, because the
 * others were away, waits here until they are back; smaller payments do not wait for them.
 */
async function isVouchedFor(deps: Deps, transfer: TransferRow): Promise<boolean> {
  const { chain, network } = deps;
  const cents = usdcUnitsToWholeCents(transfer.usdcUnits);
  const needed = Math.min(network.vouchers(cents), chain.providers.length);
  if (needed < 2) return true;
  const claim = { ...transfer, from: transfer.fromAddress, to: transfer.toAddress };
  return (await chain.vouchersFor(claim, network.confirmations(cents))) >= needed;
}

/** No rule of any network counts a transfer earlier than this; saves asking the node for what cannot be ready. */
function minimumDepth(deps: Deps): number {
  const rule = deps.network.confirmations(0);
  return rule.kind === "depth" ? rule.blocks : 1;
}

/** The safe mark as far as we have read ourselves. */
function lower(safe: bigint | null, head: bigint): bigint | null {
  return safe !== null && safe > head ? head : safe;
}

async function sealFinal(deps: Deps, finalizedNumber: bigint): Promise<void> {
  for (const transfer of await listUnfinal(deps.db, deps.network.chainId, finalizedNumber)) {
    const block = await deps.chain.block(transfer.blockNumber);
    if (!block) continue;
    await seal(deps, transfer, block.hash === transfer.blockHash);
  }
}

async function seal(deps: Deps, transfer: TransferRow, isCanonical: boolean): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockCursor(tx, transfer.chainId);
    const now = deps.clock.now();
    if (!isCanonical) return orphanTransfer(tx, transfer, now);
    const sealed = await markFinal(tx, transfer.id, now);
    if (!sealed || transfer.paymentId === null || transfer.verdict !== "matched") return;
    await insertPaymentEvent(tx, { paymentId: transfer.paymentId, type: "final", data: transferData(transfer), at: now });
  });
}
