import type { ChainReader } from "@hearth/chain/chain-reader";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isBlockBefore } from "@hearth/domain/time";
import type { Deps } from "../../deps.ts";
import { findCursor } from "../ledger/chain-cursor.repo.ts";
import { listBound, type TransferRow } from "../ledger/transfers.repo.ts";
import { listSurelyUnused } from "../payments/relay/end-relays.ts";
import { type ScheduledPaymentRow, updateScheduledPayment } from "./scheduled-payments.repo.ts";

/** The token reports a signature as spent, and no provider returns the log that shows how. */
export class FateUnknown extends Error {
  override name = "FateUnknown";
}

/** Dependencies of searching the logs. */
type FateDeps = Pick<Deps, "chain" | "clock"> & { db: DatabaseOrTransaction };

/** Blocks per log query, and queries per check of a scheduled payment: together somewhat more than a day of Base. */
const blocksOfQuestion = 1_900n;
const questionsAtOnce = 25;
/** The search begins this long before the scheduled payment was created, in case the server's clock is ahead of the chain's. */
const clockMarginMs = 600_000;

/** Finds the living transfer with a scheduled payment's nonce, whatever was decided about it; null if none was read. */
export async function findArrived(db: Deps["db"], scheduledPayment: ScheduledPaymentRow): Promise<TransferRow | null> {
  const bound = await listBound(db, scheduledPayment.chainId, [scheduledPayment.binding]);
  return bound.find(({ fromAddress }) => fromAddress.toLowerCase() === scheduledPayment.fromAddress.toLowerCase()) ?? null;
}

/**
 * Determines how a spent signature was used: it moved money, or its payer cancelled it. Returns `searching` while logs are left to read.
 * Starts at the last block known to be unspent, and continues with the next check. @throws FateUnknown after all logs. Throws
 * ChainUnavailable.
 */
export async function findFate(deps: FateDeps, scheduledPayment: ScheduledPaymentRow): Promise<"used" | "cancelled" | "searching"> {
  const { chain } = deps;
  const head = await chain.head();
  let read =
    scheduledPayment.searchedBlock ??
    scheduledPayment.unusedBlock ??
    (await findBlockBefore(chain, new Date(scheduledPayment.createdAt.getTime() - clockMarginMs), head.number));
  for (let asked = 0; asked < questionsAtOnce && read < head.number; asked += 1) {
    const to = read + blocksOfQuestion < head.number ? read + blocksOfQuestion : head.number;
    const [fate] = await chain.authorizationResults(
      [{ from: scheduledPayment.fromAddress, nonce: scheduledPayment.binding }],
      read + 1n,
      to,
    );
    if (fate) return fate;
    read = to;
  }
  const isRead = read >= head.number;
  await updateScheduledPayment(deps.db, scheduledPayment.id, { searchedBlock: isRead ? null : read }, deps.clock.now());
  if (isRead) throw new FateUnknown("No provider returns the log of a spent signature");
  return "searching";
}

/** Finds the newest block older than a time, by binary search. A block that no provider has counts as older. */
async function findBlockBefore(chain: ChainReader, moment: Date, head: bigint): Promise<bigint> {
  let [older, newer] = [0n, head + 1n];
  while (newer - older > 1n) {
    const middle = (older + newer) / 2n;
    const block = await chain.block(middle);
    if (block !== null && !isBlockBefore(block.time, moment)) newer = middle;
    else older = middle;
  }
  return older;
}

/**
 * Returns true when the signature was unspent at its deadline, so that it can never move money. Returns false when it is spent, null while
 * the chain is not read that far. Throws ChainUnavailable.
 */
export async function hasRunOutUnspent(deps: Deps, scheduledPayment: ScheduledPaymentRow): Promise<boolean | null> {
  const { fromAddress, binding: nonce, validBefore } = scheduledPayment;
  const unused = await listSurelyUnused(deps, [{ fromAddress, nonce }], ({ blockTime }) => blockTime.getTime() >= validBefore * 1_000);
  return unused && unused.length > 0;
}

/** Returns the newest final block; null before the chain is read. A node that answers about now has seen it. */
export async function findFinalBlock({ db, network }: Deps): Promise<bigint | null> {
  return (await findCursor(db, network.chainId))?.finalizedNumber ?? null;
}
