import { type Address, concatHex, encodeAbiParameters, getAddress, type Hex } from "viem";
import { demoAccounts } from "../demo-accounts.ts";
import { type ArtifactName, loadArtifact } from "../usdc/artifacts.ts";
import type { AnvilClient } from "./client.ts";

/** A transaction from the faucet's account. Without `to` it creates a contract. */
interface FaucetTransaction {
  to?: Address;
  data: Hex;
}

/** Sends a transaction, waits until a block contains it, and returns its hash. Rejects if it fails. */
export type Send = (transaction: FaucetTransaction) => Promise<Hex>;

/**
 * Creates a sender for the faucet's account, whose key anvil holds. Transactions are sent one after the other, because two at once would
 * use the same nonce. Waiting transactions share blocks.
 */
export function sendInTurn(client: AnvilClient): Send {
  let turn: Promise<unknown> = Promise.resolve();
  return async (transaction) => {
    const sent = turn.then(() => client.sendTransaction({ account: demoAccounts.faucet.address, ...transaction }));
    turn = sent.catch(() => undefined);
    const hash = await sent;
    const isMined = await client.getTransactionReceipt({ hash }).then(
      () => true,
      () => false,
    );
    if (!isMined) await client.mine({ blocks: 1 });
    const { status } = await client.waitForTransactionReceipt({ hash, timeout: 30_000 });
    if (status === "reverted") throw new Error(`The transaction ${hash} failed.`);
    return hash;
  };
}

/** See `ChainControls.deploy`. */
export async function deploy(client: AnvilClient, send: Send, artifact: ArtifactName, owner?: Address): Promise<Address> {
  const { bytecode } = loadArtifact(artifact);
  const data = owner === undefined ? bytecode : concatHex([bytecode, encodeAbiParameters([{ type: "address" }], [owner])]);
  const { contractAddress } = await client.getTransactionReceipt({ hash: await send({ data }) });
  if (!contractAddress) throw new Error(`${artifact} was not created.`);
  return getAddress(contractAddress);
}

/** See `ChainControls.rawTransactions`. */
export async function rawTransactions(client: AnvilClient, depth: number): Promise<Hex[]> {
  const head = await client.getBlockNumber();
  const raw: Hex[] = [];
  for (let number = head - BigInt(depth) + 1n; number <= head; number += 1n) {
    const { transactions } = await client.getBlock({ blockNumber: number });
    for (const hash of transactions) {
      const transaction = await client.request({ method: "eth_getRawTransactionByHash", params: [hash] });
      if (transaction !== null) raw.push(transaction);
    }
  }
  return raw;
}

/**
 * See `ChainControls.reorg`. `blockSeconds` is the time between the new blocks. By default anvil puts them one second apart, which could
 * date a payment before its checkout.
 */
export async function reorg(client: AnvilClient, depth: number, keepTxs: Hex[], blockSeconds: number): Promise<void> {
  const head = await client.getBlockNumber();
  if (!Number.isInteger(depth) || depth < 1 || BigInt(depth) >= head) {
    throw new RangeError(`The chain has ${head} blocks; between 1 and ${head - 1n} of them can be replaced.`);
  }
  await client.request({ method: "anvil_setBlockTimestampInterval", params: [blockSeconds] });
  try {
    const keep = keepTxs.map((rawTx): [Hex, number] => [rawTx, depth - 1]);
    await client.request({ method: "anvil_reorg", params: [depth, keep] });
  } catch (cause) {
    const isTooDeep = cause instanceof Error && /data unavailable|outofrange|out of range/i.test(cause.message);
    if (!isTooDeep) throw cause;
    throw new RangeError(`The chain cannot replace ${depth} blocks: only those since its last start, and at most 255.`, { cause });
  } finally {
    await client.request({ method: "anvil_removeBlockTimestampInterval", params: [] });
  }
}
