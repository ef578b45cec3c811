import type { BlockRef } from "@hearth/chain/chain-reader";
import { type ChainView, isDeepEnough } from "@hearth/chain/judge-transfer";
import { isDatabaseAway } from "@hearth/db/errors";
import { publicId } from "@hearth/domain/ids";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import type { Deps } from "../../../deps.ts";
import { type Cursor, findCursor } from "../../ledger/chain-cursor.repo.ts";
import { listNotGivenBack } from "../../ledger/refunds.repo.ts";
import { listNotDeep, listPayingOf, listUncounted, type TransferRow, type WaitingPage } from "../../ledger/transfers.repo.ts";
import { endSetAside, setAside } from "../../../jobs/work-list.ts";
import { type Asked, type AskedOfPayments, countPayments, countRefundTransfer, markDeep } from "./count-transfer.ts";

/** Read at once of those that wait. */
const pageSize = 500;
/** So many are counted in one step, as many as one transaction of the relayer carries, the oldest first; then the chain is read on. */
const countedAtOnce = 200;
/** So many are put to every provider in one step. Others have their turn with the next block, so that those nobody vouches for hold nobody up. */
const putToAllAtOnce = 25;

/** A transfer that waits, with the price that chooses how deep it has to be. */
type Waiting = TransferRow & { amountCents: number };

/**
 * Counts transfers that are matched to a payment, or sent for a refund, and are deep enough now; marks those that are too little and deep enough.
 * The height that counts is the cursor's: only what was read and linked speaks for a transfer. A payment or transfer that cannot be counted is set
 * aside with an alarm. Answers whether there is more to count right now.
 *
 * Reads those that wait; asks for the safe block once, for each block of a deep one once, and all providers only about large payments.
 */
export async function settleTransfers(deps: Deps): Promise<boolean> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor || cursor.completionsStoppedAt !== null) return false;
  const upTo = cursor.blockNumber - BigInt(minimumDepth(deps)) + 1n;
  const sight = lookOnce(deps, cursor);
  const listed = { upTo, now: deps.clock.now() };
  const payments = await listDeep(deps, sight, (page) => listUncounted(deps.db, cursor.chainId, { ...page, ...listed }));
  const shorts = await listDeep(deps, sight, (page) => listNotDeep(deps.db, cursor.chainId, { ...page, ...listed }));
  const refunds = await listDeep(deps, sight, (page) => listNotGivenBack(deps.db, cursor.chainId, { ...page, ...listed }));
  const together = (last: Waiting[]) => withOtherParts(deps, last);
  const alone = (transfers: Waiting[]) => transfers.map((transfer) => [transfer]);
  const asked = new Map<string, Asked[]>();
  for (const paying of await vouchedFor(deps, cursor, payments, together)) {
    const paymentId = paying[0]?.paymentId ?? null;
    if (paymentId !== null) asked.set(paymentId, await sight.judge(paying));
  }
  let counted = await countTogether(deps, asked);
  for (const short of await vouchedFor(deps, cursor, shorts, alone)) counted += await countEach(deps, await sight.judge(short), markDeep);
  for (const sent of await vouchedFor(deps, cursor, refunds, alone))
    counted += await countEach(deps, await sight.judge(sent), countRefundTransfer);
  // Where nothing could be counted, asking again at once would not help.
  return counted > 0 && [payments, shorts, refunds].some(({ small }) => small.length === countedAtOnce);
}

/**
 * Counts payments in one transaction. When that fails, counts each in its own, and sets those aside that fail then. Answers how many were completed.
 */
async function countTogether(deps: Deps, asked: AskedOfPayments): Promise<number> {
  if (asked.size === 0) return 0;
  const completed: string[] = [];
  try {
    completed.push(...(await countPayments(deps, asked)));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    for (const [paymentId, transfers] of asked)
      try {
        completed.push(...(await countPayments(deps, new Map([[paymentId, transfers]]))));
      } catch (failure) {
        await setAside(deps, "payment", { id: paymentId, name: publicId("payment", paymentId) }, failure);
      }
  }
  for (const id of completed) deps.log.info({ paymentId: publicId("payment", id) }, "A payment was completed");
  await endSetAside(deps, "payment", completed);
  return completed.length;
}

/** Counts each transfer by itself, and sets those aside that fail. Answers how many were counted. */
async function countEach(
  deps: Deps,
  asked: readonly Asked<Waiting>[],
  count: (deps: Deps, transfer: Waiting, view: ChainView) => Promise<boolean>,
): Promise<number> {
  const counted: string[] = [];
  for (const { transfer, view } of asked) {
    const { id } = transfer;
    try {
      if (await count(deps, transfer, view)) counted.push(id);
    } catch (failure) {
      await setAside(deps, "transfer", { id, name: publicId("transfer", id) }, failure);
    }
  }
  await endSetAside(deps, "transfer", counted);
  return counted.length;
}

/** Those that are deep enough: one provider's word is enough for the small ones. */
interface Deep {
  small: Waiting[];
  large: Waiting[];
}

