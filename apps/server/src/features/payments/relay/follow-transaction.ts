import { type Relayer, RelayFeeCapped } from "@hearth/chain/relayer";
import { batchLimitAfterFailure } from "@hearth/domain/payments/relay-queue";
import { isBlockAfter } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import {
  endRelayTransaction,
  type RelayTransactionRow,
  replaceRelayTransaction,
  touchRelayTransaction,
} from "../../ledger/relay-transactions.repo.ts";
import { listSentWith, requeueRelays, type RelayRow } from "../../ledger/relays.repo.ts";
import { broadcastStored } from "./send-queued.ts";
import { endAsFailed, endAsMined, endJudged, idsOf, isExpired, judgeByReadBlocks, listSurelyUnused } from "./end-relays.ts";

/** Age at which an unmined transaction is rebroadcast, and at which its fee is raised. */
export const resendAfterMs = 6_000;
export const outbidAfterMs = 24_000;

/**
 * Follows the transaction in flight. Its relays end one by one, by each authorization's own log. The transaction ends when no relay waits
 * for it. Throws ChainUnavailable.
 */
export async function followTransaction(deps: Deps, relayer: Relayer, transaction: RelayTransactionRow): Promise<void> {
  const carried = await listSentWith(deps.db, transaction.id);
  const [receipt, fates] = await Promise.all([
    deps.chain.receipt(transaction.txHash),
    relayer.authorizationResults(carried.map(({ fromAddress, nonce }) => ({ from: fromAddress, nonce }))),
  ]);
  const now = deps.clock.now();
  // A single relay is sent directly to the token, so success means its transfer.
  const isMined = receipt?.status === "success" && transaction.carries === 1;
  const used = carried.filter((_relay, place) => isMined || fates[place] === "used");
  const cancelled = carried.filter((_relay, place) => !isMined && fates[place] === "cancelled");
  const silent = carried.filter((_relay, place) => !isMined && fates[place] === null);
  if (silent.length < carried.length)
    await deps.db.transaction(async (tx) => {
      await endAsMined(tx, used, now);
      await endAsFailed(tx, cancelled, "cancelled", now);
    });
  if (receipt !== null) return endMined(deps, transaction, silent, receipt);
  const { waiting, hasMined } = await endOverdue(deps, silent, now);
  if (waiting.length === 0)
    return void (await endRelayTransaction(deps.db, transaction, used.length > 0 || hasMined ? "mined" : "lost", now));
  if (await isPassedOver(deps, transaction, waiting)) {
    // When the account nonce was used by another transaction, or the chain lost the one before it, a higher fee would not help.
    const isOutOfTurn = (await relayer.accountNonce("latest")) !== transaction.accountNonce;
    return isOutOfTurn ? requeue(deps, transaction, waiting) : outbid(deps, relayer, transaction, waiting);
  }
  return resend(deps, relayer, transaction, waiting);
}

/**
 * Ends relays whose deadline has passed, by the last read block: the newest blocks may lack a log that older ones have. Returns the relays
 * that still wait.
 */
async function endOverdue(deps: Deps, silent: RelayRow[], now: Date): Promise<{ waiting: RelayRow[]; hasMined: boolean }> {
  const overdue = silent.filter((relay) => isExpired(relay, now));
  const judged = overdue.length === 0 ? null : await judgeByReadBlocks(deps, overdue);
  if (judged === null) return { waiting: silent, hasMined: false };
  await endJudged(deps, judged);
  const { used, cancelled, expired } = judged;
  const over = new Set([...used, ...cancelled, ...expired]);
  return { waiting: silent.filter((relay) => !over.has(relay)), hasMined: used.length > 0 };
}

/**
 * Ends a mined transaction. Relays that the token did not execute are requeued with a lower batch limit, and the queue finds out the
 * token's reason. A relay that reverted alone has failed.
 */
export async function endMined(
  deps: Deps,
  transaction: RelayTransactionRow,
  waiting: RelayRow[],
  receipt: { status: "success" | "reverted"; blockNumber: bigint },
): Promise<void> {
  const judged = waiting.length === 0 ? null : await judgeByReadBlocks(deps, waiting);
  if (waiting.length > 0 && (judged === null || judged.read.blockNumber < receipt.blockNumber || judged.unknown.length > 0)) return;
  if (judged !== null) await endJudged(deps, { ...judged, expired: [] });
  const unused = judged?.unused ?? [];
  const now = deps.clock.now();
  const status = receipt.status === "success" ? "mined" : "reverted";
  await deps.db.transaction(async (tx) => {
    if (!(await endRelayTransaction(tx, transaction, status, now)) || unused.length === 0) return;
    if (transaction.carries === 1) return endAsFailed(tx, unused, "reverted", now);
    await requeueRelays(tx, idsOf(unused), batchLimitAfterFailure(status === "mined" ? 1 : transaction.carries));
  });
}

/**
 * Returns true when read blocks could have included the transaction and did not. While the head does not move, a higher fee would not help.
 */
async function isPassedOver(deps: Deps, { sentAt }: RelayTransactionRow, waiting: RelayRow[]): Promise<boolean> {
  const due = new Date(sentAt.getTime() + outbidAfterMs);
  if (deps.clock.now() <= due) return false;
  return (await listSurelyUnused(deps, waiting, (read) => isBlockAfter(read.blockTime, due)))?.length === waiting.length;
}

/** Stores, then broadcasts, the same content with a higher fee. At the fee limit it rebroadcasts the same transaction. */
async function outbid(deps: Deps, relayer: Relayer, transaction: RelayTransactionRow, waiting: RelayRow[]): Promise<void> {
  try {
    const { rawTx, txHash, maxFeePerGas } = await relayer.outbid(transaction.rawTransaction);
    const signed = { rawTransaction: rawTx, txHash, maxFeePerGas };
    if (await replaceRelayTransaction(deps.db, transaction, signed, deps.clock.now())) await broadcastStored(deps, relayer, rawTx);
  } catch (error) {
    if (!(error instanceof RelayFeeCapped)) throw error;
    await resend(deps, relayer, transaction, waiting);
  }
}

/**
 * Rebroadcasts the same transaction when due. Requeues its relays when no node can mine it any more: its account nonce was used, or the
 * chain lost the transaction before it.
 */
async function resend(deps: Deps, relayer: Relayer, transaction: RelayTransactionRow, waiting: RelayRow[]): Promise<void> {
  const now = deps.clock.now();
  if (now.getTime() - transaction.updatedAt.getTime() < resendAfterMs) return;
  await touchRelayTransaction(deps.db, transaction, now);
  const isAfterGap = (await relayer.accountNonce("latest")) < transaction.accountNonce;
  if (!isAfterGap && (await broadcastStored(deps, relayer, transaction.rawTransaction)) !== "nonceTooLow") return;
  const unused = await listSurelyUnused(deps, waiting, (read) => isBlockAfter(read.blockTime, transaction.updatedAt));
  if (unused?.length === waiting.length) await requeue(deps, transaction, waiting);
}

/** Gives up a transaction whose account nonce was used by another one, and requeues its relays. */
export async function requeue(deps: Deps, transaction: RelayTransactionRow, waiting: RelayRow[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (await endRelayTransaction(tx, transaction, "lost", deps.clock.now())) await requeueRelays(tx, idsOf(waiting), null);
  });
}
