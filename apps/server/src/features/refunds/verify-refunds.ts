import type { BlockRef } from "@hearth/chain/chain-reader";
import { judgeTransfer } from "@hearth/chain/judge-transfer";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, formatUsdc } from "@hearth/domain/money";
import type { RefundProblem } from "@hearth/domain/refunds/problems";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { wakeFollowers } from "../ledger/payment-events.repo.ts";
import { listPayoutWallets } from "../merchants/merchants.service.ts";
import { forgetOddTransfer, forgetVanished, insertOddTransfer } from "./odd-refund-transfers.repo.ts";
import {
  holdPayment,
  listWatched,
  markCompleted,
  markFinal,
  markOvertaken,
  markReopened,
  moveScanned,
  type RefundRow,
  type RefundTransfer,
} from "./refunds.repo.ts";
import { problemOf } from "./weigh-refund-transfer.ts";

type Address = RefundRow["toAddress"];

/** Blocks asked for at once; nodes refuse longer ranges. */
const pageBlocks = 1_900n;
/** So many of the newest blocks are read again each time, because they could still be replaced. */
const rereadBlocks = 64n;
/** So long after a refund was paid or given up, money for it is still looked for. */
const watchMs = 86_400_000;

/**
 * Looks for the transfers of refunds on the chain and counts those that are deep enough, by the same judge as payments; takes counts back
 * whose block has left the chain. A transfer counts only from a wallet that the merchant is paid to or was once; everything else that
 * carries a refund's binding is written down. Any number of processes may do it at once. Throws ChainUnavailable.
 */
export async function verifyRefunds(deps: Deps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - watchMs);
  const watched = await listWatched(deps.db, deps.network.chainId, since);
  if (watched.length === 0) return;
  const head = await deps.chain.head();
  await lookFor(deps, watched, head);
  const finalized = await deps.chain.block("finalized");
  for (const refund of watched) {
    if (refund.status === "completed" && refund.finalAt === null) await lookAgain(deps, refund, finalized?.number ?? 0n);
  }
}

async function lookFor(deps: Deps, watched: RefundRow[], head: BlockRef): Promise<void> {
  const [first] = watched;
  if (first === undefined || first.scannedTo >= head.number) return;
  const from = first.scannedTo + 1n;
  const to = head.number < from + pageBlocks ? head.number : from + pageBlocks;
  const wallets = await listPayoutWallets(deps.db, [...new Set(watched.map(({ merchantId }) => merchantId))]);
  const safe = await deps.chain.block("safe");
  const found = await readBound(deps, watched, [...wallets.values()].flat(), { from, to });
  const ids = watched.map(({ id }) => id);
  await forgetVanished(
    deps.db,
    ids,
    { from, to },
    found.map(({ observed }) => observed.blockHash),
  );
  for (const { refund, observed } of found) await weigh(deps, refund, observed, wallets.get(refund.merchantId) ?? [], { head, safe });
  const settled = head.number - rereadBlocks;
  await moveScanned(deps.db, ids, to < settled ? to : settled);
}

/** The transfers within the blocks that carry a refund's binding, in the chain's order: from the merchants' wallets or to the payers'. */
async function readBound(deps: Deps, watched: RefundRow[], wallets: Address[], { from, to }: { from: bigint; to: bigint }) {
  const payers = [...new Set(watched.map(({ toAddress }) => toAddress))];
  const [sent, received] = await Promise.all([deps.chain.transfersFrom(wallets, from, to), deps.chain.transfersTo(payers, from, to)]);
  const logs = new Map([...sent, ...received].map((observed) => [`${observed.txHash} ${observed.logIndex}`, observed]));
  return [...logs.values()]
    .toSorted((left, right) => Number(left.blockNumber - right.blockNumber) || left.logIndex - right.logIndex)
    .flatMap((observed) => {
      const refund = watched.find(({ binding }) => binding === observed.binding?.hash);
      return refund ? [{ refund, observed }] : [];
    });
}

/** What is known of the chain while transfers are weighed. */
interface Heights {
  head: BlockRef;
  safe: BlockRef | null;
}

async function weigh(deps: Deps, refund: RefundRow, observed: ObservedTransfer, wallets: Address[], at: Heights): Promise<void> {
  if (refund.txHash === observed.txHash && refund.logIndex === observed.logIndex) return;
  const problem = problemOf(observed, refund, wallets);
  if (problem !== null && problem !== "over" && problem !== "short") return keepOdd(deps, refund, problem, observed);
  const block = await deps.chain.block(observed.blockNumber);
  const view = { head: at.head.number, safe: at.safe?.number ?? null, canonicalHash: block?.hash ?? null };
  // What came too short counts towards what is owed, and so has to be as deep as what pays all of it.
  const expected = problem === "short" ? { ...expectedOf(refund), usdcUnits: observed.usdcUnits } : expectedOf(refund);
  if (judgeTransfer(observed, expected, view, deps.network).kind !== "settled") return;
  if (problem === "short") return keepOdd(deps, refund, problem, observed);
  // What comes behind it in the same blocks is weighed against a refund that is paid.
  if (await count(deps, refund, observed, problem)) Object.assign(refund, placeOf(observed), { status: "completed" });
}

function placeOf({ from: fromAddress, txHash, logIndex, blockNumber, blockHash }: ObservedTransfer): RefundTransfer {
  return { fromAddress, txHash, logIndex, blockNumber, blockHash };
}

async function count(deps: Deps, refund: RefundRow, observed: ObservedTransfer, problem: "over" | null): Promise<boolean> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await holdPayment(tx, refund.paymentId);
    if (!(await markCompleted(tx, refund, placeOf(observed), now))) return false;
    await forgetOddTransfer(tx, observed);
    if (problem !== null) await insertOddTransfer(tx, refund.id, problem, observed);
    await wakeFollowers(tx, refund.paymentId);
    const subject = publicId("refund", refund.id);
    const data = { txHash: observed.txHash, ...(problem !== null && { problem }) };
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "refund.completed", subject, data });
    return true;
  });
}

async function keepOdd(deps: Deps, refund: RefundRow, problem: RefundProblem, observed: ObservedTransfer): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdPayment(tx, refund.paymentId);
    if (!(await insertOddTransfer(tx, refund.id, problem, observed))) return;
    const subject = publicId("refund", refund.id);
    const data = { problem, usdc: formatUsdc(observed.usdcUnits), txHash: observed.txHash };
    await insertAuditEntry(tx, null, { at: deps.clock.now(), actorId: null, action: "refund.oddTransfer", subject, data });
    if (problem === "short" && refund.disputeId !== null) await overtake(deps, tx, refund, refund.disputeId);
  });
}

/** What came too short counts towards what its dispute is owed: the refund that is open asks for too much now, and one for the rest may begin. */
async function overtake(deps: Deps, tx: Transaction, { paymentId }: RefundRow, disputeId: string): Promise<void> {
  await wakeFollowers(tx, paymentId);
  const overtaken = await markOvertaken(tx, disputeId);
  if (overtaken === null) return;
  const subject = publicId("refund", overtaken.id);
  await insertAuditEntry(tx, null, { at: deps.clock.now(), actorId: null, action: "refund.cancelled", subject });
}

/** A refund is bound by what its transfer carries. */
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
    await wakeFollowers(tx, refund.paymentId);
    const subject = publicId("refund", refund.id);
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "refund.reopened", subject, data: { txHash: refund.txHash } });
  });
}
