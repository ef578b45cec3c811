import type { BlockRef } from "@hearth/chain/chain-reader";
import { type ChainView, isDeepEnough } from "@hearth/chain/judge-transfer";
import { isDatabaseAway } from "@hearth/db/errors";
import { publicId } from "@hearth/domain/ids";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import type { Deps } from "../../../deps.ts";
import { type Cursor, findCursor } from "../../ledger/chain-cursor.repo.ts";
import { listNotGivenBack } from "../../ledger/refunds.repo.ts";
import { listNotDeep, listPayingOf, listUncounted, type TransferRow, type WaitingPage } from "../../ledger/transfers.repo.ts";
import { listFailedBefore } from "../../../jobs/set-aside.repo.ts";
import { endSetAside, setAside } from "../../../jobs/work-list.ts";
import { type Asked, type CandidatesByPayment, countPayments, countRefundTransfer, markDeep } from "./count-transfer.ts";

/** Uncounted transfers per page. */
const pageSize = 500;
/** Payments counted per step, oldest first: as many as one transaction of the relayer carries. Then the chain is read on. */
const countedPerStep = 200;
/**
 * Large transfers checked with every provider per step. The offset rotates with each block, so that transfers no provider confirms do not
 * block the others.
 */
const largePerStep = 25;

/** An uncounted transfer with its payment's amount, which decides the required depth. */
type Waiting = TransferRow & { amountCents: number };

/**
 * Counts the transfers of payments and refunds that are deep enough now, and marks short ones that are deep enough. Uses the cursor's
 * height, not the node's head, so a transfer counts only after we have read and linked its block. A failing payment or transfer is set
 * aside with an alarm. Returns true if there is more to count now.
 *
 * Cost: reads the uncounted transfers, fetches the safe block and each deep transfer's block once, and asks all providers only about large
 * payments.
 */
export async function settleTransfers(deps: Deps): Promise<boolean> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor || cursor.completionsStoppedAt !== null) return false;
  const upTo = cursor.blockNumber - BigInt(minimumDepth(deps)) + 1n;
  const cache = cacheChain(deps, cursor);
  const listed = { upTo, now: deps.clock.now() };
  const payments = await listDeep(deps, cache, (page) => listUncounted(deps.db, cursor.chainId, { ...page, ...listed }));
  const shorts = await listDeep(deps, cache, (page) => listNotDeep(deps.db, cursor.chainId, { ...page, ...listed }));
  const refunds = await listDeep(deps, cache, (page) => listNotGivenBack(deps.db, cursor.chainId, { ...page, ...listed }));
  const together = (last: Waiting[]) => withOtherParts(deps, last);
  const alone = (transfers: Waiting[]) => transfers.map((transfer) => [transfer]);
  const candidates = new Map<string, Asked[]>();
  for (const paying of await selectConfirmed(deps, cursor, payments, together)) {
    const paymentId = paying[0]?.paymentId ?? null;
    if (paymentId !== null) candidates.set(paymentId, await cache.judge(paying));
  }
  let counted = await countTogether(deps, candidates);
  for (const short of await selectConfirmed(deps, cursor, shorts, alone))
    counted += await countEach(deps, await cache.judge(short), markDeep);
  for (const sent of await selectConfirmed(deps, cursor, refunds, alone))
    counted += await countEach(deps, await cache.judge(sent), countRefundTransfer);
  // When nothing could be counted, an immediate retry would not help.
  return counted > 0 && [payments, shorts, refunds].some(({ small }) => small.length === countedPerStep);
}

/**
 * Counts payments in one transaction. On failure it counts those that failed before separately, and halves the others until the failing one
 * is alone, which is set aside. Returns the number of completed payments.
 */
async function countTogether(deps: Deps, candidates: CandidatesByPayment): Promise<number> {
  if (candidates.size === 0) return 0;
  const completed = await countHalving(deps, [...candidates], async (entries) => {
    const failed = await listFailedBefore(deps.db, "payment", [...candidates.keys()]);
    if (failed.size === 0) return inHalves(entries);
    const isOther = ([paymentId]: CandidateEntry) => !failed.has(paymentId);
    return [entries.filter(isOther), ...entries.filter((entry) => !isOther(entry)).map((entry) => [entry])];
  });
  for (const id of completed) deps.log.info({ paymentId: publicId("payment", id) }, "A payment was completed");
  await endSetAside(deps, "payment", completed);
  return completed.length;
}

type CandidateEntry = readonly [paymentId: string, transfers: readonly Asked[]];

async function countHalving(
  deps: Deps,
  entries: CandidateEntry[],
  split: (entries: CandidateEntry[]) => CandidateEntry[][] | Promise<CandidateEntry[][]> = inHalves,
): Promise<string[]> {
  if (entries.length === 0) return [];
  try {
    return [...(await countPayments(deps, new Map(entries)))];
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const [first] = entries;
    if (entries.length === 1 && first !== undefined) {
      await setAside(deps, "payment", { id: first[0], name: publicId("payment", first[0]) }, error);
      return [];
    }
    const completed: string[] = [];
    for (const part of await split(entries)) completed.push(...(await countHalving(deps, part)));
    return completed;
  }
}

function inHalves(entries: CandidateEntry[]): CandidateEntry[][] {
  const half = Math.ceil(entries.length / 2);
  return [entries.slice(0, half), entries.slice(half)];
}

