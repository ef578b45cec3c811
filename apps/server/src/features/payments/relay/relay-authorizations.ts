import { publicId } from "@hearth/domain/ids";
import { isBlockAfter } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { findInFlight } from "../../ledger/relay-transactions.repo.ts";
import { adoptQueued, listMinedUnpaid, requeueRelay, touchRelays } from "../../ledger/relays.repo.ts";
import { carryQueued } from "./carry-queued.ts";
import { listSurelyUnused } from "./end-relays.ts";
import { followFormerKeys, giveBackQueued } from "./follow-former-keys.ts";
import { followTransaction } from "./follow-transaction.ts";

/** A mined authorization is read within a block or two; one that is quiet for so long is looked at again. */
const quietMs = 20_000;
/** Mined authorizations that one step looks at again, and how many of them at once. */
const recheckedInStep = 50;
const recheckedAtOnce = 5;

/**
 * One step of the relayer: looks after the transaction in flight, or sends the next of the queue. One transaction at a time per key, by
 * constraint; it is stored before it is sent, so that any process may be killed at any line. Also follows what other keys have sent, with or
 * without a relayer of its own. Throws ChainUnavailable.
 */
export async function relayAuthorizations(deps: Deps): Promise<void> {
  const { relayer, db, network } = deps;
  await recheckMined(deps);
  await followFormerKeys(deps);
  if (!relayer) return giveBackQueued(deps);
  await adoptQueued(db, { chainId: network.chainId, relayerAddress: relayer.address });
  const inFlight = await findInFlight(db, network.chainId, relayer.address);
  return inFlight ? followTransaction(deps, relayer, inFlight) : carryQueued(deps, relayer);
}

/** A mined authorization of a payment that is still unpaid after a while may have been dropped by a reorganisation: then it is sent again. */
async function recheckMined(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const receipts = new Map<string, Promise<boolean>>();
  const hasReceipt = (hash: `0x${string}`): Promise<boolean> => {
    const asked = receipts.get(hash) ?? deps.chain.receipt(hash).then((receipt) => receipt !== null);
    receipts.set(hash, asked);
    return asked;
  };
  await workThrough(deps, {
    list: "recheck-relay",
    pageSize: recheckedInStep,
    atOnce: recheckedAtOnce,
    pages: 1,
    isComplete: false,
    next: (limit) => listMinedUnpaid(deps.db, new Date(now.getTime() - quietMs), now, limit),
    itemOf: ({ id, paymentId }) => ({ id, name: publicId("payment", paymentId) }),
    work: async ({ txHash, ...relay }) => {
      const isThere = txHash !== null && (await hasReceipt(txHash));
      const unused = isThere ? null : await listSurelyUnused(deps, [relay], (read) => isBlockAfter(read.blockTime, relay.updatedAt));
      if (unused !== null && unused.length > 0) await deps.db.transaction((tx) => requeueRelay(tx, relay, now));
      else await touchRelays(deps.db, [relay.id], now);
      return "done";
    },
  });
}
