import { freePort } from "@hearth/processes/free-port";
import { type ArchivedBlock, readArchivedBlock } from "./anvil/block-archive.ts";
import { createAnvilClient } from "./anvil/client.ts";
import { type ChainControls, createControls } from "./anvil/controls.ts";
import { keepAlive } from "./anvil/keep-alive.ts";
import { startAnvil } from "./anvil/process.ts";
import { archivePath } from "./anvil/state-file.ts";
import { demoMnemonic } from "./demo-accounts.ts";

/** Options for starting a local chain. */
export interface LocalChainOptions {
  /** A free port by default. */
  port?: number;
  /** Seconds between blocks, 2 by default as on Base. */
  blockTimeSeconds?: number;
  /** Mines only on request. For tests. */
  manual?: boolean;
  /** A file that keeps the chain across restarts. Without it the chain is lost when it stops. */
  statePath?: string;
  /** The time of a new chain's first block, now by default. */
  timestamp?: Date;
  /** The number of a new chain's first block, 0 by default. */
  firstBlock?: number;
  /** Distance of the `safe` block behind the newest, 32 by default. */
  slotsInAnEpoch?: number;
  /** With `statePath`: number of the newest empty blocks that stay on the chain when it starts, 1,000 by default. */
  keptBlocks?: number;
  /** With `statePath`: number of blocks after which anvil is restarted, 750 by default. */
  renewAfterBlocks?: number;
}

/** A local chain with the USDC stand-in at its address. */
export interface LocalChain extends ChainControls {
  readonly rpcUrl: string;
  readonly port: number;
  /** The pid of anvil. It changes when anvil is restarted. */
  readonly pid: number;
  /** Returns an empty block that the chain has dropped, or null if there is none. */
  archivedBlock(number: bigint): Promise<ArchivedBlock | null>;
  /** Saves the chain, if it has a state file, and ends every process. */
  stop(): Promise<void>;
}

/**
 * Starts a chain (anvil, chain id 84532) with the USDC stand-in at the address of Base Sepolia's USDC.
 *
 * With `statePath` it continues where it stopped. Its state is saved about every second, and anvil is restarted if it is killed. The blocks
 * since the last save are then lost, which looks like a reorganisation from outside. It is also restarted regularly, without losing
 * anything, so that its memory stays bounded. `archivedBlock` reads the empty blocks removed then.
 */
export async function startLocalChain(options: LocalChainOptions = {}): Promise<LocalChain> {
  const port = options.port ?? (await freePort());
  const rpcUrl = `http://127.0.0.1:${port}`;
  const client = createAnvilClient(rpcUrl);
  const blockTimeSeconds = options.manual === true ? null : (options.blockTimeSeconds ?? 2);
  const controls = createControls(client, blockTimeSeconds);
  const statePath = options.statePath ?? null;
  const anvil = await keepAlive({
    statePath,
    keptBlocks: options.keptBlocks ?? keptBlocks,
    renewAfterBlocks: options.renewAfterBlocks ?? renewAfterBlocks,
    blockTimeSeconds,
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
    archivedBlock: (number) => (statePath === null ? Promise.resolve(null) : readArchivedBlock(archivePath(statePath), number)),
    stop: anvil.stop,
  };
}

/** Enough for every reorganisation in the tests. With a block every two seconds anvil keeps 1,500 states regardless of this setting. */
const keptStates = 256;
/** Half an hour of blocks. */
const keptBlocks = 1_000;
/** Each kept state costs memory, and more the longer anvil has run: 54 MB after 500 blocks, 148 MB after 1,000 and 469 MB after 2,000. */
const renewAfterBlocks = 750;

function anvilOptions(options: LocalChainOptions, loadState: string | null): string[] {
  const { manual = false, blockTimeSeconds = 2, slotsInAnEpoch = 32, timestamp, firstBlock = 0 } = options;
  const chain = ["--chain-id", "84532", "--mnemonic", demoMnemonic, "--prune-history", String(keptStates)];
  const blocks = manual ? ["--no-mining"] : ["--block-time", String(blockTimeSeconds)];
  const finality = ["--slots-in-an-epoch", String(slotsInAnEpoch)];
  const time = timestamp === undefined ? [] : ["--timestamp", String(Math.floor(timestamp.getTime() / 1000))];
  const genesis = ["--number", String(firstBlock), ...time];
  return [...chain, ...blocks, ...finality, ...(loadState === null ? genesis : ["--load-state", loadState])];
}
