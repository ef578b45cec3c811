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

/** The local chain as the demo needs it: with power over its clock. */
export type DemoChain = ReturnType<typeof connectDemoChain>;

type ClockSchema = [{ Method: "evm_setTime"; Parameters: [unixMilliseconds: number]; ReturnType: number }];
type MiningSchema = [
  { Method: "anvil_getIntervalMining"; Parameters: []; ReturnType: number | null },
  { Method: "anvil_dropAllTransactions"; Parameters: []; ReturnType: null },
];

/** Nobody's account, in whose storage the demo remembers what it has begun. It lives and dies with the chain. */
const memory: Address = `0x${keccak256(stringToHex("hearth demo")).slice(2, 42)}`;
const slots = { anchor: numberToHex(0, { size: 32 }), interval: numberToHex(1, { size: 32 }) };
const usdc = networks.local.usdc.address;

/** Talks to the local chain itself, past the provider in front of it. What is asked in one moment travels together. */
export function connectDemoChain(rpcUrl: string) {
  const transport = http(rpcUrl, { batch: { batchSize: 500 }, retryCount: 0, timeout: 30_000 });
  const client = createTestClient({ mode: "anvil", transport, rpcSchema: rpcSchema<[...ClockSchema, ...MiningSchema]>() }).extend(
    publicActions,
  );
  return {
    client,
    setTime: (time: Date) => client.request({ method: "evm_setTime", params: [time.getTime()] }),
    usdcBalance: (address: Address) => client.readContract({ address: usdc, abi: usdcAbi, functionName: "balanceOf", args: [address] }),
    /** Makes a block for each transaction, and forgets what waits for one: a run that was interrupted may have left something. */
    takeOver: async () => {
      await client.setIntervalMining({ interval: 0 });
      await client.request({ method: "anvil_dropAllTransactions", params: [] });
      await client.setAutomine(true);
    },
    /** Gives the chain its rhythm and the present time back. */
    handBack: async () => {
      await client.setAutomine(false);
      await client.request({ method: "evm_setTime", params: [Date.now()] });
      await client.setIntervalMining({ interval: await readSlot(slots.interval) });
    },
    /** Lets empty blocks pass from that time on. */
    idle: async (from: Date, blocks: number, secondsBetween: number) => {
      await client.setNextBlockTimestamp({ timestamp: BigInt(secondsOf(from)) });
      await client.mine({ blocks, interval: secondsBetween });
    },
    mineAt: (time: Date, transaction: Hex) => mineAt(rpcUrl, time, transaction),
    /** The moment from which this chain's demo was planned, or null for a chain without one. */
    readAnchor: async (): Promise<Date | null> => {
      const seconds = await readSlot(slots.anchor);
      return seconds === 0 ? null : new Date(seconds * 1_000);
    },
    /** Remembers from when the demo is planned, and the rhythm of blocks that it interrupts. */
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

/** The answer to two calls in one request: the next block's time, and the receipt of what was mined in it. */
const minedAnswer = z.tuple([z.object({ result: z.null() }), z.object({ result: z.object({ status: z.literal("0x1") }) })]);

/** Mines a transaction in a block of its own and of that time, in one request: hundreds follow each other. Throws where it was not. */
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
