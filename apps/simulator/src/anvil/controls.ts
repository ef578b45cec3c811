import { multicall3Address } from "@hearth/chain/authorization-batch";
import { networks } from "@hearth/chain/networks";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import { type Address, encodeFunctionData, type Hex, parseEther } from "viem";
import { type ArtifactName, loadArtifact } from "../usdc/artifacts.ts";
import { deploy, rawTransactions, reorg, sendInTurn } from "./actions.ts";
import type { AnvilClient } from "./client.ts";
import { hashHistoryAddress } from "./thin-state.ts";

/** Controls of a local chain, for people and tests. */
export interface ChainControls {
  head(): Promise<bigint>;
  mine(blocks?: number): Promise<void>;
  /**
   * Replaces the newest `depth` blocks by as many new ones. Their transactions are lost, except `keepTxs` (raw, signed), which move to the
   * newest of the new blocks. Rejects with RangeError beyond the blocks since the chain's start.
   */
  reorg(depth: number, keepTxs?: Hex[]): Promise<void>;
  /** Returns the raw transactions of the newest `depth` blocks, in the format of `reorg`. */
  rawTransactions(depth: number): Promise<Hex[]>;
  /** Sets the time of the next block. The chain's clock continues from there. */
  setNextBlockTime(time: Date): Promise<void>;
  /** Mints USDC in a block of its own and returns the transaction's hash. */
  mintUsdc(to: Address, usdcUnits: bigint): Promise<Hex>;
  usdcBalance(address: Address): Promise<bigint>;
  /** Wei. */
  gasBalance(address: Address): Promise<bigint>;
  /** Sets the balance in wei, 1 ETH by default, without a transaction. */
  fundGas(address: Address, wei?: bigint): Promise<void>;
  setUsdcPaused(paused: boolean): Promise<void>;
  isUsdcPaused(): Promise<boolean>;
  setBlacklisted(address: Address, blacklisted: boolean): Promise<void>;
  isBlacklisted(address: Address): Promise<boolean>;
  /** Deploys one of the simulator's contracts in a block of its own. `owner` is the constructor's argument, if it takes one. */
  deploy(artifact: ArtifactName, owner?: Address): Promise<Address>;
  /** Replaces the code at an address without a transaction. */
  setCode(address: Address, artifact: ArtifactName): Promise<void>;
  /** Switches on or off: one block for every transaction, at once. */
  automine(on: boolean): Promise<void>;
  /** Mines a block every `seconds`; 0 switches that off. */
  intervalMining(seconds: number): Promise<void>;
  /** Places the contracts that a new chain lacks: the USDC stand-in and Multicall3. Removes the contract that stores every block's hash. */
  placeContracts(): Promise<void>;
}

const usdc = networks.local.usdc.address;
/** Seconds between the blocks of a new branch, on a chain without interval mining. */
const manualBlockSeconds = 2;

/** Creates the controls of the client's chain. `blockTimeSeconds` is null if blocks are mined on demand. */
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

/** Controls for blocks and their times. A reorganisation sets anvil's clock back, so `reorg` corrects it afterwards. */
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
