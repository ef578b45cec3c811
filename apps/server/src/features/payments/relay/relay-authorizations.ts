import { isBlockAfter } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { findInFlight } from "../../ledger/relay-transactions.repo.ts";
import { adoptQueued, isAnythingToRelay, listMinedUnpaid, requeueMined, touchRelays } from "../../ledger/relays.repo.ts";
import { sendQueued } from "./send-queued.ts";
import { listSurelyUnused, relayName } from "./end-relays.ts";
import { followFormerKeys, returnQueued } from "./follow-former-keys.ts";
import { followTransaction } from "./follow-transaction.ts";

/** A mined authorization is usually read within a block or two. Without news for this long it is checked again. */
const quietMs = 20_000;
/** Mined authorizations checked again per step, and how many concurrently. */
const recheckedInStep = 50;
const recheckedAtOnce = 5;

/**
 * One step of the relayer: follows the transaction in flight, or sends the next batch. A constraint allows one transaction in flight per
 * key. It is stored before it is broadcast, so a process can be killed at any line. Also follows other keys' transactions, with or without
 * a relayer of its own. Throws ChainUnavailable.
 *
 * Cost: one statement when there is nothing to do.
 */
export async function relayAuthorizations(deps: Deps): Promise<void> {
  const { relayer, db, network, clock } = deps;
  const now = clock.now();
  const quietSince = new Date(now.getTime() - quietMs);
  if (!(await isAnythingToRelay(db, network.chainId, quietSince, now))) return;
  await recheckMined(deps, quietSince, now);
  await followFormerKeys(deps);
  if (!relayer) return returnQueued(deps);
  await adoptQueued(db, { chainId: network.chainId, relayerAddress: relayer.address });
  const inFlight = await findInFlight(db, network.chainId, relayer.address);
  return inFlight ? followTransaction(deps, relayer, inFlight) : sendQueued(deps, relayer);
}

/** Requeues mined authorizations of unpaid payments and of sends after a while, if a reorganisation dropped them. */
async function recheckMined(deps: Deps, quietSince: Date, now: Date): Promise<void> {
  const receipts = new Map<string, Promise<boolean>>();
  const hasReceipt = (hash: `0x${string}`): Promise<boolean> => {
    const receiptFound = receipts.get(hash) ?? deps.chain.receipt(hash).then((receipt) => receipt !== null);
    receipts.set(hash, receiptFound);
    return receiptFound;
  };
  await workThrough(deps, {
    list: "recheck-relay",
    pageSize: recheckedInStep,
    atOnce: recheckedAtOnce,
    pages: 1,
    isComplete: false,
    next: (limit) => listMinedUnpaid(deps.db, quietSince, now, limit),
    itemOf: (relay) => ({ id: relay.id, name: relayName(relay) }),
    work: async ({ txHash, ...relay }) => {
      const isThere = txHash !== null && (await hasReceipt(txHash));
      const unused = isThere ? null : await listSurelyUnused(deps, [relay], (read) => isBlockAfter(read.blockTime, relay.updatedAt));
      if (unused !== null && unused.length > 0) await deps.db.transaction((tx) => requeueMined(tx, relay, now));
      else await touchRelays(deps.db, [relay.id], now);
      return "done";
    },
  });
}
