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
    /** Makes blocks on demand only, and forgets what waits for one: a run that was interrupted may have left something. */
    takeOver: async () => {
      await client.setIntervalMining({ interval: 0 });
      await client.setAutomine(false);
      await client.request({ method: "anvil_dropAllTransactions", params: [] });
    },
    /** Gives the chain its rhythm and the present time back. */
    handBack: async () => {
      await client.request({ method: "evm_setTime", params: [Date.now()] });
      await client.setIntervalMining({ interval: await readSlot(slots.interval) });
    },
    /** Mines the transactions in one block of that time, and nothing else. */
    mineAt: async (time: Date, transactions: Hex[]) => {
      await Promise.all([
        client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(time.getTime() / 1_000)) }),
        ...transactions.map((serializedTransaction) => client.sendRawTransaction({ serializedTransaction })),
      ]);
      await client.mine({ blocks: 1 });
    },
    /** The moment from which this chain's demo was planned, or null for a chain without one. */
    readAnchor: async (): Promise<Date | null> => {
      const seconds = await readSlot(slots.anchor);
      return seconds === 0 ? null : new Date(seconds * 1_000);
    },
    /** Remembers from when the demo is planned, and the rhythm of blocks that it interrupts. */
    begin: async (anchor: Date) => {
      const interval = await client.request({ method: "anvil_getIntervalMining", params: [] });
      await writeSlot(slots.interval, interval ?? 0);
      await writeSlot(slots.anchor, Math.floor(anchor.getTime() / 1_000));
    },
  };

  async function readSlot(slot: Hex): Promise<number> {
    return Number(hexToBigInt((await client.getStorageAt({ address: memory, slot })) ?? "0x0"));
  }
  async function writeSlot(slot: Hex, value: number): Promise<void> {
    await client.setStorageAt({ address: memory, index: slot, value: numberToHex(value, { size: 32 }) });
  }
}
