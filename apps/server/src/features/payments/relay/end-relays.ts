import type { Relayer } from "@hearth/chain/relayer";
import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { formatUsdc } from "@hearth/domain/money";
import type { Deps } from "../../../deps.ts";
import { type Cursor, findCursor } from "../../ledger/chain-cursor.repo.ts";
import { insertPaymentEvents } from "../../ledger/payment-events.repo.ts";
import { findRefund } from "../../ledger/refunds.repo.ts";
import { eraseSignatures, markRelaysEnded, type RelayRow, touchRelays } from "../../ledger/relays.repo.ts";
import { listBound, type TransferRow } from "../../ledger/transfers.repo.ts";
import { notify } from "../../notifications/notify.ts";
import { notifyNotSent } from "../../settlement/returns/refund-notices.ts";
import { notifyPageFollowers } from "../../settlement/returns/settle-refund.ts";

type Living = Pick<RelayRow, "id" | "status">;

/** Marks relays of one status as mined. */
export async function endAsMined(tx: Transaction, relays: Living[], now: Date): Promise<void> {
  await markRelaysEnded(tx, idsOf(relays), { from: statusOf(relays), status: "mined", now });
}

/** Failures after which nobody has to send the money again: it was sent by somebody else's transaction, or its refund was given up. */
const unnoticedFailures = new Set(["alreadyPaid", "refundCancelled"]);

/** Fails relays of one status, adds the reason to their payments' timelines, and notifies people whose money was not sent, and open pages. */
export async function endAsFailed(tx: Transaction, relays: Living[], failure: string, now: Date): Promise<void> {
  const failed = await markRelaysEnded(tx, idsOf(relays), { from: statusOf(relays), status: "failed", failure, now });
  await insertPaymentEvents(
    tx,
    failed.flatMap(({ paymentId }) => (paymentId === null ? [] : { paymentId, type: "relayFailed", data: { note: failure }, at: now })),
  );
  for (const id of failed.flatMap(({ refundId }) => refundId ?? [])) {
    const refund = await findRefund(tx, id);
    if (refund === null) continue;
    await notifyPageFollowers(tx, refund);
    if (!unnoticedFailures.has(failure)) await notifyNotSent(tx, refund, failure, now);
  }
  if (!unnoticedFailures.has(failure)) for (const relay of failed) await tellFailedSend(tx, relay, failure, now);
}

async function tellFailedSend(tx: Transaction, relay: RelayRow, failure: string, now: Date): Promise<void> {
  const { id, senderId, toAddress, usdcUnits } = relay;
  if (senderId === null) return;
  const facts = { to: toAddress, usdc: formatUsdc(usdcUnits), at: now.toISOString() };
  await notify(tx, { userIds: [senderId], key: `wallet-send-failed:${id}`, event: { kind: "walletSendFailed", failure, ...facts }, now });
}

/** Returns the id by which operators know a relay: of its payment or its refund, or its own where it pays for nothing. */
export function relayName({ id, paymentId, refundId }: Pick<RelayRow, "id" | "paymentId" | "refundId">): string {
  if (refundId !== null) return publicId("refund", refundId);
  return paymentId === null ? publicId("walletSend", id) : publicId("payment", paymentId);
}

/** Does the same in a transaction of its own. */
export async function fail(deps: Deps, relays: Living[], failure: string): Promise<void> {
  if (relays.length > 0) await deps.db.transaction((tx) => endAsFailed(tx, relays, failure, deps.clock.now()));
}

export function idsOf(relays: Pick<Living, "id">[]): string[] {
  return relays.map(({ id }) => id);
}

function statusOf([first]: Living[]): RelayRow["status"] {
  return first?.status ?? "queued";
}

/**
 * Ends a queued relay whose authorization the token reports as used or cancelled, by the authorization's own log. If the newest blocks have
 * no log, the last read block decides, because a node may lack both for a while.
 */
export async function endByLog(deps: Deps, relayer: Relayer, relay: RelayRow): Promise<void> {
  const [fate] = await relayer.authorizationResults([{ from: relay.fromAddress, nonce: relay.nonce }]);
  if (fate === null || fate === undefined) return endByReadBlocks(deps, [relay]);
  await deps.db.transaction((tx) => endAsSpent(tx, [relay], fate, deps.clock.now()));
}

/** Ends relays of one status whose authorizations were used or cancelled on the chain. */
async function endAsSpent(tx: Transaction, relays: RelayRow[], fate: "used" | "cancelled", now: Date): Promise<void> {
  if (fate === "cancelled") return endAsFailed(tx, relays, "cancelled", now);
  // A relay without a transaction of ours was mined by somebody else.
  await endAsMined(
    tx,
    relays.filter(({ transactionId }) => transactionId !== null),
    now,
  );
  await endAsFailed(
    tx,
    relays.filter(({ transactionId }) => transactionId === null),
    "alreadyPaid",
    now,
  );
}

/** Ends relays of one status that are over according to the last read block. Delays the next check of the others. */
export async function endByReadBlocks(deps: Deps, relays: RelayRow[]): Promise<void> {
  if (relays.length === 0) return;
  const judged = await judgeByReadBlocks(deps, relays);
  const now = deps.clock.now();
  if (judged === null) return touchRelays(deps.db, idsOf(relays), now);
  await endJudged(deps, judged);
  const others = [...judged.unused, ...judged.unknown].filter((relay) => !judged.expired.includes(relay));
  await touchRelays(deps.db, idsOf(others), now);
}

