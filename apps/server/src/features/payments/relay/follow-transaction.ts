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
import { endAsFailed, endAsMined, isExpired, listSurelyUnused } from "./end-relays.ts";

/** A sent transaction that nobody has mined is sent again after this, and outbid after the next. */
const resendAfterMs = 6_000;
const outbidAfterMs = 24_000;

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
  // A receipt without a log is looked at in a block that was read, and only then given up as failed.
  const expired = receipt === null ? silent.filter((relay) => isExpired(relay, now)) : [];
  const waiting = silent.filter((relay) => !expired.includes(relay));
  if (waiting.length < carried.length)
    await deps.db.transaction(async (tx) => {
      await endAsMined(tx, used, now);
      await endAsFailed(tx, cancelled, "cancelled", now);
      await endAsFailed(tx, expired, "expired", now);
    });
  if (receipt !== null) return conclude(deps, transaction, waiting, receipt);
  if (waiting.length === 0) return void (await endRelayTransaction(deps.db, transaction, used.length > 0 ? "mined" : "lost", now));
  if (await isPassedOver(deps, transaction, waiting)) {
    // Where its nonce went to another, or the chain lost the one before it, no fee would help.
    const isOutOfTurn = (await relayer.accountNonce("latest")) !== transaction.accountNonce;
    return isOutOfTurn ? queueAgain(deps, transaction, waiting) : outbid(deps, relayer, transaction, waiting);
  }
  return resend(deps, relayer, transaction, waiting);
}

/**
 * Ends a transaction that was mined. What it carried and the token did not take goes back into the queue, to go with fewer others; the token is
 * asked there what it has against it. One that reverted alone has failed.
 */
async function conclude(
  deps: Deps,
  transaction: RelayTransactionRow,
  waiting: RelayRow[],
  receipt: { status: "success" | "reverted"; blockNumber: bigint },
): Promise<void> {
  const now = deps.clock.now();
  const unused = waiting.length === 0 ? [] : await listSurelyUnused(deps, waiting, (read) => read.blockNumber >= receipt.blockNumber);
  if (unused === null || unused.length < waiting.length) return;
  const status = receipt.status === "success" ? "mined" : "reverted";
  await deps.db.transaction(async (tx) => {
    if (!(await endRelayTransaction(tx, transaction, status, now)) || waiting.length === 0) return;
    if (transaction.carries === 1) return endAsFailed(tx, waiting, "reverted", now);
    await putBack(tx, idsOf(waiting), mostAfterFailure(status === "mined" ? 1 : transaction.carries));
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
async function queueAgain(deps: Deps, transaction: RelayTransactionRow, waiting: RelayRow[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (await endRelayTransaction(tx, transaction, "lost", deps.clock.now())) await putBack(tx, idsOf(waiting), null);
  });
}

function idsOf(relays: RelayRow[]): string[] {
  return relays.map(({ id }) => id);
}