async function listDeep(deps: Deps, sight: Sight, list: (page: WaitingPage) => Promise<Waiting[]>): Promise<Deep> {
  const { network } = deps;
  const found: Deep = { small: [], large: [] };
  for (let after: Waiting | undefined; ;) {
    const page = await list({ after, limit: pageSize });
    const marks = page.length === 0 ? null : await sight.marks();
    for (const transfer of page) {
      if (marks === null || !isDeepEnough(transfer.blockNumber, network.confirmations(transfer.amountCents), marks)) continue;
      found[vouchersNeeded(deps, standsFor(transfer)) < 2 ? "small" : "large"].push(transfer);
    }
    after = page.at(-1);
    if (page.length < pageSize || found.small.length >= countedAtOnce) break;
  }
  return { ...found, small: found.small.slice(0, countedAtOnce) };
}

/** The chain as one step sees it: each thing is asked for once, and not before it is needed. */
interface Sight {
  marks(): Promise<Pick<ChainView, "head" | "safe">>;
  /** Each transfer with what the chain has at its height. */
  judge(transfers: Waiting[]): Promise<Asked<Waiting>[]>;
}

function lookOnce(deps: Deps, cursor: Cursor): Sight {
  const head = cursor.blockNumber;
  const asked = new Map<bigint | "safe", Promise<BlockRef | null>>();
  const block = (at: bigint | "safe") => {
    const answer = asked.get(at) ?? deps.chain.block(at);
    asked.set(at, answer);
    return answer;
  };
  const marks = async () => ({ head, safe: lower((await block("safe"))?.number ?? null, head) });
  const look = async (transfer: Waiting) => {
    const [seen, standing] = await Promise.all([marks(), block(transfer.blockNumber)]);
    return { transfer, view: { ...seen, canonicalHash: standing?.hash ?? null } };
  };
  return { marks, judge: (transfers) => Promise.all(transfers.map(look)) };
}

/** Parts with the others that they count together with, in the chain's order; a transfer that pays alone stays alone. */
async function withOtherParts(deps: Deps, last: Waiting[]): Promise<Waiting[][]> {
  const ids = last.flatMap(({ verdict, paymentId }) => (verdict === "part" ? (paymentId ?? []) : []));
  const parts = Map.groupBy(await listPayingOf(deps.db, ids), ({ paymentId }) => paymentId);
  return last.map((transfer) => {
    const { amountCents, paymentId } = transfer;
    return parts.get(paymentId)?.map((part) => ({ ...part, amountCents })) ?? [transfer];
  });
}

/**
 * Those to count in this step, each with what it counts together with, in the chain's order: all small ones, and of the large ones in turn those
 * that enough providers hold.
 */
async function vouchedFor(
  deps: Deps,
  cursor: Cursor,
  { small, large }: Deep,
  together: (transfers: Waiting[]) => Waiting[][] | Promise<Waiting[][]>,
): Promise<Waiting[][]> {
  const first = large.length === 0 ? 0 : Number((cursor.blockNumber * BigInt(putToAllAtOnce)) % BigInt(large.length));
  const turn = await together([...large.slice(first), ...large.slice(0, first)].slice(0, putToAllAtOnce));
  const vouched = await Promise.all(
    turn.map(async (transfers) =>
      (await Promise.all(transfers.map((transfer) => isVouchedFor(deps, transfer, standsFor(transfer))))).every(Boolean),
    ),
  );
  return [...(await together(small)), ...turn.filter((_transfers, place) => vouched[place])];
}

/**
 * Whether as many providers hold the transfer, each by itself, as the network's policy wants for the cents it stands for. What was read by fewer, because
 * the others were away, waits here until they are back; smaller payments do not wait for them.
 */
export async function isVouchedFor(deps: Deps, transfer: TransferRow, cents: number): Promise<boolean> {
  const needed = vouchersNeeded(deps, cents);
  if (needed < 2) return true;
  const claim = { ...transfer, from: transfer.fromAddress, to: transfer.toAddress };
  const rule = deps.network.confirmations(cents);
  return (await deps.chain.vouchersFor(claim, rule)) >= needed;
}

function vouchersNeeded({ chain, network }: Deps, cents: number): number {
  return Math.min(network.vouchers(cents), chain.providers.length);
}

/** The amount in cents that a transfer stands for, which for a part, and for what is too little, is all of its payment's. */
function standsFor({ verdict, usdcUnits, amountCents }: Waiting): number {
  const moved = usdcUnitsToWholeCents(usdcUnits);
  return verdict === "part" || verdict === "short" ? Math.max(amountCents, moved) : moved;
}

/** No rule of any network counts a transfer earlier than this; saves asking the node for what cannot be ready. */
function minimumDepth(deps: Deps): number {
  const rule = deps.network.confirmations(0);
  return rule.kind === "depth" ? rule.blocks : 1;
}

/** The safe mark as far as we have read ourselves. */
function lower(safe: bigint | null, head: bigint): bigint | null {
  return safe !== null && safe > head ? head : safe;
}
