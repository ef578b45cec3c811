import { RelayerOutOfGas, RelayUnderpriced } from "@hearth/chain/relayer";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";
import {
  endRelayTransaction,
  listInFlightOfOthers,
  type RelayTransactionRow,
  touchRelayTransaction,
} from "../../ledger/relay-transactions.repo.ts";
import { listHeld } from "../../../jobs/set-aside.repo.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { listQueuedBefore, listSentWith } from "../../ledger/relays.repo.ts";
import { endJudged, fail, judgeByReadBlocks } from "./end-relays.ts";
import { endMined, outbidAfterMs, requeue, resendAfterMs } from "./follow-transaction.ts";

/**
 * Delay before queued relays are returned when there is no relayer. A server restarted with its key within this time finds them in the
 * queue.
 */
const giveBackAfterMs = 60_000;
/** With a relayer, another key's transaction is mined or requeued within a minute. After this time a person has to look. */
const alarmAfterMs = 300_000;
const alarmKey = "relayer-left-behind";
/** Other keys' transactions followed per step, and how many concurrently. */
const followedInStep = 50;
const followedAtOnce = 5;

/**
 * Follows the transactions in flight of keys that are not this server's: the key was changed or removed, or another server still runs with
 * it. This server cannot sign for those keys, but can rebroadcast and relay their authorizations. Throws ChainUnavailable.
 */
export async function followFormerKeys(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const due = new Date(now.getTime() - resendAfterMs);
  await workThrough(deps, {
    list: "former-key",
    pageSize: followedInStep,
    atOnce: followedAtOnce,
    pages: 1,
    isComplete: false,
    next: async () => {
      const inFlight = await listInFlightOfOthers(deps.db, deps.network.chainId, deps.relayer?.address ?? null);
      const ids = inFlight.filter(({ updatedAt }) => updatedAt <= due).map(({ id }) => id);
      const heldBackIds = await listHeld(deps.db, "former-key", ids, now);
      return inFlight.filter(({ id }) => ids.includes(id) && !heldBackIds.has(id));
    },
    itemOf: ({ id, txHash }) => ({ id, name: txHash }),
    work: async (transaction) => {
      await followFormer(deps, transaction);
      return "done";
    },
  });
}

async function followFormer(deps: Deps, transaction: RelayTransactionRow): Promise<void> {
  await touchRelayTransaction(deps.db, transaction, deps.clock.now());
  const [carried, receipt] = await Promise.all([listSentWith(deps.db, transaction.id), deps.chain.receipt(transaction.txHash)]);
  if (receipt !== null) return endMined(deps, transaction, carried, receipt);
  const judged = await judgeByReadBlocks(deps, carried);
  if (judged === null) return;
  await endJudged(deps, judged);
  const unused = judged.unused.filter((relay) => !judged.expired.includes(relay));
  if (unused.length + judged.unknown.length === 0)
    return void (await endRelayTransaction(deps.db, transaction, judged.used.length > 0 ? "mined" : "lost", deps.clock.now()));
  if (judged.unknown.length > 0) return;
  if (await mustRequeue(deps, transaction, judged.read)) return requeue(deps, transaction, unused);
  await resendFormer(deps, transaction);
}

/**
 * With a relayer, requeues as soon as a read block has passed the transaction over: the authorization's nonce is spent only once, whoever
 * broadcasts it. Without a relayer the payer may pay again, so the transaction must be impossible first. That is when another transaction
 * took its account nonce by that block.
 */
async function mustRequeue(
  deps: Deps,
  { relayerAddress, accountNonce, sentAt }: RelayTransactionRow,
  read: { blockNumber: bigint; blockTime: Date },
): Promise<boolean> {
  if (deps.relayer !== null) return read.blockTime.getTime() > sentAt.getTime() + outbidAfterMs;
  return (await deps.broadcaster.accountNonce(relayerAddress, read.blockNumber)) > accountNonce;
}

async function resendFormer(deps: Deps, { rawTransaction }: RelayTransactionRow): Promise<void> {
  try {
    await deps.broadcaster.send(rawTransaction);
  } catch (error) {
    // Only the key's owner can raise the fee or fill the account.
    if (!(error instanceof RelayerOutOfGas) && !(error instanceof RelayUnderpriced)) throw error;
  }
}

/** Returns queued relays to their payers while there is no relayer, so that they can pay in another way. */
export async function returnQueued(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const unsentRelays = await listQueuedBefore(deps.db, deps.network.chainId, new Date(now.getTime() - giveBackAfterMs));
  if (unsentRelays.length === 0) return;
  await fail(deps, unsentRelays, "relayer");
  await raise(
    deps,
    `Signed payments waited for the relayer, and no relayer is configured: ${unsentRelays.length} were given back to their payers.`,
  );
}

/**
 * Raises an alarm while another key's transaction is in flight for over five minutes, or relays wait without a relayer. Clears it when
 * neither is the case.
 */
export async function watchFormerKeys(deps: Deps): Promise<void> {
  const { db, network, clock, relayer } = deps;
  const now = clock.now();
  const others = await listInFlightOfOthers(db, network.chainId, relayer?.address ?? null);
  const old = others.filter(({ createdAt }) => createdAt.getTime() < now.getTime() - alarmAfterMs);
  if (old.length > 0)
    return raise(deps, "A transaction of another relayer key is not mined.", {
      relayers: old.map(({ relayerAddress }) => relayerAddress).join(", "),
      transactions: old.map(({ txHash }) => txHash).join(", "),
    });
  if (others.length > 0) return;
  if (relayer === null && (await listQueuedBefore(db, network.chainId, now)).length > 0) return;
  await clearAlarm(db, alarmKey, now);
}

function raise(deps: Deps, message: string, data: Record<string, string> = {}): Promise<void> {
  return raiseAlarm(deps.db, { key: alarmKey, message, data, now: deps.clock.now() });
}
