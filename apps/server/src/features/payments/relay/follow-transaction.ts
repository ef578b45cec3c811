import { type Relayer, RelayFeeCapped } from "@hearth/chain/relayer";
import { mostAfterFailure } from "@hearth/domain/payments/relay-queue";
import { isBlockAfter } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import {
  endRelayTransaction,
  type RelayTransactionRow,
  replaceRelayTransaction,
  touchRelayTransaction,
} from "../../ledger/relay-transactions.repo.ts";
import { listSentWith, putBack, type RelayRow } from "../../ledger/relays.repo.ts";
import { handIn } from "./carry-queued.ts";
import { endAsFailed, endAsMined, endJudged, idsOf, isExpired, judgeByWhatWasRead, listSurelyUnused } from "./end-relays.ts";

/** A sent transaction that nobody has mined is sent again after this, and outbid after the next. */
export const resendAfterMs = 6_000;
export const outbidAfterMs = 24_000;

/**
 * Looks after the transaction in flight. What it carries ends one by one, by each authorization's own log; the transaction is over when nothing
 * waits for it. Throws ChainUnavailable.
 */
export async function followTransaction(deps: Deps, relayer: Relayer, transaction: RelayTransactionRow): Promise<void> {
  const carried = await listSentWith(deps.db, transaction.id);
  const [receipt, fates] = await Promise.all([
    deps.chain.receipt(transaction.txHash),
    relayer.authorizationFates(carried.map(({ fromAddress, nonce }) => ({ from: fromAddress, nonce }))),
  ]);
  const now = deps.clock.now();
  // One alone is carried straight to the token: what succeeded then is its transfer.
  const isMined = receipt?.status === "success" && transaction.carries === 1;
  const used = carried.filter((_relay, place) => isMined || fates[place] === "used");
  const cancelled = carried.filter((_relay, place) => !isMined && fates[place] === "cancelled");
  const silent = carried.filter((_relay, place) => !isMined && fates[place] === null);
  if (silent.length < carried.length)
    await deps.db.transaction(async (tx) => {
      await endAsMined(tx, used, now);
      await endAsFailed(tx, cancelled, "cancelled", now);
    });
  if (receipt !== null) return conclude(deps, transaction, silent, receipt);
  const { waiting, hasMined } = await endOverdue(deps, silent, now);
  if (waiting.length === 0)
    return void (await endRelayTransaction(deps.db, transaction, used.length > 0 || hasMined ? "mined" : "lost", now));
  if (await isPassedOver(deps, transaction, waiting)) {
    // Where its nonce went to another, or the chain lost the one before it, no fee would help.
    const isOutOfTurn = (await relayer.accountNonce("latest")) !== transaction.accountNonce;
    return isOutOfTurn ? queueAgain(deps, transaction, waiting) : outbid(deps, relayer, transaction, waiting);
  }
  return resend(deps, relayer, transaction, waiting);
}

/** Ends those whose time is over by the clock, by what was read: the newest blocks may lack a log that older ones have. Answers who waits on. */
async function endOverdue(deps: Deps, silent: RelayRow[], now: Date): Promise<{ waiting: RelayRow[]; hasMined: boolean }> {
  const overdue = silent.filter((relay) => isExpired(relay, now));
  const judged = overdue.length === 0 ? null : await judgeByWhatWasRead(deps, overdue);
  if (judged === null) return { waiting: silent, hasMined: false };
  await endJudged(deps, judged);
  const { used, cancelled, expired } = judged;
  const over = new Set([...used, ...cancelled, ...expired]);
  return { waiting: silent.filter((relay) => !over.has(relay)), hasMined: used.length > 0 };
}

/**
 * Ends a transaction that was mined. What it carried and the token did not take goes back into the queue, to go with fewer others; the token is
 * asked there what it has against it. One that reverted alone has failed.
 */
export async function conclude(
  deps: Deps,
  transaction: RelayTransactionRow,
  waiting: RelayRow[],
  receipt: { status: "success" | "reverted"; blockNumber: bigint },
): Promise<void> {
  const judged = waiting.length === 0 ? null : await judgeByWhatWasRead(deps, waiting);
  if (waiting.length > 0 && (judged === null || judged.read.blockNumber < receipt.blockNumber || judged.unknown.length > 0)) return;
  if (judged !== null) await endJudged(deps, { ...judged, expired: [] });
  const unused = judged?.unused ?? [];
  const now = deps.clock.now();
  const status = receipt.status === "success" ? "mined" : "reverted";
  await deps.db.transaction(async (tx) => {
    if (!(await endRelayTransaction(tx, transaction, status, now)) || unused.length === 0) return;
    if (transaction.carries === 1) return endAsFailed(tx, unused, "reverted", now);
    await putBack(tx, idsOf(unused), mostAfterFailure(status === "mined" ? 1 : transaction.carries));
  });
}

/** Whether blocks that were read could have taken the transaction and did not: while the head stands still, no fee would help. */
async function isPassedOver(deps: Deps, { sentAt }: RelayTransactionRow, waiting: RelayRow[]): Promise<boolean> {
  const due = new Date(sentAt.getTime() + outbidAfterMs);
  if (deps.clock.now() <= due) return false;
  return (await listSurelyUnused(deps, waiting, (read) => isBlockAfter(read.blockTime, due)))?.length === waiting.length;
}

/** Stores, then sends, the same content for a higher fee; one that offers all that policy allows is sent again as it is. */
async function outbid(deps: Deps, relayer: Relayer, transaction: RelayTransactionRow, waiting: RelayRow[]): Promise<void> {
  try {
    const { rawTx, txHash, maxFeePerGas } = await relayer.outbid(transaction.rawTransaction);
    const signed = { rawTransaction: rawTx, txHash, maxFeePerGas };
    if (await replaceRelayTransaction(deps.db, transaction, signed, deps.clock.now())) await handIn(deps, relayer, rawTx);
  } catch (error) {
    if (!(error instanceof RelayFeeCapped)) throw error;
    await resend(deps, relayer, transaction, waiting);
  }
}

/**
 * Hands the same transaction in once more, when it is its time. What it carried is queued again where its account nonce went to another, or where
 * the chain lost the one before it: no node mines it then.
 */
async function resend(deps: Deps, relayer: Relayer, transaction: RelayTransactionRow, waiting: RelayRow[]): Promise<void> {
  const now = deps.clock.now();
  if (now.getTime() - transaction.updatedAt.getTime() < resendAfterMs) return;
  await touchRelayTransaction(deps.db, transaction, now);
  const isAfterGap = (await relayer.accountNonce("latest")) < transaction.accountNonce;
  if (!isAfterGap && (await handIn(deps, relayer, transaction.rawTransaction)) !== "nonceTooLow") return;
  const unused = await listSurelyUnused(deps, waiting, (read) => isBlockAfter(read.blockTime, transaction.updatedAt));
  if (unused?.length === waiting.length) await queueAgain(deps, transaction, waiting);
}

/** Gives up a transaction whose account nonce went to another one, and queues again what it carried. */
export async function queueAgain(deps: Deps, transaction: RelayTransactionRow, waiting: RelayRow[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (await endRelayTransaction(tx, transaction, "lost", deps.clock.now())) await putBack(tx, idsOf(waiting), null);
  });
}
