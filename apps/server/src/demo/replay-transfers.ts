import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { type Hex, parseEther, type PrivateKeyAccount } from "viem";
import type { DemoChain } from "./demo-chain.ts";
import type { TransferPlan } from "./plan.ts";
import { type Sender, signMint, signTransfer } from "./sign-transfer.ts";

/** What everybody has in the end. */
const pocketMoney = 5_000_000_000n;
const gasMoney = parseEther("1");
const relayerGasMoney = parseEther("10");
/** More than a chain needs to call a block final: twice its epoch of 32. */
const closingBlocks = 70;
const blockSeconds = 2;

/** What is needed to let the demo's money move. */
export interface Replay {
  chain: DemoChain;
  wallets: Map<string, PrivateKeyAccount>;
  relayer: PrivateKeyAccount;
  /** In the order of their time; what the chain already holds is not among them. */
  transfers: TransferPlan[];
}

/** One transfer's mark, in the plan and on the chain alike: who, and in which second. */
export function transferMark(from: string, at: Date): string {
  return `${from.toLowerCase()} ${Math.floor(at.getTime() / 1_000)}`;
}

/** The mark of a transfer that the chain shows. */
export function observedMark(observed: ObservedTransfer): string {
  return transferMark(observed.from, observed.blockTime);
}

/**
 * Sends transfers at the times they are planned for, each in a block of its own: the chain's clock is put back, goes through the years, and
 * returns to now. The rhythm of blocks rests meanwhile and is restored, whatever happens.
 */
export async function replayTransfers(replay: Replay): Promise<void> {
  const { chain, transfers } = replay;
  const [first] = transfers;
  if (!first) return;
  await chain.takeOver();
  try {
    await chain.setTime(new Date(first.at.getTime() - 60_000));
    const senders = await openSenders(replay);
    await fund(replay, senders, new Date(first.at.getTime() - 30_000));
    for (const transfer of transfers)
      await chain.mineAt(transfer.at, [await signTransfer(transfer, sender(senders, transfer.from), sender(senders, relayer))]);
    await closeHistory(chain);
  } finally {
    await chain.handBack();
  }
}

const relayer = "relayer";

async function openSenders(replay: Replay): Promise<Map<string, Sender>> {
  const accounts = [...replay.wallets, [relayer, replay.relayer] as const];
  const open = async (account: PrivateKeyAccount) => ({ account, nextNonce: await replay.chain.client.getTransactionCount(account) });
  return new Map(await Promise.all(accounts.map(async ([name, account]) => [name, await open(account)] as const)));
}

function sender(senders: Map<string, Sender>, name: string): Sender {
  const found = senders.get(name);
  if (!found) throw new RangeError(`Nobody in the demo can sign for ${name}`);
  return found;
}

/** Gives each wallet what it is going to spend, and pocket money; the relayer makes the USDC, in one block. */
async function fund({ chain, transfers, wallets }: Replay, senders: Map<string, Sender>, at: Date): Promise<void> {
  const payer = sender(senders, relayer);
  const mints = await Promise.all(
    [...wallets].map(async ([name, account]): Promise<Hex[]> => {
      const spent = transfers.filter((transfer) => transfer.from === name).reduce((sum, transfer) => sum + transfer.usdcUnits, 0n);
      const lacking = spent + pocketMoney - (await chain.usdcBalance(account.address));
      await chain.client.setBalance({ address: account.address, value: gasMoney });
      return lacking > 0n ? [await signMint(payer, account.address, lacking)] : [];
    }),
  );
  if ((await chain.client.getBalance(payer.account)) < relayerGasMoney) {
    await chain.client.setBalance({ address: payer.account.address, value: relayerGasMoney });
  }
  await chain.mineAt(at, mints.flat());
}

/** Lets the last minutes pass in empty blocks, until every transfer is final. */
async function closeHistory(chain: DemoChain): Promise<void> {
  const begin = new Date(Date.now() - (closingBlocks + 1) * blockSeconds * 1_000);
  await chain.mineAt(begin, []);
  await chain.client.mine({ blocks: closingBlocks, interval: blockSeconds });
}
