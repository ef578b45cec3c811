import type { BlockRef, ChainReader } from "@hearth/chain/chain-reader";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Address, PrivateKeyAccount } from "viem";
import type { DemoChain } from "./demo-chain.ts";
import { DemoImpossible } from "./demo-impossible.ts";
import { makeDemoPlan, type WholePlan } from "./demo-plan.ts";
import { observedMark, replayTransfers, transferMark } from "./replay-transfers.ts";
import { demoWallets, merchantWallets } from "./wallets.ts";

/** Below the reader's maximum of 2,000 blocks per call. */
const pageBlocks = 1_900n;

/** The demo's money on the chain after all transfers. */
export interface DemoMoney {
  plan: WholePlan;
  wallets: Map<string, PrivateKeyAccount>;
  /** The merchants' payout wallets, by key. */
  merchants: Map<string, PrivateKeyAccount>;
  /** Every transfer to a demo merchant. */
  observed: ObservedTransfer[];
  /** Every refund from a demo merchant. */
  refunded: ObservedTransfer[];
  /** The newest final block and every newer one, oldest first. */
  blockHistory: BlockRef[];
}

/**
 * Puts the demo's transfers on the chain and reads them back as the watcher would. Resumes an interrupted run without sending anything
 * twice, because the chain stores the moment that its demo is planned from.
 */
export async function moveDemoMoney(options: {
  chain: DemoChain;
  reader: ChainReader;
  relayer: PrivateKeyAccount;
  now: Date;
}): Promise<DemoMoney> {
  const { chain, reader, relayer, now } = options;
  const anchor = (await chain.readAnchor()) ?? (await storeAnchor(chain, now));
  const plan = makeDemoPlan(anchor);
  const wallets = demoWallets(anchor);
  const merchants = merchantWallets(anchor);
  const senders = new Map([...wallets, ...merchants]);
  const payees = [...merchants.values()].map(({ address }) => address);
  const refundedTo = plan.movements.flatMap((movement) => ("payment" in movement ? [] : (wallets.get(movement.to)?.address ?? [])));
  const readTransfers = () => Promise.all([readTransfersTo(reader, payees), readTransfersTo(reader, refundedTo)]);
  const listMissing = (observed: ObservedTransfer[]) => {
    const onChain = new Set(observed.map(observedMark));
    return plan.movements.filter(({ from, at }) => !onChain.has(transferMark(senders.get(from)?.address ?? "", at)));
  };
  await replayTransfers({ chain, wallets, merchants, relayer, transfers: listMissing((await readTransfers()).flat()) });
  const [[observed, toRefundWallets], blockHistory] = await Promise.all([readTransfers(), readBlockHistory(reader)]);
  const missingCount = listMissing([...observed, ...toRefundWallets]).length;
  if (missingCount > 0) throw new DemoImpossible(`The local chain lost ${missingCount} of the demo's transfers. Start again.`);
  return { plan, wallets, merchants, observed, refunded: toRefundWallets.filter(({ from }) => payees.includes(from)), blockHistory };
}

async function storeAnchor(chain: DemoChain, now: Date): Promise<Date> {
  const anchor = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
  await chain.begin(anchor);
  return anchor;
}

async function readTransfersTo(reader: ChainReader, addresses: Address[]): Promise<ObservedTransfer[]> {
  const { number: last } = await reader.head();
  const found: ObservedTransfer[] = [];
  for (let from = 0n; from <= last; from += pageBlocks) {
    const to = from + pageBlocks - 1n < last ? from + pageBlocks - 1n : last;
    found.push(...(await reader.transfersTo(addresses, from, to)));
  }
  return found;
}

async function readBlockHistory(reader: ChainReader): Promise<BlockRef[]> {
  const [head, finalized] = await Promise.all([reader.head(), reader.block("finalized")]);
  const first = finalized?.number ?? 0n;
  const heights = Array.from({ length: Number(head.number - first) + 1 }, (_, index) => first + BigInt(index));
  return (await Promise.all(heights.map((height) => reader.block(height)))).filter((block) => block !== null);
}