/** Relays judged by the newest read block. */
export interface Judged {
  read: Cursor;
  unused: RelayRow[];
  /** The unused relays whose deadline had passed in that block, so they can never be mined. */
  expired: RelayRow[];
  used: RelayRow[];
  cancelled: RelayRow[];
  /** Spent, but the money is not recorded yet. */
  unknown: RelayRow[];
}

/** Blocks searched for the log of a cancelled send. A send is valid for minutes, so its log is newer. */
const sendBlocks = 1_900n;

/**
 * Judges relays by the newest read block: by the token's state there and by the recorded transfers. Every transfer to a payee and of a refund
 * is recorded, so a spent authorization without one was cancelled. A transfer to anybody else is not recorded, so a spent send was used, unless a log
 * shows that its owner cancelled it. Returns null when that block left the chain.
 */
export async function judgeByReadBlocks(deps: Deps, relays: RelayRow[]): Promise<Judged | null> {
  const read = await findCursor(deps.db, deps.network.chainId);
  const unused = read && (await listUnusedAt(deps, read, relays));
  if (read === null || unused === null) return null;
  const { used: sent, cancelled: unsent } = await judgeSends(
    deps,
    read,
    relays.filter((relay) => relay.senderId !== null && !unused.includes(relay)),
  );
  const spent = relays.filter((relay) => relay.senderId === null && !unused.includes(relay));
  const nonces = spent.map(({ nonce }) => nonce);
  const arrived = new Set((await listBound(deps.db, deps.network.chainId, nonces)).map(nameOfTransfer));
  const [used, others] = [spent.filter((relay) => arrived.has(nameOf(relay))), spent.filter((relay) => !arrived.has(nameOf(relay)))];
  const isAllKept = read.keptNumber >= read.blockNumber;
  return {
    read,
    unused,
    expired: unused.filter((relay) => isExpired(relay, read.blockTime)),
    used: [...used, ...sent],
    cancelled: [...(isAllKept ? others : []), ...unsent],
    unknown: isAllKept ? [] : others,
  };
}

/** Judges spent sends by the logs up to the read block. */
async function judgeSends(deps: Deps, { blockNumber }: Cursor, sends: RelayRow[]): Promise<Pick<Judged, "used" | "cancelled">> {
  if (sends.length === 0) return { used: [], cancelled: [] };
  const from = blockNumber < sendBlocks ? 0n : blockNumber - sendBlocks + 1n;
  const names = sends.map(({ fromAddress, nonce }) => ({ from: fromAddress, nonce }));
  const fates = await deps.chain.authorizationResults(names, from, blockNumber);
  const isCancelled = (_send: RelayRow, place: number) => fates[place] === "cancelled";
  return { used: sends.filter((send, place) => !isCancelled(send, place)), cancelled: sends.filter(isCancelled) };
}

/** Ends the relays that are used, cancelled or expired. */
export async function endJudged(deps: Deps, { used, cancelled, expired }: Judged): Promise<void> {
  if (used.length + cancelled.length + expired.length === 0) return;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await endAsSpent(tx, used, "used", now);
    await endAsSpent(tx, cancelled, "cancelled", now);
    await endAsFailed(tx, expired, "expired", now);
  });
}

const nameOf = ({ fromAddress, nonce }: RelayRow) => `${fromAddress} ${nonce}`.toLowerCase();
const nameOfTransfer = ({ fromAddress, binding }: TransferRow) => `${fromAddress} ${binding}`.toLowerCase();

/**
 * Filters authorizations to those unused in the last read block, if the chain still has that block and it satisfies `isLate`; null
 * otherwise. A missing receipt alone proves nothing, because the node may lag behind the one that mined it.
 */
export async function listSurelyUnused<Authorization extends Pick<RelayRow, "fromAddress" | "nonce">>(
  deps: Deps,
  authorizations: Authorization[],
  isLate: (read: Pick<Cursor, "blockNumber" | "blockTime">) => boolean,
): Promise<Authorization[] | null> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  return cursor && isLate(cursor) ? listUnusedAt(deps, cursor, authorizations) : null;
}

async function listUnusedAt<Authorization extends Pick<RelayRow, "fromAddress" | "nonce">>(
  deps: Deps,
  cursor: Cursor,
  authorizations: Authorization[],
): Promise<Authorization[] | null> {
  const block = await deps.chain.block(cursor.blockNumber);
  if (block?.hash !== cursor.blockHash) return null;
  const states = await Promise.all(
    authorizations.map(({ fromAddress, nonce }) => deps.chain.authorizationState(fromAddress, nonce, cursor.blockNumber)),
  );
  return authorizations.filter((_authorization, place) => states[place] === false);
}

/** Erases signatures of failed relays that an earlier version or an interrupted process left. */
export async function eraseLeftSignatures({ db }: Pick<Deps, "db">): Promise<void> {
  while ((await eraseSignatures(db)) > 0);
}

/** Returns true when the authorization's deadline is at or before the given time, of the server or of a block. */
export function isExpired({ validBefore }: Pick<RelayRow, "validBefore">, now: Date): boolean {
  return validBefore * 1_000 <= now.getTime();
}

/** Converts a relay to the authorization that its payer signed. */
export function authorizationOf(relay: RelayRow): SignedTransferAuthorization {
  return {
    from: relay.fromAddress,
    to: relay.toAddress,
    usdcUnits: relay.usdcUnits,
    validAfter: BigInt(relay.validAfter),
    validBefore: BigInt(relay.validBefore),
    nonce: relay.nonce,
    signature: relay.signature,
  };
}
