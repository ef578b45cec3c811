import type { Relayer } from "@hearth/chain/relayer";
import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../../deps.ts";
import { type Cursor, findCursor } from "../../ledger/chain-cursor.repo.ts";
import { insertPaymentEvents } from "../../ledger/payment-events.repo.ts";
import { markRelaysEnded, type RelayRow, touchRelay } from "../../ledger/relays.repo.ts";

type Living = Pick<RelayRow, "id" | "status">;

/** Says of relays of one status that the chain has taken them. */
export async function endAsMined(tx: Transaction, relays: Living[], now: Date): Promise<void> {
  await markRelaysEnded(tx, idsOf(relays), { from: statusOf(relays), status: "mined", now });
}

/** Gives up relays of one status, and tells their payers why. */
export async function endAsFailed(tx: Transaction, relays: Living[], failure: string, now: Date): Promise<void> {
  const failed = await markRelaysEnded(tx, idsOf(relays), { from: statusOf(relays), status: "failed", failure, now });
  await insertPaymentEvents(
    tx,
    failed.map(({ paymentId }) => ({ paymentId, type: "relayFailed", data: { note: failure }, at: now })),
  );
}

/** Gives up relays of one status, and tells their payers why, in a transaction of its own. */
export async function fail(deps: Deps, relays: Living[], failure: string): Promise<void> {
  if (relays.length > 0) await deps.db.transaction((tx) => endAsFailed(tx, relays, failure, deps.clock.now()));
}

function idsOf(relays: Living[]): string[] {
  return relays.map(({ id }) => id);
}

function statusOf([first]: Living[]): RelayRow["status"] {
  return first?.status ?? "queued";
}

/**
 * Ends a queued relay whose authorization the token calls used or cancelled, by the authorization's own log: money moved, or its payer took it
 * back. Without a log nothing is said until its time is over, since a node may lack it for a while.
 */
export async function endByLog(deps: Deps, relayer: Relayer, relay: RelayRow): Promise<void> {
  const [fate] = await relayer.authorizationFates([{ from: relay.fromAddress, nonce: relay.nonce }]);
  const now = deps.clock.now();
  if (fate === "cancelled") return fail(deps, [relay], "cancelled");
  if (fate === "used" && relay.transactionId === null) return fail(deps, [relay], "alreadyPaid");
  if (fate === "used") return deps.db.transaction((tx) => endAsMined(tx, [relay], now));
  if (isExpired(relay, now)) return fail(deps, [relay], "expired");
  await touchRelay(deps.db, relay.id, now);
}

/**
 * Those whose authorizations are unused in a block that was read, that the chain still has, and that is late enough; null where there is no such
 * block. A missing receipt alone says nothing: the node may lag behind the one that mined it.
 */
export async function listSurelyUnused(
  deps: Deps,
  relays: RelayRow[],
  isLate: (read: Pick<Cursor, "blockNumber" | "blockTime">) => boolean,
): Promise<RelayRow[] | null> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor || !isLate(cursor)) return null;
  const block = await deps.chain.block(cursor.blockNumber);
  if (block?.hash !== cursor.blockHash) return null;
  const states = await Promise.all(
    relays.map(({ fromAddress, nonce }) => deps.chain.authorizationState(fromAddress, nonce, cursor.blockNumber)),
  );
  return relays.filter((_relay, place) => states[place] === false);
}

/** Whether nobody can carry it any more, by the server's clock. */
export function isExpired({ validBefore }: Pick<RelayRow, "validBefore">, now: Date): boolean {
  return validBefore * 1_000 <= now.getTime();
}

/** What the payer signed. */
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