/** Counts each transfer separately and sets the failing ones aside. Returns the number counted. */
async function countEach(
  deps: Deps,
  candidates: readonly Asked<Waiting>[],
  count: (deps: Deps, transfer: Waiting, view: ChainView) => Promise<boolean>,
): Promise<number> {
  const counted: string[] = [];
  for (const { transfer, view } of candidates) {
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

/** Transfers that are deep enough. For the small ones, one provider's confirmation is enough. */
interface Deep {
  small: Waiting[];
  large: Waiting[];
}

async function listDeep(deps: Deps, cache: ChainCache, list: (page: WaitingPage) => Promise<Waiting[]>): Promise<Deep> {
  const { network } = deps;
  const found: Deep = { small: [], large: [] };
  for (let after: Waiting | undefined; ;) {
    const page = await list({ after, limit: pageSize });
    const marks = page.length === 0 ? null : await cache.marks();
    for (const transfer of page) {
      if (marks === null || !isDeepEnough(transfer.blockNumber, network.confirmations(transfer.amountCents), marks)) continue;
      found[vouchersNeeded(deps, decisiveCents(transfer)) < 2 ? "small" : "large"].push(transfer);
    }
    after = page.at(-1);
    if (page.length < pageSize || found.small.length >= countedPerStep) break;
  }
  return { ...found, small: found.small.slice(0, countedPerStep) };
}

/** Caches the chain's blocks for one step: each is fetched at most once, and only when needed. */
interface ChainCache {
  marks(): Promise<Pick<ChainView, "head" | "safe">>;
  /** Pairs each transfer with the chain's block at its height. */
  judge(transfers: Waiting[]): Promise<Asked<Waiting>[]>;
}

function cacheChain(deps: Deps, cursor: Cursor): ChainCache {
  const head = cursor.blockNumber;
  const blocksByHeight = new Map<bigint | "safe", Promise<BlockRef | null>>();
  const block = (at: bigint | "safe") => {
    const answer = blocksByHeight.get(at) ?? deps.chain.block(at);
    blocksByHeight.set(at, answer);
    return answer;
  };
  const marks = async () => ({ head, safe: capAt((await block("safe"))?.number ?? null, head) });
  const look = async (transfer: Waiting) => {
    const [confirmations, currentBlock] = await Promise.all([marks(), block(transfer.blockNumber)]);
    return { transfer, view: { ...confirmations, canonicalHash: currentBlock?.hash ?? null } };
  };
  return { marks, judge: (transfers) => Promise.all(transfers.map(look)) };
}

/** Groups each part with the other parts of its payment, in chain order. A transfer that pays alone stays alone. */
async function withOtherParts(deps: Deps, last: Waiting[]): Promise<Waiting[][]> {
  const ids = last.flatMap(({ verdict, paymentId }) => (verdict === "part" ? (paymentId ?? []) : []));
  const parts = Map.groupBy(await listPayingOf(deps.db, ids), ({ paymentId }) => paymentId);
  return last.map((transfer) => {
    const { amountCents, paymentId } = transfer;
    return parts.get(paymentId)?.map((part) => ({ ...part, amountCents })) ?? [transfer];
  });
}

/**
 * Selects the transfers to settle in this step, grouped by payment and in chain order: every small one, and the large ones that enough
 * providers confirm.
 */
async function selectConfirmed(
  deps: Deps,
  cursor: Cursor,
  { small, large }: Deep,
  together: (transfers: Waiting[]) => Waiting[][] | Promise<Waiting[][]>,
): Promise<Waiting[][]> {
  const first = large.length === 0 ? 0 : Number((cursor.blockNumber * BigInt(largePerStep)) % BigInt(large.length));
  const turn = await together([...large.slice(first), ...large.slice(0, first)].slice(0, largePerStep));
  const vouched = await Promise.all(
    turn.map(async (transfers) =>
      (await Promise.all(transfers.map((transfer) => hasEnoughConfirmingProviders(deps, transfer, decisiveCents(transfer))))).every(
        Boolean,
      ),
    ),
  );
  return [...(await together(small)), ...turn.filter((_transfers, place) => vouched[place])];
}

/**
 * Returns true if as many providers, each asked separately, confirm the transfer as the network's policy requires for `cents`. A transfer
 * read while providers were down waits here until they are back. Smaller payments do not wait for them.
 */
export async function hasEnoughConfirmingProviders(deps: Deps, transfer: TransferRow, cents: number): Promise<boolean> {
  const needed = vouchersNeeded(deps, cents);
  if (needed < 2) return true;
  const claim = { ...transfer, from: transfer.fromAddress, to: transfer.toAddress };
  const rule = deps.network.confirmations(cents);
  return (await deps.chain.countConfirmingProviders(claim, rule)) >= needed;
}

function vouchersNeeded({ chain, network }: Deps, cents: number): number {
  return Math.min(network.vouchers(cents), chain.providers.length);
}

/** The amount in cents that decides depth and confirmations. For a part or a short transfer it is at least its payment's whole amount. */
function decisiveCents({ verdict, usdcUnits, amountCents }: Waiting): number {
  const moved = usdcUnitsToWholeCents(usdcUnits);
  return verdict === "part" || verdict === "short" ? Math.max(amountCents, moved) : moved;
}

/** The smallest depth of any rule of the network. Avoids asking the node about blocks that cannot be ready. */
function minimumDepth(deps: Deps): number {
  const rule = deps.network.confirmations(0);
  return rule.kind === "depth" ? rule.blocks : 1;
}

/** Caps the safe block at the cursor's height. */
function capAt(safe: bigint | null, head: bigint): bigint | null {
  return safe !== null && safe > head ? head : safe;
}
