import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { parseEther, type PrivateKeyAccount } from "viem";
import type { DemoChain } from "./demo-chain.ts";
import type { RefundPlan, TransferPlan } from "./plan.ts";
import { type Sender, signMint, signRefund, signTransfer } from "./sign-transfer.ts";

/** USDC left in every wallet at the end. */
const remainingUnits = 5_000_000_000n;
const gasMoney = parseEther("1");
const relayerGasMoney = parseEther("10");
/** More blocks than a chain needs for finality: twice its epoch of 32. */
const closingBlocks = 70;
const blockSeconds = 2;

/** The dependencies of replaying transfers. */
export interface Replay {
  chain: DemoChain;
  wallets: Map<string, PrivateKeyAccount>;
  /** The merchants' payout wallets by key, which receive payments and send refunds. */
  merchants: Map<string, PrivateKeyAccount>;
  relayer: PrivateKeyAccount;
  /** The transfers that the chain does not have yet, in order of time. */
  transfers: (TransferPlan | RefundPlan)[];
}

/** Identifies a transfer in the plan and on the chain: the sender and the second. */
export function transferMark(from: string, at: Date): string {
  return `${from.toLowerCase()} ${Math.floor(at.getTime() / 1_000)}`;
}

/** Identifies a transfer read from the chain. */
export function observedMark(observed: ObservedTransfer): string {
  return transferMark(observed.from, observed.blockTime);
}

/**
 * Sends transfers at their planned times, each in a block of its own. Sets the chain's clock back, advances it through the years, and
 * returns it to now. The block interval is suspended meanwhile and always restored.
 */
export async function replayTransfers(replay: Replay): Promise<void> {
  const { chain, transfers } = replay;
  const [first] = transfers;
  if (!first) return;
  await chain.suspendInterval();
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
    await chain.restoreInterval();
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
  if (!found) throw new RangeError(`No one in the demo can sign for ${name}`);
  return found;
}

/** Gives each wallet gas, the USDC it is going to spend, and some to keep. The relayer mints the USDC. */
async function fund({ chain, transfers, wallets, merchants }: Replay, senders: Map<string, Sender>, from: Date): Promise<void> {
  const payer = sender(senders, relayer);
  if ((await chain.client.getBalance(payer.account)) < relayerGasMoney) {
    await chain.client.setBalance({ address: payer.account.address, value: relayerGasMoney });
  }
  for (const { address } of merchants.values()) await chain.client.setBalance({ address, value: gasMoney });
  let at = from;
  for (const [name, { address }] of wallets) {
    const spent = transfers.filter((transfer) => transfer.from === name).reduce((sum, transfer) => sum + transfer.usdcUnits, 0n);
    const lacking = spent + remainingUnits - (await chain.usdcBalance(address));
    await chain.client.setBalance({ address, value: gasMoney });
    at = new Date(at.getTime() + 1_000);
    if (lacking > 0n) await chain.mineAt(at, await signMint(payer, address, lacking));
  }
}
