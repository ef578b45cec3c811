import getPort from "get-port";
import { startAnvil } from "./anvil/process.ts";
import { createAnvilClient } from "./anvil/client.ts";
import { type ChainControls, createControls } from "./anvil/controls.ts";
import { keepAlive } from "./anvil/keep-alive.ts";
import { demoMnemonic } from "./demo-accounts.ts";

/** How a local chain is started. */
export interface LocalChainOptions {
  /** Default: a free one. */
  port?: number;
  /** Seconds between blocks, default 2 as on Base. */
  blockTimeSeconds?: number;
  /** No blocks but those that are asked for. For tests. */
  manual?: boolean;
  /** A file that keeps the chain over restarts. Without it the chain is gone when it stops. */
  statePath?: string;
  /** The time of the first block of a new chain, default now. */
  timestamp?: Date;
  /** The number of the first block of a new chain, default 0. */
  firstBlock?: number;
  /** The `safe` block lies this many blocks behind the newest, default 32. */
  slotsInAnEpoch?: number;
}

/** A chain of one's own, with USDC's stand-in in its place. */
export interface LocalChain extends ChainControls {
  readonly rpcUrl: string;
  readonly port: number;
  /** Of anvil itself; another one after anvil had to be started again. */
  readonly pid: number;
  /** Saves the chain, if it is kept, and leaves no process behind. */
  stop(): Promise<void>;
}

/**
 * Starts a chain (anvil, chain id 84532) with USDC's stand-in at the address of Base Sepolia's USDC.
 *
 * With `statePath` it goes on where it was. Its state is saved every second or so, and anvil is started again should it
 * be killed; then the blocks since the last save are lost, which looks like a reorganisation from outside.
 */
export async function startLocalChain(options: LocalChainOptions = {}): Promise<LocalChain> {
  const port = options.port ?? (await getPort());
  const rpcUrl = `http://127.0.0.1:${port}`;
  const client = createAnvilClient(rpcUrl);
  const controls = createControls(client, options.manual === true ? null : (options.blockTimeSeconds ?? 2));
  const anvil = await keepAlive({
    statePath: options.statePath ?? null,
    start: (loadState) => startAnvil(port, anvilOptions(options, loadState)),
    client,
    prepare: controls.placeContracts,
  });
  return {
    ...controls,
    rpcUrl,
    port,
    get pid() {
      return anvil.pid();
    },
    stop: anvil.stop,
  };
}

/**
 * Deep enough for every reorganisation a test makes. Every kept state costs memory, and more the longer the chain is, since each of them has the hashes
 * of all blocks: 256 of them were 163 MB after 2,000 blocks and 368 MB after 4,000.
 */
const keptStates = 256;

function anvilOptions(options: LocalChainOptions, loadState: string | null): string[] {
  const { manual = false, blockTimeSeconds = 2, slotsInAnEpoch = 32, timestamp, firstBlock = 0 } = options;
  const chain = ["--chain-id", "84532", "--mnemonic", demoMnemonic, "--prune-history", String(keptStates)];
  const blocks = manual ? ["--no-mining"] : ["--block-time", String(blockTimeSeconds)];
  const finality = ["--slots-in-an-epoch", String(slotsInAnEpoch)];
  const time = timestamp === undefined ? [] : ["--timestamp", String(Math.floor(timestamp.getTime() / 1000))];
  const genesis = ["--number", String(firstBlock), ...time];
  return [...chain, ...blocks, ...finality, ...(loadState === null ? genesis : ["--load-state", loadState])];
}
