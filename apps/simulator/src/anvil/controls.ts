import { multicall3Address } from "@hearth/chain/authorization-batch";
import { networks } from "@hearth/chain/networks";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import { type Address, encodeFunctionData, type Hex, parseEther } from "viem";
import { type ArtifactName, loadArtifact } from "../usdc/artifacts.ts";
import { deploy, rawTransactions, reorg, sendInTurn } from "./actions.ts";
import type { AnvilClient } from "./client.ts";
import { hashHistoryAddress } from "./thin-state.ts";

/** What can be done to a local chain, by hand or by a test. */
export interface ChainControls {
  head(): Promise<bigint>;
  mine(blocks?: number): Promise<void>;
  /**
   * Replaces the newest `depth` blocks by as many others. Transactions in them are lost, but for `keepTxs` (raw, signed),
   * which move to the newest of the new blocks. Rejects with RangeError deeper than the chain has run since its start.
   */
  reorg(depth: number, keepTxs?: Hex[]): Promise<void>;
  /** The raw transactions within the newest `depth` blocks, as `reorg` takes them. */
  rawTransactions(depth: number): Promise<Hex[]>;
  /** The time of the next block; the chain's clock goes on from there. */
  setNextBlockTime(time: Date): Promise<void>;
  /** Makes USDC from nothing, in a block of its own. Answers the transaction. */
  mintUsdc(to: Address, usdcUnits: bigint): Promise<Hex>;
  usdcBalance(address: Address): Promise<bigint>;
  /** Wei. */
  gasBalance(address: Address): Promise<bigint>;
  /** Sets the balance in wei, default 1 ETH, without a transaction. */
  fundGas(address: Address, wei?: bigint): Promise<void>;
  setUsdcPaused(paused: boolean): Promise<void>;
  isUsdcPaused(): Promise<boolean>;
  setBlacklisted(address: Address, blacklisted: boolean): Promise<void>;
  isBlacklisted(address: Address): Promise<boolean>;
  /** Puts a contract of the simulator on the chain, in a block of its own; `owner` is for those whose constructor takes one. */
  deploy(artifact: ArtifactName, owner?: Address): Promise<Address>;
  /** Replaces the code at an address, as if it had always been so. */
  setCode(address: Address, artifact: ArtifactName): Promise<void>;
  /** A block for every transaction, at once. */
  automine(on: boolean): Promise<void>;
  /** A block every so many seconds; 0 switches it off. */
  intervalMining(seconds: number): Promise<void>;
  /** Places what a new chain lacks, USDC's stand-in and Multicall3, and takes away what would remember the hash of every block. */
  placeContracts(): Promise<void>;
}

const usdc = networks.local.usdc.address;
/** Between the blocks of a new branch, where the chain itself has no rhythm. */
const manualBlockSeconds = 2;

/** The controls of the chain behind the client. `blockTimeSeconds` is null where blocks are made on demand. */
export function createControls(client: AnvilClient, blockTimeSeconds: number | null): ChainControls {
  const send = sendInTurn(client);
  const call = (data: Hex) => send({ to: usdc, data });
  return {
    ...createBlockControls(client, blockTimeSeconds),
    mintUsdc: (to, usdcUnits) => call(encodeFunctionData({ abi: usdcAbi, functionName: "mint", args: [to, usdcUnits] })),
    usdcBalance: (address) => client.readContract({ address: usdc, abi: usdcAbi, functionName: "balanceOf", args: [address] }),
    gasBalance: (address) => client.getBalance({ address }),
    fundGas: (address, wei = parseEther("1")) => client.setBalance({ address, value: wei }),
    setUsdcPaused: async (paused) => {
      await call(encodeFunctionData({ abi: usdcAbi, functionName: paused ? "pause" : "unpause" }));
    },
    isUsdcPaused: () => client.readContract({ address: usdc, abi: usdcAbi, functionName: "paused" }),
    setBlacklisted: async (address, blacklisted) => {
      await call(encodeFunctionData({ abi: usdcAbi, functionName: blacklisted ? "blacklist" : "unBlacklist", args: [address] }));
    },
    isBlacklisted: (address) => client.readContract({ address: usdc, abi: usdcAbi, functionName: "isBlacklisted", args: [address] }),
    deploy: (artifact, owner) => deploy(client, send, artifact, owner),
    setCode: (address, artifact) => client.setCode({ address, bytecode: loadArtifact(artifact).runtimeBytecode }),
    placeContracts: async () => {
      await client.setCode({ address: usdc, bytecode: loadArtifact("HearthTestUSDC").runtimeBytecode });
      await client.setCode({ address: multicall3Address, bytecode: loadArtifact("Multicall3").runtimeBytecode });
      await client.setCode({ address: hashHistoryAddress, bytecode: "0x" });
    },
  };
}

/** What has to do with blocks and their times. A reorganisation sets anvil's clock back; here it is put right again. */
function createBlockControls(client: AnvilClient, blockTimeSeconds: number | null) {
  let clockOffsetMs = 0;
  return {
    head: () => client.getBlockNumber(),
    mine: (blocks = 1) => client.mine({ blocks }),
    reorg: async (depth: number, keepTxs: Hex[] = []) => {
      await reorg(client, depth, keepTxs, blockTimeSeconds ?? manualBlockSeconds);
      await client.request({ method: "evm_setTime", params: [Date.now() + clockOffsetMs] });
    },
    rawTransactions: (depth: number) => rawTransactions(client, depth),
    setNextBlockTime: async (time: Date) => {
      clockOffsetMs = time.getTime() - Date.now();
      await client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(time.getTime() / 1000)) });
    },
    automine: (on: boolean) => client.setAutomine(on),
    intervalMining: (seconds: number) => client.setIntervalMining({ interval: seconds }),
  };
}
