import type { BlockRef, ChainReader } from "@hearth/chain/chain-reader";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { PrivateKeyAccount } from "viem";
import { demoMerchants } from "./cast.ts";
import type { DemoChain } from "./demo-chain.ts";
import { DemoImpossible } from "./demo-impossible.ts";
import { makeDemoPlan, type WholePlan } from "./demo-plan.ts";
import { observedMark, replayTransfers, transferMark } from "./replay-transfers.ts";
import { demoWallets, payoutAddress } from "./wallets.ts";

/** The reader takes 2,000 blocks at once. */
const pageBlocks = 1_900n;

/** The demo's money as the chain holds it in the end. */
export interface DemoMoney {
  plan: WholePlan;
  wallets: Map<string, PrivateKeyAccount>;
  /** Every transfer to a demo merchant. */
  observed: ObservedTransfer[];
  /** The newest final block and every newer one, oldest first. */
  trail: BlockRef[];
}

/**
 * Makes the chain hold the demo's transfers, and reads them back as the watcher would. What an interrupted run has already sent is not
 * sent again: the chain itself remembers from when its demo is planned.
 */
export async function moveDemoMoney(options: {
  chain: DemoChain;
  reader: ChainReader;
  relayer: PrivateKeyAccount;
  now: Date;
}): Promise<DemoMoney> {
  const { chain, reader, relayer, now } = options;
  const anchor = (await chain.readAnchor()) ?? (await begin(chain, now));
  const plan = makeDemoPlan(anchor);
  const wallets = demoWallets(anchor);
  const lackingFrom = (observed: ObservedTransfer[]) => {
    const marks = new Set(observed.map(observedMark));
    return plan.transfers.filter((transfer) => !marks.has(transferMark(wallets.get(transfer.from)?.address ?? "", transfer.at)));
  };
  await replayTransfers({ chain, wallets, relayer, transfers: lackingFrom(await readPayees(reader)) });
  const [observed, trail] = await Promise.all([readPayees(reader), readTrail(reader)]);
  const lacking = lackingFrom(observed).length;
  if (lacking > 0) throw new DemoImpossible(`The local chain lost ${lacking} of the demo's transfers. Start again.`);
  return { plan, wallets, observed, trail };
}

async function begin(chain: DemoChain, now: Date): Promise<Date> {
  const anchor = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
  await chain.begin(anchor);
  return anchor;
}

async function readPayees(reader: ChainReader): Promise<ObservedTransfer[]> {
  const payees = demoMerchants.flatMap((merchant) => payoutAddress(merchant) ?? []);
  const { number: last } = await reader.head();
  const found: ObservedTransfer[] = [];
  for (let from = 0n; from <= last; from += pageBlocks) {
    const to = from + pageBlocks - 1n < last ? from + pageBlocks - 1n : last;
    found.push(...(await reader.transfersTo(payees, from, to)));
  }
  return found;
}

async function readTrail(reader: ChainReader): Promise<BlockRef[]> {
  const [head, finalized] = await Promise.all([reader.head(), reader.block("finalized")]);
  const first = finalized?.number ?? 0n;
  const heights = Array.from({ length: Number(head.number - first) + 1 }, (_, index) => first + BigInt(index));
  return (await Promise.all(heights.map((height) => reader.block(height)))).filter((block) => block !== null);
}
