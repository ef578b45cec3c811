import { sameAddress } from "@hearth/chain/addresses";
import type { BlockRef } from "@hearth/chain/chain-reader";
import { judgeTransfer } from "@hearth/chain/judge-transfer";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { listWatched, markCompleted, markFinal, markReopened, moveScanned, type RefundRow } from "./refunds.repo.ts";

/** Blocks asked for at once; nodes refuse longer ranges. */
const pageBlocks = 1_900n;
/** So many of the newest blocks are read again each time, because they could still be replaced. */
const rereadBlocks = 64n;
/** So long money for a refund that was given up is still looked for. */
const cancelledWatchMs = 86_400_000;

/**
 * Looks for the transfers of open refunds on the chain and counts those that are deep enough, by the same judge as payments; takes counts
 * back whose block has left the chain. Any number of processes may do it at once. Throws ChainUnavailable.
 */
export async function verifyRefunds(deps: Deps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - cancelledWatchMs);
  const watched = await listWatched(deps.db, deps.network.chainId, since);
  if (watched.length === 0) return;
  const head = await deps.chain.head();
  await lookFor(
    deps,
    watched.filter(({ status }) => status !== "completed"),
    head,
  );
  const finalized = await deps.chain.block("finalized");
  for (const refund of watched) if (refund.status === "completed") await lookAgain(deps, refund, finalized?.number ?? 0n);
}

async function lookFor(deps: Deps, waiting: RefundRow[], head: BlockRef): Promise<void> {
  const [first] = waiting;
  if (first === undefined || first.scannedTo >= head.number) return;
  const from = first.scannedTo + 1n;
  const to = head.number < from + pageBlocks ? head.number : from + pageBlocks;
  const addresses = [...new Set(waiting.map(({ toAddress }) => toAddress))];
  const safe = await deps.chain.block("safe");
  for (const observed of await deps.chain.transfersTo(addresses, from, to)) {
    const refund = waiting.find((one) => one.binding === observed.binding?.hash && sameAddress(one.toAddress, observed.to));
    if (refund) await count(deps, refund, observed, { head, safe });
  }
  const settled = head.number - rereadBlocks;
  await moveScanned(
    deps.db,
    waiting.map(({ id }) => id),
    to < settled ? to : settled,
  );
}

async function count(
  deps: Deps,
  refund: RefundRow,
  observed: ObservedTransfer,
  at: { head: BlockRef; safe: BlockRef | null },
): Promise<void> {
  const block = await deps.chain.block(observed.blockNumber);
  const view = { head: at.head.number, safe: at.safe?.number ?? null, canonicalHash: block?.hash ?? null };
  if (judgeTransfer(observed, expectedOf(refund), view, deps.network).kind !== "settled") return;
  const now = deps.clock.now();
  const { from: fromAddress, txHash, logIndex, blockNumber, blockHash } = observed;
  await deps.db.transaction(async (tx) => {
    if (!(await markCompleted(tx, refund, { fromAddress, txHash, logIndex, blockNumber, blockHash }, now))) return;
    const subject = publicId("refund", refund.id);
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "refund.completed", subject, data: { txHash } });
  });
}

/** A refund is bound by what its transfer carries; which of the merchant's wallets sent it does not matter. */
function expectedOf(refund: RefundRow) {
  return {
    chainId: refund.chainId,
    usdcAddress: refund.tokenAddress,
    payeeAddress: refund.toAddress,
    usdcUnits: centsToUsdcUnits(refund.amountCents),
    createdAt: refund.createdAt,
    binding: refund.binding,
    payerAddresses: [],
    amountCents: refund.amountCents,
  };
}

async function lookAgain(deps: Deps, refund: RefundRow, finalizedNumber: bigint): Promise<void> {
  if (refund.blockNumber === null) return;
  const block = await deps.chain.block(refund.blockNumber);
  if (block === null) return;
  const now = deps.clock.now();
  if (block.hash === refund.blockHash) {
    if (refund.blockNumber <= finalizedNumber) await markFinal(deps.db, refund.id, now);
    return;
  }
  const before = refund.blockNumber > rereadBlocks ? refund.blockNumber - rereadBlocks : 0n;
  await deps.db.transaction(async (tx) => {
    if (!(await markReopened(tx, refund, before))) return;
    const subject = publicId("refund", refund.id);
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "refund.reopened", subject, data: { txHash: refund.txHash } });
  });
}
