import { networks } from "@hearth/chain/networks";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import {
  type Address,
  createTestClient,
  type Hex,
  hexToBigInt,
  http,
  keccak256,
  numberToHex,
  publicActions,
  rpcSchema,
  stringToHex,
} from "viem";
import { z } from "zod";

/** The local chain with control over its clock, as the demo needs it. */
export type DemoChain = ReturnType<typeof connectDemoChain>;

type ClockSchema = [{ Method: "evm_setTime"; Parameters: [unixMilliseconds: number]; ReturnType: number }];
type MiningSchema = [
  { Method: "anvil_getIntervalMining"; Parameters: []; ReturnType: number | null },
  { Method: "anvil_dropAllTransactions"; Parameters: []; ReturnType: null },
];

/** An unused account whose storage holds the demo's progress, so that it is lost together with the chain. */
const memory: Address = `0x${keccak256(stringToHex("hearth demo")).slice(2, 42)}`;
const slots = { anchor: numberToHex(0, { size: 32 }), interval: numberToHex(1, { size: 32 }) };
const usdc = networks.local.usdc.address;

/** Connects to the local chain directly, not through the simulator's provider. Calls of one moment are batched. */
export function connectDemoChain(rpcUrl: string) {
  const transport = http(rpcUrl, { batch: { batchSize: 500 }, retryCount: 0, timeout: 30_000 });
  const client = createTestClient({ mode: "anvil", transport, rpcSchema: rpcSchema<[...ClockSchema, ...MiningSchema]>() }).extend(
    publicActions,
  );
  return {
    client,
    setTime: (time: Date) => client.request({ method: "evm_setTime", params: [time.getTime()] }),
    usdcBalance: (address: Address) => client.readContract({ address: usdc, abi: usdcAbi, functionName: "balanceOf", args: [address] }),
    /** Switches to one block per transaction and drops pending transactions, which an interrupted run may have left. */
    suspendInterval: async () => {
      await client.setIntervalMining({ interval: 0 });
      await client.request({ method: "anvil_dropAllTransactions", params: [] });
      await client.setAutomine(true);
    },
    /** Restores the chain's block interval and the current time. */
    restoreInterval: async () => {
      await client.setAutomine(false);
      await client.request({ method: "evm_setTime", params: [Date.now()] });
      await client.setIntervalMining({ interval: await readSlot(slots.interval) });
    },
    /** Mines empty blocks from that time on. */
    idle: async (from: Date, blocks: number, secondsBetween: number) => {
      await client.setNextBlockTimestamp({ timestamp: BigInt(secondsOf(from)) });
      await client.mine({ blocks, interval: secondsBetween });
    },
    mineAt: (time: Date, transaction: Hex) => mineAt(rpcUrl, time, transaction),
    /** The moment that this chain's demo was planned from, or null if it has none. */
    readAnchor: async (): Promise<Date | null> => {
      const seconds = await readSlot(slots.anchor);
      return seconds === 0 ? null : new Date(seconds * 1_000);
    },
    /** Stores the moment that the demo is planned from, and the block interval to restore. */
    begin: async (anchor: Date) => {
      const interval = await client.request({ method: "anvil_getIntervalMining", params: [] });
      await writeSlot(slots.interval, interval ?? 0);
      await writeSlot(slots.anchor, secondsOf(anchor));
    },
  };

  async function readSlot(slot: Hex): Promise<number> {
    return Number(hexToBigInt((await client.getStorageAt({ address: memory, slot })) ?? "0x0"));
  }
  async function writeSlot(slot: Hex, value: number): Promise<void> {
    await client.setStorageAt({ address: memory, index: slot, value: numberToHex(value, { size: 32 }) });
  }
}

/** The response to two batched calls: setting the next block's time, and the receipt of the transaction mined in it. */
const minedAnswer = z.tuple([z.object({ result: z.null() }), z.object({ result: z.object({ status: z.literal("0x1") }) })]);

/** Mines a transaction in a block of its own at the given time, in one request because there are hundreds. Throws if it was not mined. */
async function mineAt(rpcUrl: string, time: Date, transaction: Hex): Promise<void> {
  const calls = [
    { jsonrpc: "2.0", id: 1, method: "evm_setNextBlockTimestamp", params: [secondsOf(time)] },
    { jsonrpc: "2.0", id: 2, method: "eth_sendRawTransactionSync", params: [transaction] },
  ];
  const headers = { "content-type": "application/json" };
  const response = await fetch(rpcUrl, { method: "POST", headers, body: JSON.stringify(calls), signal: AbortSignal.timeout(30_000) });
  const answer: unknown = await response.json();
  if (!minedAnswer.safeParse(answer).success) throw new Error(`The local chain did not take a transaction: ${JSON.stringify(answer)}`);
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
