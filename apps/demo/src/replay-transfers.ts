import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { parseEther, type PrivateKeyAccount } from "viem";
import type { DemoChain } from "./demo-chain.ts";
import type { RefundPlan, TransferPlan } from "./plan.ts";
import { type Sender, signMint, signRefund, signTransfer } from "./sign-transfer.ts";

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
  /** The merchants' payout wallets, by address: they are paid there and pay refunds. */
  merchants: Map<string, PrivateKeyAccount>;
  relayer: PrivateKeyAccount;
  /** In the order of their time; what the chain already holds is not among them. */
  transfers: (TransferPlan | RefundPlan)[];
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
    const funding = new Date(first.at.getTime() - 60_000);
    await chain.setTime(funding);
    const senders = await openSenders(replay);
    await fund(replay, senders, funding);
    const addressOf = (name: string) => sender(senders, name).account.address;
    for (const transfer of transfers) {
      const from = sender(senders, transfer.from);
      const transaction =
        "payment" in transfer
          ? signTransfer(transfer, addressOf(transfer.merchant), from, sender(senders, relayer))
          : signRefund(transfer, from, addressOf(transfer.to));
      await chain.mineAt(transfer.at, await transaction);
    }
    await chain.idle(new Date(Date.now() - closingBlocks * blockSeconds * 1_000), closingBlocks, blockSeconds);
  } finally {
    await chain.handBack();
  }
}

const relayer = "relayer";

async function openSenders(replay: Replay): Promise<Map<string, Sender>> {
  const accounts = [...replay.wallets, ...replay.merchants, [relayer, replay.relayer] as const];
  const open = async (account: PrivateKeyAccount) => ({ account, nextNonce: await replay.chain.client.getTransactionCount(account) });
  return new Map(await Promise.all(accounts.map(async ([name, account]) => [name, await open(account)] as const)));
}

function sender(senders: Map<string, Sender>, name: string): Sender {
  const found = senders.get(name);
  if (!found) throw new RangeError(`Nobody in the demo can sign for ${name}`);
  return found;
}

/** Gives each wallet gas, what it is going to spend, and pocket money; the relayer makes the USDC. */
async function fund({ chain, transfers, wallets, merchants }: Replay, senders: Map<string, Sender>, from: Date): Promise<void> {
  const payer = sender(senders, relayer);
  if ((await chain.client.getBalance(payer.account)) < relayerGasMoney) {
    await chain.client.setBalance({ address: payer.account.address, value: relayerGasMoney });
  }
  for (const { address } of merchants.values()) await chain.client.setBalance({ address, value: gasMoney });
  let at = from;
  for (const [name, { address }] of wallets) {
    const spent = transfers.filter((transfer) => transfer.from === name).reduce((sum, transfer) => sum + transfer.usdcUnits, 0n);
    const lacking = spent + pocketMoney - (await chain.usdcBalance(address));
    await chain.client.setBalance({ address, value: gasMoney });
    at = new Date(at.getTime() + 1_000);
    if (lacking > 0n) await chain.mineAt(at, await signMint(payer, address, lacking));
  }
}
